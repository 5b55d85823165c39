"""Lets bots play games by their rules; tells how each came out, or writes its log.

The rules are those that judge logs. A game is made of two things: its deal, which the seed and the
setting give, and what the bots choose, for which they have a source of chance of their own. So the
same seed deals the same cards whoever plays, and as nearly as can be under other options.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from ..envelope import FORMAT
from ..rules import Deal, Ending, Rules, Setting
from ..shapes import Move
from .players import NOTHING, RANDOM, Bot

NAMES: Final = ("Ada", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
MOST_MOVES: Final = 2000
"""A game that does not end by then is broken off."""
_IN_TURN: Final = frozenset(("spot-on", "pot-luck", "top-spot"))
"""Games in which nobody moves out of turn; of others each move is looked at."""


class Summary(NamedTuple):
    """How a simulated game came out."""

    seed: int
    outcome: str
    score: int | tuple[int, ...]
    """Of the team, or one a seat."""
    cause: str | None
    moves: Mapping[str, int]
    """How many moves there were, by type."""


def seed_of(series: int, nth: int) -> int:
    """Return the seed of game *nth*, from 0, of a series: two series have no game in common.

    >>> seed_of(1, 0) == seed_of(1, 0) != seed_of(1, 1) != seed_of(2, 0)
    True
    """
    digest = blake2b(f"{series} {nth}".encode(), digest_size=7).digest()
    return int.from_bytes(digest, "big")


def seeds_of(series: int, games: int) -> Iterator[int]:
    """Yield the seeds of the first *games* of a series."""
    return (seed_of(series, nth) for nth in range(games))


def setting_of(
    rules: Rules[Any], *, level: str, players: int, options: Mapping[str, Any] | None = None
) -> Setting:
    """Return what is agreed at a table of bots; *options* override the level's."""
    return Setting(level, {**rules.settle(level, players), **(options or {})}, NAMES[:players])


def deal_of(rules: Rules[Any], setting: Setting, seed: int) -> dict[str, Any]:
    """Return the deal of a seed, as the log writes it."""
    return rules.shuffle(setting, random.Random(f"{rules.name} {seed}"))


def simulate(
    rules: Rules[Any],
    *,
    players: int,
    seeds: Iterable[int],
    level: str = "normal",
    options: Mapping[str, Any] | None = None,
    bots: Sequence[Bot] = (RANDOM,),
) -> Iterator[Summary]:
    """Play a game a seed; yield how each came out, in order.

    *bots* sit down in turn, again from the first where there are more seats. `engine.bots.many`
    does the same on several processors.
    """
    setting = setting_of(rules, level=level, players=players, options=options)
    for seed in seeds:
        yield play_deal(rules, setting, deal_of(rules, setting, seed), bots=bots, seed=seed)


def play_deal(
    rules: Rules[Any],
    setting: Setting,
    deal: Mapping[str, Any],
    *,
    bots: Sequence[Bot],
    seed: int,
    record: list[Move] | None = None,
) -> Summary:
    """Play one deal to its end; *seed* is that of what the bots leave to chance.

    The moves go to *record*, with all the words a table says aloud, where there is one.
    """
    table = started(rules, setting, deal)
    rng = random.Random(seed)  # another stream than that of the deal, whose seed is a text
    seated = [bots[nth % len(bots)] for nth in range(len(setting.players))]
    counts = _play(rules, table, seated, rng, record)
    ending = rules.ending(table) or Ending("abandoned", rules.standing(table))
    return Summary(seed, ending.outcome, ending.score, ending.cause, counts)


def _play(
    rules: Rules[Any],
    table: Any,
    bots: Sequence[Bot],
    rng: random.Random,
    record: list[Move] | None,
) -> dict[str, int]:
    """Let the bots play; return how many moves they made, by type."""
    waiting, legal, apply, spoken = rules.waiting, rules.legal, rules.apply, rules.spoken
    words = _words(rules)
    takes_turns = rules.name in _IN_TURN
    counts = dict.fromkeys(rules.moves, 0)
    players = [(bot.choose, bot.looks) for bot in bots]
    for _ in range(MOST_MOVES):
        seat = waiting(table)
        if seat is None:
            break
        moves = legal(table)
        if len(moves) == 1:
            move = moves[0]
        elif takes_turns or all(move["player"] == seat for move in moves):
            choose, looks = players[seat]
            chosen = choose(rules.view(table, seat) if looks else NOTHING, moves, rng)
            assert chosen is not None, "only who may move out of turn may wait"
            move = chosen
        else:
            move = _of_several(rules, table, seat, moves, bots, rng)
        kind = move["type"]
        # Where nobody writes it down, a move need not say more than the rules ask for.
        if record is not None:
            move = spoken(table, move)
            record.append(move)
        elif len(move) < words[kind]:
            move = spoken(table, move)
        apply(table, move)
        counts[kind] += 1
    return counts


