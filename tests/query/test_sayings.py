"""What people say, as the tables of storage/query/language/talk/ hold it."""

from collections import Counter
from collections.abc import Iterator

import pytest

from storage.query.language.talk.sayings import SUBJECTS, sayings
from storage.query.language.talk.ways import separate, ways
from storage.query.language.words import SKIPPED


def listed() -> Iterator[tuple[str, str, str]]:
    """Yield every saying of a table with what it means and the table's name."""
    for subject in SUBJECTS:
        for meaning, said in subject.TABLE.items():
            yield from ((words, meaning, subject.__name__) for words in separate(said))


def test_no_saying_stands_twice_in_whichever_table():
    counted = Counter(words.removeprefix("=") for words, _, _ in listed())

    assert [words for words, times in counted.items() if times > 1] == []


def test_no_meaning_has_two_tables():
    """Or one would not know where the next way to say it goes."""
    tables: dict[str, set[str]] = {}
    for _, meaning, table in listed():
        tables.setdefault(meaning.strip(), set()).add(table)

    assert {meaning: found for meaning, found in tables.items() if len(found) > 1} == {}


def test_words_left_out_do_not_turn_one_saying_into_another():
    meant: dict[str, set[str]] = {}
    for words, meaning, _ in listed():
        for way in ways(words):
            meant.setdefault(way, set()).add(meaning)

    assert {way: found for way, found in meant.items() if len(found) > 1} == {}


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda one: one.__name__.rpartition(".")[2])
def test_every_subject_speaks_of_something(subject):
    assert subject.TABLE
    assert (subject.__doc__ or "").startswith("What people say")


def test_a_saying_is_looked_up_as_written_and_without_words_that_are_skipped():
    found = dict(sayings([("target", "targets")], ["spot-on"]))

    for words, meaning, _ in listed():
        assert found[words.removeprefix("=")] == meaning
        first, *others = words.split()
        bare = " ".join([first, *(one for one in others if one not in SKIPPED)])
        if not words.startswith("=") and bare.count(" ") > 1:
            assert found[bare] == meaning
