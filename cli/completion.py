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