def _of_several(
    rules: Rules[Any],
    table: Any,
    seat: int,
    moves: Sequence[Move],
    bots: Sequence[Bot],
    rng: random.Random,
) -> Move:
    """Ask everyone who may move out of turn, as with a claim, before the one who has to move.

    Who comes first is chance. *seat* is asked with the others for such moves, and last for the one
    that is due.
    """
    free = {move["type"] for move in moves if move["player"] != seat}
    seats = list({move["player"]: None for move in moves if move["type"] in free})
    rng.shuffle(seats)
    for asked in seats:
        bot: Bot = bots[asked]
        own: list[Move] = [
            move for move in moves if move["player"] == asked and move["type"] in free
        ]
        view = rules.view(table, asked) if bot.looks else NOTHING
        # One that looks at nothing would claim whatever can be; it may as well let it be.
        if bot.looks or rng.random() < 0.5:
            claim = bot.choose(view, own, rng)
            if claim is not None:
                return claim
    due: list[Move] = [
        move for move in moves if move["player"] == seat and move["type"] not in free
    ]
    if len(due) == 1:
        return due[0]
    move = bots[seat].choose(rules.view(table, seat), due, rng)
    assert move is not None, "only who may move out of turn may wait"
    return move


def _words(rules: Rules[Any]) -> dict[str, int]:
    """Return by type how many fields a move has at the least."""
    return {
        kind: 2 + sum(field.required for field in shape.fields.values())
        for kind, shape in rules.moves.items()
    }


def play_game(
    rules: Rules[Any],
    *,
    seed: int,
    players: int,
    level: str = "normal",
    options: Mapping[str, Any] | None = None,
    bots: Sequence[Bot] = (RANDOM,),
) -> dict[str, Any]:
    """Play one game; return its full log. The same arguments give the same log.

    It is the game of that seed that `simulate` plays. A game that does not end within `MOST_MOVES`
    is written as abandoned.
    """
    return play_and_tell(
        rules, seed=seed, players=players, level=level, options=options, bots=bots
    )[1]


def play_and_tell(
    rules: Rules[Any],
    *,
    seed: int,
    players: int,
    level: str = "normal",
    options: Mapping[str, Any] | None = None,
    bots: Sequence[Bot] = (RANDOM,),
) -> tuple[Summary, dict[str, Any]]:
    """Play one game; return how it came out, and its log as `play_game` does."""
    setting = setting_of(rules, level=level, players=players, options=options)
    deal = deal_of(rules, setting, seed)
    record: list[Move] = []
    played = play_deal(rules, setting, deal, bots=bots, seed=seed, record=record)
    names = setting.players
    stated = dict(options or {})
    log = {
        "format": FORMAT,
        "game": rules.name,
        "rules": {"level": level, **({"options": stated} if stated else {})},
        "players": [{"name": name, "kind": "bot"} for name in names],
        "deal": deal,
        "moves": [
            {"type": move["type"], "player": names[move["player"]], **rules.write(move)}
            for move in record
        ],
        "result": {
            "outcome": played.outcome,
            "score": list(played.score) if isinstance(played.score, tuple) else played.score,
        },
        "source": "bot",
        "tags": sorted({f"bot:{bots[nth % len(bots)].name}" for nth in range(players)}),
        "x-seed": seed,
    }
    return played, log


def started(rules: Rules[Any], setting: Setting, deal: Mapping[str, Any]) -> Any:
    """Return the table after a deal that is known to the last card."""
    read = rules.cards.__getitem__
    hands = [list(map(read, hand)) for hand in deal["hands"]]
    stock = list(map(read, deal.get("stock", ())))
    return rules.start(setting, Deal(hands, stock, "full", True))
