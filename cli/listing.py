"""What the commands that list the language's words have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

import click

from engine.metrics import Dimension, Metric

from .errors import Usage
from .options import Function
from .stores import opened_store

if TYPE_CHECKING:
    from storage import Reading
    from storage.query.catalogue import Catalogue

    from .remote import Remote


def with_search(function: Function) -> Function:
    """Give a command words to search for, passed as *words* and *search*, and ``--game``."""
    for option in (
        click.option("--game", metavar="GAME", help="Only those that this game has."),
        click.option("--search", metavar="WORD", help="Only those that say this word."),
        click.argument("words", nargs=-1, metavar="[WORD]..."),
    ):
        function = option(function)
    return function


def sought(
    records: Iterable[dict[str, Any]],
    kind: str,
    words: Sequence[str],
    search: str | None,
    game: str | None,
) -> list[dict[str, Any]]:
    """Return those of *records* that *game* has and that say what is sought. Raises Usage."""
    wanted = " ".join((*words, *([search] if search else []))).casefold()
    found = [one for one in records if _of_game(one, game) and (not wanted or _has(one, wanted))]
    if found:
        return found
    raise Usage(
        f"Nothing that can be asked for has {wanted or str(game)!r} in its name or its sentence.",
        code="unknown-word",
        place=kind,
        hint=f"`cardstats {kind}` lists it all.",
    )


def _has(record: Mapping[str, Any], wanted: str) -> bool:
    texts = (record["name"], record["sentence"], *record["synonyms"])
    return any(wanted in text.casefold() for text in texts)


def _of_game(record: Mapping[str, Any], game: str | None) -> bool:
    return game is None or not record["games"] or game in record["games"]


def metric_record(metric: Metric, names: Catalogue, told: Mapping[Any, int]) -> dict[str, Any]:
    """Return what is said of a metric."""
    return {
        "what": "metric",
        "name": metric.name,
        "sentence": metric.sentence,
        "kind": metric.kind,
        "unit": metric.unit or None,
        "better": metric.better or None,
        "needs": list(names.needs(metric.name)),
        "games": list(names.games_of(metric.name)),
        "told": told.get(("metric", metric.name)),
        "synonyms": list(metric.synonyms),
    }


def dimension_record(dimension: Dimension, told: Mapping[Any, int]) -> dict[str, Any]:
    """Return what is said of a dimension."""
    return {
        "what": "dimension",
        "name": dimension.name,
        "sentence": dimension.sentence,
        "kind": dimension.kind,
        "unit": dimension.unit or None,
        "needs": list(dimension.needs),
        "games": list(dimension.games),
        "values": list(dimension.values),
        "told": told.get(("dimension", dimension.name)),
        "synonyms": list(dimension.synonyms),
    }


@contextmanager
def stored() -> Iterator[Reading | None]:
    """Yield a reading of this user's store, None where there is no store; none is made."""
    from storage import home_of_store, open_store
    from storage.journal import FILE

    home = home_of_store()
    if not (home / FILE).exists():
        yield None
        return
    with open_store(home) as store, store.reading() as reading:
        yield reading


def records_there(kind: str, order: Iterable[str], columns: Sequence[str]) -> list[dict[str, Any]]:
    """Return what a server says of its ``metrics`` or ``dimensions``, in the order of home."""
    with opened_store() as store:
        found = cast("Remote", store).catalogue()[kind]
    places = {name: place for place, name in enumerate(order)}
    ordered = sorted(found, key=lambda one: places.get(one["name"], len(places)))
    what = {"what": kind.removesuffix("s")}
    return [
        what | {name: one[name] for name in columns} | {"unit": one["unit"] or None}
        for one in ordered
    ]


def counted(names: Catalogue) -> Mapping[tuple[str, str], int]:
    """Return on how many stored games each metric and dimension can be told; empty with no store."""
    with stored() as reading:
        if reading is None:
            return {}
        from storage.query.told import told

        return told(reading, names)


def shown_games(record: Mapping[str, Any]) -> str:
    """Return the games that have it, as people read them."""
    games: Sequence[str] = record["games"]
    return ", ".join(games) or "all games"
