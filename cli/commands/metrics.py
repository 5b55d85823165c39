"""The command ``cardstats metrics``."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, cast

import click

from ..errors import Usage
from ..options import opened_store, server, with_format, with_server
from ..output import coloured, has_colour, print_lines, print_records, refuse_terminal, table_lines

if TYPE_CHECKING:
    from ..remote import Remote

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
@with_server
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
    if server() is not None:
        yield from _records_there({"metric": [*names.metrics], "dimension": [*names.dimensions]})
        return
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


def _records_there(order: Mapping[str, list[str]]) -> Iterator[dict[str, Any]]:
    """Yield what can be asked for on the server, in the order of home, what home lacks last."""
    with opened_store() as store:
        found = cast("Remote", store).catalogue()
    for what, names in order.items():
        places = {name: place for place, name in enumerate(names)}
        told = sorted(found[f"{what}s"], key=lambda one: places.get(one["name"], len(places)))
        for one in told:
            yield {
                "what": what,
                "name": one["name"],
                "sentence": one["sentence"],
                "kind": one["kind"],
                "unit": one["unit"] or None,
                "better": one.get("better"),
                "needs": one["needs"],
                "games": one["games"],
                "values": one.get("values", []),
                "synonyms": one["synonyms"],
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
