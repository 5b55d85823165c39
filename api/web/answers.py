"""Keeps the answers that pages show, for as long as the store does not change."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
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

TOGETHER: Final = 2
"""Questions of one page that are answered at a time. DuckDB runs each on all processors, but not all
of the way: reading a plan, and what Python makes of the sums, is work for one."""


class NotKept(Exception):
    """An answer that has to be looked for in the store."""


class Asking:
    """Answers questions about one moment of the store."""

    def __init__(
        self,
        answers: Answers,
        version: Hashable,
        reading: Reading | None,
        pool: ThreadPoolExecutor | None = None,
    ) -> None:
        """Without *reading* only what is kept is answered; *pool* is for what is asked ahead."""
        self._answers = answers
        self._version = version
        self._reading = reading
        self._pool = pool

    def __call__(self, question: str | Query, *, ids: bool = False) -> Result:
        """Return the answer. Raises PhraseError."""
        if isinstance(question, Query) and not question.is_lasting:
            return self._run(question, ids)
        key = _key(question, ids)
        return cast("Result", self.kept(key, lambda: self._run(question, ids)))

    def ahead(self, questions: Iterable[Query]) -> None:
        """Begin to look for the answers to *questions*, in their order, for who asks them later."""
        pool = self._pool
        if pool is None:
            return
        for question in questions:
            if question.is_lasting:
                key = self._version, _key(question, ids=False)
                self._answers.begin(key, partial(pool.submit, self._beside, question))

    def _run(self, question: str | Query, ids: bool) -> Result:
        found = self._answers.awaited((self._version, _key(question, ids)))
        return run(self.reading, question, ids=ids) if found is None else found

    def _beside(self, question: Query) -> Result:
        with self.reading.beside() as reading:
            return run(reading, question, ids=False)

    @property
    def reading(self) -> Reading:
        """The moment itself, for what is no question."""
        if self._reading is None:
            raise NotKept
        return self._reading

    def kept(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return what was made for *key* at this version of the store, or make it."""
        found = self._answers.get((self._version, key))
        if found is None:
            found = make()
            if not isinstance(found, Result) or found.query.is_lasting:
                self._answers.put((self._version, key), found)
        return found


def _key(question: str | Query, ids: bool) -> Hashable:
    return str(question), isinstance(question, Query), ids


class Answers:
    """The answers that were given last. For any number of threads at once."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._begun: dict[Hashable, Future[Result]] = {}
        self._lock = threading.RLock()

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

    def begin(self, key: Hashable, start: Callable[[], Future[Result]]) -> None:
        """Have an answer looked for, unless it is kept or already looked for, by whomever."""
        with self._lock:
            if key in self._kept or key in self._begun:
                return
            self._begun[key] = start()
        self._begun[key].add_done_callback(lambda done: self._end(key, done))

    def awaited(self, key: Hashable) -> Result | None:
        """Wait for an answer that is looked for; None where it is not. Raises PhraseError."""
        with self._lock:
            begun = self._begun.get(key)
            found: Result | None = self._kept.get(key)
        if begun is not None:
            with suppress(CancelledError):  # who began it has left
                return begun.result()
        return found

    def _end(self, key: Hashable, done: Future[Result]) -> None:
        with self._lock:
            if not done.cancelled() and done.exception() is None:
                self.put(key, done.result())
            del self._begun[key]

    def ask(self, store: Store, make: Callable[[Asking], Made]) -> Made:
        """Return what *make* makes of the answers to its questions, all of one moment.

        The store is opened only where one of them is not kept; *make* is then called again.
        """
        try:
            return make(self.known(store))
        except NotKept:
            with self.opened(store) as asking:
                return make(asking)

    def known(self, store: Store) -> Asking:
        """Return who answers what is kept, and raises NotKept for what is not."""
        # The names are other ones where somebody changed cardstats.toml.
        return Asking(self, (store.version(), current()), None)

    @contextmanager
    def opened(self, store: Store) -> Iterator[Asking]:
        """Yield who answers everything, of the present moment."""
        names = current()
        with (
            store.reading() as reading,
            ThreadPoolExecutor(TOGETHER, "cardstats-answers") as pool,
        ):
            try:
                yield Asking(self, (reading.version, names), reading, pool)
            finally:
                # What was begun is ended before the moment is; what was not begun never is.
                pool.shutdown(cancel_futures=True)
