"""Metrics that users define in cardstats.toml."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from storage.query import PhraseError, read, run
from storage.query.catalogue import catalogue, current
from storage.query.config import find
from storage.query.own_metrics import BadMetric, load

from .stored import Stored, stored

GOOD = """
[metrics."comeback rate"]
sentence = "Targets hit after the total had passed over them, of all that were hit."
over = "hits * (rounds.passed_over > 0)"
of = "hits"
better = "more"

[metrics."net plays"]
sentence = "Plays less passes"
value = "plays - passes"
unit = "turns"

[metrics."hit share"]
sentence = "Of the targets those hit."
over = "hits"
of = "targets"

[metrics."hard play"]
sentence = "Turns on hard of more than half of the game's."
value = "games.level = 'hard' and plays > games.turns / 2"
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "cardstats.toml"
    path.write_text(GOOD, encoding="utf-8")
    monkeypatch.setenv("CARDSTATS_CONFIG", str(path))
    return path


@pytest.fixture(scope="module")
def store() -> Stored:
    return stored()


def _counted(store: Stored) -> list[dict[str, object]]:
    """Return the games that questions count: those of people."""
    return [row for row in store.rows["games"] if row["played_by"] != "bots"]


def test_a_metric_of_ones_own_is_asked_like_any_other(store: Stored, file: Path) -> None:
    """The figures are counted by hand from the rows."""
    games = {row["game_id"] for row in _counted(store)}
    hit = [r for r in store.rows["rounds"] if r["game_id"] in games and r["outcome"] == "hit"]
    back = [row for row in hit if row["passed_over"]]
    assert 0 < len(back) < len(hit)

    result = run(store.reading, "comeback rate by level")
    whole = run(store.reading, "comeback rate").rows[0][0]

    assert result.echo == "comeback rate by level"
    assert whole == pytest.approx(len(back) / len(hit))


def test_sums_of_counts_are_counts(store: Stored, file: Path) -> None:
    rows = _counted(store)
    net = sum(int(row["plays"]) - int(row["passes"]) for row in rows)  # type: ignore[call-overload]

    assert run(store.reading, "net plays").rows[0][0] == pytest.approx(net / len(rows))
    assert run(store.reading, "number of net plays").rows[0][0] == net
    assert run(store.reading, "net plays by player").rows
    assert current().metrics["net plays"].sentence == "Plays less passes."


def test_a_share_of_its_whole_is_a_rate(file: Path) -> None:
    assert current().metrics["hit share"].kind == "rate"
    assert current().metrics["comeback rate"].kind == "ratio"


def test_parts_of_a_rate_have_no_name_of_their_own(file: Path) -> None:
    with pytest.raises(PhraseError):
        read("comeback rate (over)", current())


def test_typos_in_it_suggest_it(store: Stored, file: Path) -> None:
    with pytest.raises(PhraseError) as caught:
        run(store.reading, "comebak rate by level")

    assert caught.value.suggestions[0] == "comeback rate"


@pytest.mark.parametrize(
    ("keys", "key", "reason", "way_out"),
    [
        ('over = "hits; DROP TABLE games"\nof = "hits"', "over", "`;` cannot stand here", "sign"),
        ('over = "hitz"\nof = "hits"', "over", "no metric `hitz`", "hits"),
        ('value = "rounds.passd_over"', "value", "no column `passd_over`", "rounds.passed_over"),
        ('value = "passwd.secret"', "value", "no table `passwd`", "rounds"),
        ('value = "win rate"', "value", "is a rate", "wins and decided games"),
        ('value = "sessions"', "value", "counted once each", "each game"),
        ('over = "hits"\nof = "rule breaks"', "of", "told by violations", "one table"),
        ('value = "games.level"', "value", "a text and no number", "Compare"),
        ('value = "passes * games.level"', "value", "calculate with a text", ""),
        ('value = "passes + rounds.passed_over * seats.hits"', "value", "other parts are not", ""),
        ('value = "(passes"', "value", "not closed", ")"),
        ('value = ""', "value", "no expression", "passes"),
        ('value = "passes +"', "value", "breaks off", "number"),
        ('value = "passes plays"', "value", "`plays` cannot stand here", "sign"),
        ("value = \"read_csv('/etc/passwd')\"", "value", "no metric", ""),
        ("vlaue = 'passes'", "vlaue", "no 'vlaue'", "value"),
        ("value = 3", "value", "no text", "value"),
        ("value = 'passes'\nbetter = 'up'", "better", "more or less", "Leave"),
        ("value = 'rounds.passed_over'\nper = 'tragets'", "per", "per 'tragets'", "target"),
        ("value = 'rounds.passed_over'\nper = 'game'", "per", "not by game", "Leave"),
        ("over = 'hits'\nof = 'targets'\nper = 'game'", "per", "all its cases", "Leave"),
        ("over = 'hits'\nof = 'busts'", "of", "No game has both", ""),
        ("synonyms = 'x'\nvalue = 'passes'", "synonyms", "a list", "["),
    ],
)
def test_an_error_names_file_line_key_reason_and_way_out(
    tmp_path: Path, keys: str, key: str, reason: str, way_out: str
) -> None:
    path = tmp_path / "cardstats.toml"
    path.write_text(f'# mine\n[metrics."my rate"]\nsentence = "Mine."\n{keys}\n', encoding="utf-8")

    with pytest.raises(BadMetric) as caught:
        load(path, catalogue())

    error = caught.value
    line = next(
        at for at, text in enumerate(path.read_text().splitlines(), 1) if text[: len(key)] == key
    )
    assert error.place == f'{path}:{line}, metrics."my rate".{key}'
    assert reason in error.message
    assert way_out in error.hint


