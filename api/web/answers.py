"""Keeps the answers that pages show, for as long as the store does not change."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from storage.query import run
from storage.query.catalogue import current
from storage.query.query import Query
from storage.query.result import Result

if TYPE_CHECKING:
    from storage import Store
    from storage.reading import Reading

Made = TypeVar("Made")

MOST: Final = 400
"""Answers that are kept; some dashboards' worth, each a few kilobytes."""


class _NotKept(Exception):
    pass


class Asking:
    """Answers questions about one moment of the store."""

    def __init__(self, answers: Answers, version: Hashable, reading: Reading | None) -> None:
        self._answers = answers
        self._version = version
        self._reading = reading

    def __call__(self, question: str | Query, *, ids: bool = False) -> Result:
        """Return the answer. Raises PhraseError."""
        if isinstance(question, Query) and not question.is_lasting:
            return self._run(question, ids)
        key = (str(question), isinstance(question, Query), ids)
        return cast("Result", self.kept(key, lambda: self._run(question, ids)))

    def _run(self, question: str | Query, ids: bool) -> Result:
        return run(self.reading, question, ids=ids)

    @property
    def reading(self) -> Reading:
        """The moment itself, for what is no question."""
        if self._reading is None:
            raise _NotKept
        return self._reading

    def kept(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return what was made for *key* at this version of the store, or make it."""
        found = self._answers.get((self._version, key))
        if found is None:
            found = make()
            if not isinstance(found, Result) or found.query.is_lasting:
                self._answers.put((self._version, key), found)
        return found


class Answers:
    """The answers that were given last. For any number of threads at once."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Any:
        """Return what is kept, None where nothing is."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: Hashable, found: Any) -> None:
        """Keep an answer; the one that was not wanted for longest may go for it."""
        with self._lock:
            self._kept[key] = found
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def ask(self, store: Store, make: Callable[[Asking], Made]) -> Made:
        """Return what *make* makes of the answers to its questions, all of one moment.

        The store is opened only where one of them is not kept; *make* is then called again.
        """
        names = current()  # another one where somebody changed cardstats.toml
        try:
            return make(Asking(self, (store.version(), names), None))
        except _NotKept:
            with store.reading() as reading:
                return make(Asking(self, (reading.version, names), reading))
