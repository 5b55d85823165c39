"""A game that a package of its own adds, the one of docs/add-a-game.md, in every part of the house."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import games
from engine.replay import judge
from tests.docs.plugin import GAME, PACKAGE, ROOT, install, run

SAMPLES = PACKAGE / "sample_logs"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the game is installed."""
    folder = tmp_path_factory.mktemp("site")
    install(folder)
    return folder


@pytest.fixture
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let this process find the game."""
    monkeypatch.syspath_prepend(site)
    games.forget()
    yield
    monkeypatch.undo()
    games.forget()


@pytest.fixture(scope="module")
def ask(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    """A store with one log of two players and one of four; ask it something."""
    home = tmp_path_factory.mktemp("home")
    sent = [f"sample_logs/{GAME}-2p.json", f"sample_logs/{GAME}-table-4p.json"]
    assert run(site, "cli", "upload", *sent, home=home).returncode == 0

    def asked(phrase: str, where: Path = site) -> Any:
        done = run(where, "cli", "query", phrase, "--format", "json", home=home)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return asked


def played(*cards: str, reach: int = 2, **more: Any) -> bytes:
    """Return a log of one round of three, of which nobody noted the hands."""
    moves = [
        {"type": "play", "player": name, "card": card}
        for name, card in zip(("Anna", "Ben", "Cleo"), cards, strict=True)
    ]
    log = {
        "format": "cardstats/1",
        "game": GAME,
        "rules": {"options": {"reach": reach}},
        "players": ["Anna", "Ben", "Cleo"],
        "moves": moves,
        "result": {"outcome": "abandoned"},
        **more,
    }
    return json.dumps(log).encode()


def test_without_its_package_the_game_is_unknown(site: Path) -> None:
    faults = judge(played("7", "8", "9")).violations

    assert [(fault.code, fault.pointer) for fault in faults] == [("unknown-game", "/game")]


@pytest.mark.parametrize(
    ("cards", "reach", "points"),
    [
        (("7", "9", "K"), 2, (0, 1, 0)),  # 2 away is within reach
        (("7", "10", "K"), 2, (1, 0, 0)),  # 3 away is not, so the leader holds
        (("7", "10", "8"), 3, (0, 0, 1)),  # the nearer of two
        (("7", "8", "6"), 2, (0, 1, 0)),  # the first of two as near
        (("A", "K", "Q"), 2, (1, 0, 0)),  # ace is low, and nothing goes round the corner
        (("A", "K", "Q"), 12, (0, 0, 1)),
    ],
)
def test_who_takes_the_point(
    installed: None, cards: tuple[str, ...], reach: int, points: tuple[int, ...]
) -> None:
    """By the rules as docs/add-a-game.md tells them."""
    verdict = judge(played(*cards, reach=reach))

    assert verdict.violations == []
    assert verdict.facts is not None
    assert tuple(seat[7] for seat in verdict.facts.seats) == points


def test_a_hidden_hand_hides_whether_a_nearer_card_was_there(installed: None) -> None:
    deal = {"hands": [["7H", "2H", "3H", "4H", "5H"], ["?"] * 5, ["6S", "JS", "QS", "KS", "AS"]]}

    verdict = judge(played("7H", "10D", "AS", deal=deal))

    assert verdict.facts is not None
    legal_and_missed = [(row[11], row[12]) for row in verdict.facts.moves]
    # Cleo's six was within reach and one away; what Ben held, nobody knows.
    assert legal_and_missed == [(5, None), (None, None), (5, True)]


def test_it_obeys_the_laws_of_every_game(site: Path) -> None:
    done = run(
        site,
        "pytest",
        str(ROOT / "tests" / "test_every_game.py"),
        "-q",
        "-p",
        "no:cacheprovider",
        CARDSTATS_TEST_GAMES=GAME,
        CARDSTATS_TEST_SAMPLES=str(SAMPLES),
    )

    assert done.returncode == 0, done.stdout
    # A sample or a fault at least for each, and the laws that take a seed.
    assert int(done.stdout.rpartition(" passed")[0].rpartition("\n")[2]) >= 40


def test_its_broken_logs_are_rejected_on_the_command_line(site: Path) -> None:
    done = run(site, "cli", "validate", f"sample_logs/broken/{GAME}-wrong-gap.json")

    assert done.returncode == 1
    assert "move 3: The gap is 3, not 4. [wrong-gap]" in done.stdout


def test_a_question_about_its_own_metric_is_answered(ask: Callable[..., Any]) -> None:
    """By hand: of five targets in each log Ben held his ace and his seven, Cleo her five."""
    answer = ask("hold rate by player count")

    assert [list(row.values())[:2] for row in answer["rows"]] == [[2, 0.4], [4, 0.2]]


def test_a_question_about_its_own_dimension_is_answered(ask: Callable[..., Any]) -> None:
    """By hand, from the log of two: the gaps of those who play second are 0, 3, 0, 0 and 3."""
    answer = ask("avg gap by playing order for 2 players")

    assert [list(row.values())[:2] for row in answer["rows"]] == [[1, None], [2, 1.2]]


def test_a_store_answers_when_the_package_is_gone(ask: Callable[..., Any], tmp_path: Path) -> None:
    """What was judged stays judged; only the words that the game brought are gone."""
    answer = ask("avg turns per game", tmp_path)

    assert next(iter(answer["rows"][0].values())) == 15
