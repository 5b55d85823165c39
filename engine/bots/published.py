"""What was published about the games, and the play that gives each figure anew.

Sources: "Difficulty" in the rules of Spot On and Pot Luck; the footnote of Equator's page says in
words what an independent solver gave in figures (docs/rules/equator.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from ..games import game
from ..games.equator.possible import possible_at
from .simulate import deal_of, setting_of, started
from .spot_on_hits import first_target_is_hit
from .tables import BotTable

NORMAL_TURNS: Final = (7.0, 8.0)
"""Turns that a target takes, on normal with two players."""


class Figure(NamedTuple):
    """A published figure."""

    name: str
    table: BotTable
    low: float
    """What was published: per cent, or turns. A span where it was said so; else both ends alike."""
    high: float
    games: int
    """That it was found in; 0 where nobody says."""
    rounding: float
    """How far the figure may be off for being rounded."""
    independent: tuple[float, float] | None = None
    """What other simulations of the plain reading found, the lowest and the highest."""
    measure: str = "win rate"
    note: str = ""
    """Why ours may be another."""


_SPOT_ON: Final = {
    # players: for each level what was published, and what others found looking two and three turns
    2: ((82, 79.0, 80.8), (54, 53.6, 54.1), (36, 32.2, 33.3), (9, 10.3, 10.3)),
    3: ((82, 78.6, 80.4), (59, 55.8, 57.1), (35, 34.5, 36.0), (3, 3.0, 3.0)),
    4: ((72, 76.8, 79.6), (32, 35.2, 36.4), (18, 17.9, 19.2), (0, 0.2, 0.2)),
}
_LEVELS: Final = ("easy", "normal", "hard", "expert")
_TWO_TURNS: Final = (
    "The source does not say how far the strategy looks; of the readings tried, two turns come "
    "nearest on the whole."
)
_FOUR_EASY: Final = (
    "No reading came near: four players on easy win more often than published under all of them."
)


def figures() -> Iterator[Figure]:
    """Yield all published figures, game by game."""
    yield from _of_spot_on()
    yield from _of_pot_luck()
    yield from _of_equator()


def _of_spot_on() -> Iterator[Figure]:
    for players, cells in _SPOT_ON.items():
        for level, (said, *others) in zip(_LEVELS, cells, strict=True):
            yield Figure(
                f"{players} players, {level}: win rate",
                BotTable("spot-on", players, ("simple",), level),
                said,
                said,
                5000 if players == 2 else 2000,
                0.5,
                (others[0], others[1]),
                note=_FOUR_EASY if (players, level) == (4, "easy") else _TWO_TURNS,
            )
    yield Figure(
        "2 players, normal, no signals: win rate",
        BotTable("spot-on", 2, ("simple",), "normal", {"signals": False}),
        41,
        41,
        1000,
        0.5,
        (43.8, 44.3),
        note="“A smaller run”, says the source; 1,000 games are our guess. " + _TWO_TURNS,
    )
    yield Figure(
        "2 players, normal: turns per target hit",
        BotTable("spot-on", 2, ("simple",), "normal"),
        *NORMAL_TURNS,
        5000,
        0.5,
        measure="turns per target hit",
        note="“About 7 to 8”: all turns of the games over the targets that were hit.",
    )
    for players in _SPOT_ON:
        yield Figure(
            f"{players} players: the first target can be hit with the cards dealt",
            BotTable("spot-on", players, (), "easy"),
            100,
            100,
            2000,
            0.0,
            (100.0, 100.0),
            measure="first target",
            note="Without jokers; all hands known, cards played in turn, no pass needed.",
        )


def _of_pot_luck() -> Iterator[Figure]:
    def cell(
        name: str, bot: str, said: float, others: float, note: str = "", **options: Any
    ) -> Figure:
        table = BotTable("pot-luck", 2, (bot,), "normal", options)
        return Figure(
            f"2 players, normal, {name}: win rate",
            table,
            said,
            said,
            5000,
            0.5,
            (others, others),
            note=note,
        )

    yield cell("random", "random-finisher", 2, 1.8, "Random, but finishing a pot if a card does.")
    yield cell("no open cards", "simple", 49, 47.1, _WEIGHTS, open_cards=0)
    yield cell("open hands", "simple", 90, 89.1, _WEIGHTS, open_hands=True)
    yield cell("no own-card rule", "simple", 94, 94.1, _WEIGHTS, own_card_rule=False)
    yield cell(
        "open hands, busts do not end the game",
        "simple",
        93,
        91.8,
        "Nine lives, the most there are. " + _WEIGHTS,
        open_hands=True,
        lives=9,
    )


_WEIGHTS: Final = "The source does not say how chance is weighed against risk, nor how ties go."


def _of_equator() -> Iterator[Figure]:
    found = {
        False: (0, 15, 47, 34, 4, 0.3, 0.04),
        True: (1.3, 18, 51, 28, 2, 0.1, 0.02),
    }
    for powers, shares in found.items():
        words = "powers and roots" if powers else "no powers"
        for cards, share in enumerate(shares, 2):
            yield Figure(
                f"{words}: first equation at {cards} cards",
                BotTable("equator", 2, (), "normal", {} if powers else {"powers": False}),
                share,
                share,
                10_000,
                0.5 if share >= 2 else 0.05 if share >= 0.1 else 0.005,
                measure=f"first equation at {cards}",
            )


# -- the work for figures that are no bot's


def first_targets(table: BotTable, seeds: Sequence[int]) -> list[bool]:
    """Tell for each deal whether its first target can be hit with the cards dealt."""
    rules = game(table.game)
    setting = setting_of(rules, level=table.level, players=table.players, options=table.options)
    return [first_target_is_hit(rules, setting, deal_of(rules, setting, seed)) for seed in seeds]


def first_equations(table: BotTable, seeds: Sequence[int]) -> list[int | None]:
    """Return for each deal at how many cards its first row has an equation; None if at none."""
    rules = game(table.game)
    setting = setting_of(rules, level=table.level, players=table.players, options=table.options)
    return [_first_equation(rules, setting, deal_of(rules, setting, seed)) for seed in seeds]


def _first_equation(rules: Any, setting: Any, deal: Any) -> int | None:
    table = started(rules, setting, deal)
    values: Sequence[int] = ()
    while (seat := rules.waiting(table)) is not None:
        kind = "target" if table.target is None else "turn"
        if table.targets and kind == "target":
            break  # the row came to nothing
        rules.apply(table, rules.spoken(table, {"type": kind, "player": seat}))
        values = table.values
        if len(values) >= _LONGEST:
            break
    return possible_at(values, table.powers, table.free_roots)


_LONGEST: Final = 10
"""Every row of so many cards has an equation."""
