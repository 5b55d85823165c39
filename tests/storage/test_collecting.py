"""An import asks for the garbage collector seldom, and leaves it as it was."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest

from storage import Store, collecting, intake

from .games import a_log


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_it_comes_seldom_and_then_as_before() -> None:
    gc.set_threshold(600, 7, 8)

    with collecting.seldom():
        assert gc.get_threshold() == (collecting.SELDOM, 7, 8)
        with collecting.seldom():
            assert gc.get_threshold() == (collecting.SELDOM, 7, 8)
        assert gc.get_threshold() == (collecting.SELDOM, 7, 8)

    assert gc.get_threshold() == (600, 7, 8)


@pytest.mark.parametrize("first", [0, collecting.SELDOM + 1])
def test_who_wants_it_less_often_still_is_left_in_peace(first: int) -> None:
    gc.set_threshold(first, 10, 10)

    with collecting.seldom():
        assert gc.get_threshold()[0] == first

    assert gc.get_threshold()[0] == first


def test_what_others_set_meanwhile_stays() -> None:
    gc.set_threshold(700, 10, 10)

    with collecting.seldom():
        gc.set_threshold(900, 10, 10)

    assert gc.get_threshold()[0] == 900


def test_the_last_of_several_threads_puts_it_back() -> None:
    gc.set_threshold(700, 10, 10)
    first, second = collecting.seldom(), collecting.seldom()
    with first:
        entered, leave = threading.Event(), threading.Event()

        def other() -> None:
            with second:
                entered.set()
                leave.wait()

        thread = threading.Thread(target=other)
        thread.start()
        entered.wait()
    seen = gc.get_threshold()[0]
    leave.set()
    thread.join()

    assert seen == collecting.SELDOM
    assert gc.get_threshold()[0] == 700


def test_an_import_that_fails_leaves_it_as_it_was(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = gc.get_threshold()

    def fail(*_: object, **__: object) -> None:
        assert gc.get_threshold()[0] == collecting.SELDOM
        raise KeyboardInterrupt

    monkeypatch.setattr(intake, "judge", fail)
    with pytest.raises(KeyboardInterrupt):
        store.put(a_log(1))

    assert gc.get_threshold() == before
