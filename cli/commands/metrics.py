"""The command ``cardstats metrics``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, Final

import click

from ..errors import Usage
from ..options import with_format
from ..output import coloured, has_colour, print_lines, print_records, refuse_terminal, table_lines

COLUMNS: Final = (
    "what",
    "name",
    "sentence",
    "kind",
    "unit",
    "better",
    "needs",
    "games",
    "values",
    "synonyms",
)
HEADS: Final = {
    "metric": "What can be counted and measured",
    "dimension": "What it can be split and filtered by",
}


@click.command("metrics")
@click.argument("words", nargs=-1, metavar="[WORD]...")
@with_format
def command(words: tuple[str, ...], form: str) -> int:
    """List what can be asked for.

    With a WORD only what has it in its name, its synonyms or its sentence. The formats for programs
    tell the synonyms too, and what a log must tell beside its moves.
    """
    refuse_terminal(form)
    wanted = " ".join(words).casefold()
    found = [record for record in _records() if not wanted or _has(record, wanted)]
    if wanted and not found:
        raise Usage(
            f"Nothing that can be asked for has {wanted!r} in its name or its sentence.",
            code="unknown-word",
            place="metrics",
            hint="`cardstats metrics` lists it all.",
        )
    if form == "table":
        print_lines(_lines(found))
    else:
        print_records(form, found, COLUMNS)
    return 0


def _records() -> Iterator[dict[str, Any]]:
    from storage.query.catalogue import whole_catalogue

    names = whole_catalogue()
    for metric in names.metrics.values():
        yield {
            "what": "metric",
            "name": metric.name,
            "sentence": metric.sentence,
            "kind": metric.kind,
            "unit": metric.unit or None,
            "better": metric.better or None,
            "needs": list(names.needs(metric.name)),
            "games": list(metric.games),
            "values": [],
            "synonyms": list(metric.synonyms),
        }
    for dimension in names.dimensions.values():
        yield {
            "what": "dimension",
            "name": dimension.name,
            "sentence": dimension.sentence,
            "kind": dimension.kind,
            "unit": dimension.unit or None,
            "better": None,
            "needs": list(dimension.needs),
            "games": list(dimension.games),
            "values": list(dimension.values),
            "synonyms": list(dimension.synonyms),
        }


def _has(record: dict[str, Any], wanted: str) -> bool:
    texts = (record["name"], record["sentence"], *record["synonyms"])
    return any(wanted in text.casefold() for text in texts)


def _lines(found: list[dict[str, Any]]) -> Iterator[str]:
    on = has_colour(sys.stdout)
    for what, head in HEADS.items():
        rows = [
            (record["name"], record["sentence"], ", ".join(record["games"]) or "all games")
            for record in found
            if record["what"] == what
        ]
        if rows:
            yield coloured(head, "bold", on=on)
            yield from table_lines(("name", "sentence", "of"), rows)
            yield ""
    yield 'For example: cardstats query "avg turns per target by level"'
