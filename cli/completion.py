"""Completes a phrase in the shell, from what the grammar accepts next."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from engine.metrics import Dimension


def complete_phrase(
    context: click.Context, argument: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Return what may stand for the shell's word that is *begun*.

    The phrase may be one quoted word of the shell or many. A name of several words may have begun
    in one before: of ``pass rate`` only ``rate`` is left to complete.
    """
    from storage.query import complete

    before = "".join(f"{word} " for word in context.params.get(argument.name or "") or ())
    phrase = before + begun
    found = []
    for one in complete(phrase, store=_Values()):
        whole = phrase[: one.start] + one.text
        if whole[: len(before)].casefold() == before.casefold():
            found.append(CompletionItem(whole[len(before) :], help=one.sentence or None))
    return found


class _Values:
    """The values of this user's store, opened only where a value is looked for."""

    def words(self) -> Mapping[str, list[tuple[str, str]]]:
        return self._found[0]

    def of(self, dimension: Dimension) -> list[str] | None:
        return self._all(dimension)

    @cached_property
    def _found(self) -> tuple[Mapping[str, list[tuple[str, str]]], dict[str, list[str] | None]]:
        found: Any = self._look_up(lambda store: store.words())
        return found or {}, {}

    def _all(self, dimension: Dimension) -> list[str] | None:
        known = self._found[1]
        if dimension.name not in known:
            known[dimension.name] = self._look_up(lambda store: store.of(dimension))
        return known[dimension.name]

    def _look_up(self, ask: Any) -> Any:
        from engine.errors import CardstatsError
        from storage import home_of_store, open_store
        from storage.journal import FILE
        from storage.query.values import Store

        home = home_of_store()
        if not (home / FILE).exists():  # to complete a word makes no store
            return None
        try:
            with open_store(home) as store, store.reading() as reading:
                return ask(Store(reading.connection))
        except CardstatsError:  # a store that does not open is told by the command itself
            return None


# -- names


def complete_dimension(
    context: click.Context, argument: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Return the dimensions whose name, of several words perhaps, goes on like that."""
    from storage.query.catalogue import current

    found = current(whole=True).dimensions.values()
    return _named(context, argument, begun, [(one.name, one.sentence) for one in found])


def complete_metric(
    context: click.Context, argument: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Return the metrics whose name goes on like that."""
    from storage.query.catalogue import current

    found = current(whole=True).metrics.values()
    known = [(one.name, one.sentence) for one in found if "(" not in one.name]
    return _named(context, argument, begun, known)


def complete_table(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return the tables that SQL can read."""
    from storage.schema import ABOUT

    return [CompletionItem(name, help=of) for name, of in ABOUT.items() if name.startswith(begun)]


def complete_conditions(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return how conditions go on that stand by themselves: ``for hard since 2026``."""
    from storage.query import complete

    lead = "games "
    return [
        CompletionItem(
            (lead + begun)[: one.start][len(lead) :] + one.text, help=one.sentence or None
        )
        for one in complete(lead + begun, store=_Values())
        if one.start >= len(lead)
    ]


def complete_side(
    context: click.Context, argument: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Return what can be held against what is there: values of one dimension, or folders."""
    if begun[:1] in ("/", ".", "~"):
        return [CompletionItem(begun, type="dir")]
    from storage.query.catalogue import current

    names, store = current(whole=True), _Values()
    said = context.params.get("dimension")
    if said:
        homes = {found for symbol, found in names.words.get(_folded(said), ()) if symbol == "DIM"}
        pairs = [
            (home, value) for home in homes for value in store.of(names.dimensions[home]) or ()
        ]
    else:
        pairs = [pair for found in store.words().values() for pair in found]
    before = context.params.get(argument.name or "") or ()
    for side in before:  # of what these are values of
        homes = {home for home, value in pairs if _folded(value) == _folded(side)}
        pairs = [(home, value) for home, value in pairs if home in homes]
    taken = set(map(_folded, before))
    found = {
        value: home
        for home, value in pairs
        if _folded(value).startswith(_folded(begun)) and _folded(value) not in taken
    }
    return [CompletionItem(value, help=f"A value of {home}.") for value, home in found.items()]


def _named(
    context: click.Context, argument: click.Parameter, begun: str, known: list[tuple[str, str]]
) -> list[CompletionItem]:
    """Return of *known* what goes on like the words of the shell, less those that are there."""
    there = context.params.get(argument.name or "")
    before = "" if argument.multiple or not there else "".join(f"{word} " for word in there)
    typed = _folded(before + begun) + " " * (before + begun).endswith(" ")
    return [
        CompletionItem(name[len(before) :], help=sentence)
        for name, sentence in known
        if _folded(name).startswith(typed if typed.strip() else "")
    ]


def _folded(text: str) -> str:
    from storage.query.catalogue import normal

    return normal(text)
