"""Any order of puts, removes and upkeep leaves the store as a plain list of logs would be."""

from __future__ import annotations

import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from storage import Store, intake, open_store, store, upkeep

from .checks import assert_sound, part_files
from .games import a_log, a_wrong_log

IS_LONG = os.environ.get("CARDSTATS_TEST_LONG", "") not in ("", "0")

SENT = st.tuples(
    st.integers(0, 4),  # which game
    st.sampled_from([None, None, "t1", "t2"]),  # under which log_id
    st.booleans(),  # is it right
)


def bytes_of(sent: tuple[int, str | None, bool]) -> bytes:
    nth, log_id, is_right = sent
    envelope = {} if log_id is None else {"log_id": log_id}
    return a_log(nth, **envelope) if is_right else a_wrong_log(nth, **envelope)


@dataclass
class Kept:
    """One log as the model has it."""

    id: int
    sent: tuple[int, str | None, bool]
    status: str

    @property
    def is_counting(self) -> bool:
        return self.status != "superseded"


class StoreMachine(RuleBasedStateMachine):
    """A store beside its model."""

    def __init__(self) -> None:
        super().__init__()
        self.patch = pytest.MonkeyPatch()
        self.folder = Path(tempfile.mkdtemp())
        self.store: Store = open_store(self.folder)
        self.kept: list[Kept] = []
        self.last = 0

    def teardown(self) -> None:
        self.patch.undo()
        self.store.close()
        shutil.rmtree(self.folder)

    @initialize(fan_in=st.integers(2, 4), flush_at=st.integers(2, 6))
    def hurry(self, fan_in: int, flush_at: int) -> None:
        # Upkeep that comes by itself should come within a few steps.
        self.patch.setattr(upkeep, "_FAN_IN", fan_in)
        self.patch.setattr(store, "FLUSH_AT", flush_at)

    # -- the model

    def expected(self, sent: tuple[int, str | None, bool]) -> str:
        """Return the status that a log must get, and note what becomes of the others."""
        _, log_id, is_right = sent
        same = [one for one in self.kept if one.sent == sent]
        holder = [
            one
            for one in self.kept
            if log_id is not None and one.sent[1] == log_id and one.is_counting
        ]
        if any(one.is_counting for one in same) or (same and holder):
            return "duplicate"
        for one in holder:
            one.status = "superseded"
        if not is_right:
            return "rejected"
        return "replaced" if holder else "accepted"

    def took(self, sent: tuple[int, str | None, bool], status: str, log: int | None) -> None:
        assert status == self.expected(sent)
        if status == "duplicate":
            assert log in [one.id for one in self.kept if one.sent == sent]
            return
        assert log is not None
        assert log > self.last
        self.last = log
        self.kept.append(Kept(log, sent, "accepted" if sent[2] else "rejected"))

    # -- what can happen

    @rule(sent=SENT)
    def put(self, sent: tuple[int, str | None, bool]) -> None:
        receipt = self.store.put(bytes_of(sent))
        self.took(sent, receipt.status, receipt.id)

    @rule(batch=st.lists(SENT, max_size=8), worth=st.sampled_from([1, 100]))
    def put_many(self, batch: list[tuple[int, str | None, bool]], worth: int) -> None:
        self.patch.setattr(intake, "_WORTH_PARTS", worth)
        rehearsed = [
            receipt.status
            for receipt in self.store.put_many(
                (("", bytes_of(sent)) for sent in batch), dry_run=True
            )
        ]
        receipts = list(self.store.put_many(("", bytes_of(sent)) for sent in batch))
        assert rehearsed == [receipt.status for receipt in receipts]
        for sent, receipt in zip(batch, receipts, strict=True):
            self.took(sent, receipt.status, receipt.id)

    @rule(at=st.integers(0, 30))
    def remove(self, at: int) -> None:
        if self.kept:
            one = self.kept.pop(at % len(self.kept))
            assert self.store.remove(one.id).id == one.id

    @rule()
    def flush(self) -> None:
        self.store.flush()
        assert self.store.state().hot == 0

    @rule()
    def compact(self) -> None:
        self.store.compact()
        state = self.store.state()
        if state.hot == 0:
            assert state.gone == 0
        assert len(part_files(self.store)) == state.parts

    @rule()
    def rebuild(self) -> None:
        rebuilt = self.store.rebuild()
        assert rebuilt.logs == sum(one.is_counting for one in self.kept)
        assert (rebuilt.changed_verdicts, rebuilt.figures) == (0, [])
        assert self.store.state().gone == 0

    @rule()
    def open_again(self) -> None:
        self.store.close()
        self.store = open_store(self.folder)

    # -- what must hold

    @invariant()
    def the_store_is_like_the_model(self) -> None:
        assert [(log.id, log.status) for log in self.store.logs()] == [
            (one.id, one.status) for one in self.kept
        ]
        assert_sound(self.store)
        for one in self.kept[-2:]:
            assert self.store.raw(one.id) == bytes_of(one.sent)


TestStoreMachine = StoreMachine.TestCase
TestStoreMachine.settings = settings(
    max_examples=200 if IS_LONG else 6, stateful_step_count=14, deadline=None
)