@pytest.mark.parametrize(
    ("synonym", "means"),
    [
        ("pass rate", "the metric pass rate"),
        ("Skips", "the metric passes"),
        ("evening", "the dimension session"),
        ("per", "a word of questions"),
        ("the", "says nothing by itself"),
        ("other rate", "the metric other rate"),
        ("OTHER-NAME", "the metric other rate"),
        ("my  rate", "one of its names already"),
        ("1st", "no name"),
        ("a=b", "no name"),
    ],
)
def test_a_synonym_that_is_taken_is_told_with_what_has_it(
    tmp_path: Path, synonym: str, means: str
) -> None:
    path = tmp_path / "cardstats.toml"
    other = 'sentence = "Other."\nvalue = "plays"\nsynonyms = ["other name"]\n'
    mine = f'sentence = "Mine."\nvalue = "passes"\nsynonyms = ["free one", "{synonym}"]\n'
    path.write_text(f'[metrics."other rate"]\n{other}[metrics."my rate"]\n{mine}', "utf-8")

    with pytest.raises(BadMetric) as caught:
        load(path, catalogue())

    assert caught.value.place == f'{path}:8, metrics."my rate".synonyms'
    assert synonym in caught.value.message
    assert means in caught.value.message


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[metrics."my rate"]\nvalue = "passes"', "no sentence"),
        ('[metrics."my rate"]\nsentence = "s"', "neither"),
        ('[metrics."my rate"]\nsentence = "s"\nover = "hits"', "together"),
        ('[metrics."pass rate"]\nsentence = "s"\nvalue = "passes"', "means something already"),
        ('[metrics."by"]\nsentence = "s"\nvalue = "passes"', "means something already"),
        ("[metrics.\"x'); --\"]\nsentence = 's'\nvalue = 'passes'", "letters, digits"),
        ("[metric.x]\nsentence = 's'", "no such table"),
        ("[metrics\n", "no TOML"),
        ("metrics = 3", "no table"),
    ],
)
def test_a_whole_metric_can_be_wrong(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "cardstats.toml"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(BadMetric) as caught:
        load(path, catalogue())

    assert reason in caught.value.message
    assert str(path) in str(caught.value.place)


def test_texts_in_an_expression_are_quoted(tmp_path: Path) -> None:
    path = tmp_path / "cardstats.toml"
    path.write_text(
        "[metrics.mine]\nsentence = 's'\nvalue = '''passes * (games.level = \"x' OR 1=1 --\")'''",
        encoding="utf-8",
    )

    (metric,) = load(path, catalogue())

    assert "'x'' OR 1=1 --'" in metric.at["games"]


def test_the_configuration_is_looked_for_where_it_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, work = tmp_path / "store", tmp_path / "a" / "b"
    store.mkdir()
    work.mkdir(parents=True)
    monkeypatch.delenv("CARDSTATS_CONFIG", raising=False)
    monkeypatch.setenv("CARDSTATS_HOME", str(store))
    monkeypatch.chdir(work)
    assert find() is None

    (store / "cardstats.toml").touch()
    assert find() == (store / "cardstats.toml", "beside the store")
    (tmp_path / "a" / "cardstats.toml").touch()
    assert find() == (tmp_path / "a" / "cardstats.toml", "a folder above")
    (work / "cardstats.toml").touch()
    assert find() == (work / "cardstats.toml", "this folder")
    monkeypatch.setenv("CARDSTATS_CONFIG", str(store / "other.toml"))
    assert find() == (store / "other.toml", "CARDSTATS_CONFIG")
    with pytest.raises(BadMetric):
        current()


def test_a_file_that_changes_is_read_anew(file: Path) -> None:
    assert "net plays" in current().metrics
    file.write_text("", encoding="utf-8")
    os.utime(file, ns=(1, 1))

    assert "net plays" not in current().metrics
