"""Bots see what their seat sees, play by the rules, and play as they say."""

import json
import random
from itertools import islice

import pytest

from engine import games
from engine.bots import pot_luck, spot_on_search
from engine.bots.players import UnknownBot, bot_named, bots_of
from engine.bots.simulate import (
    deal_of,
    play_game,
    seed_of,
    seeds_of,
    setting_of,
    simulate,
    started,
)
from engine.bots.spot_on_search import (
    JOKER,
    JOKERS,
    RANKS,
    SPENDS,
    Seat,
    best,
    chances,
    hitting,
)
from engine.cards import CARD_TEXT, shuffle
from engine.errors import IllegalMove
from engine.replay import judge, replay
from tests.conftest import LONG

GAMES = tuple(games.OURS)
PAIRS = [(game, bot) for game in GAMES for bot in bots_of(games.game(game))]


def variants(game):
    """Tables of each kind: levels and players, and options that change what is seen."""
    rules = games.game(game)
    options = {
        "spot-on": [{}, {"open_hands": True}, {"signals": False}, {"small_numbers": True}],
        "pot-luck": [{}, {"open_hands": True}, {"open_cards": 0}, {"own_card_rule": False}],
        "top-spot": [{}],
        "equator": [{}, {"powers": False}, {"redeal": True}],
    }[game]
    least, most = rules.players
    return [
        (level, players, option)
        for level in rules.levels
        for players in range(least, most + 1)
        for option in options
    ]


def table_of(game, seed):
    choices = variants(game)
    level, players, options = choices[seed % len(choices)]
    return setting_of(games.game(game), level=level, players=players, options=options)


# -- bots do not peek


def hidden_from(game, view, table):
    """Return the texts of the cards that a seat cannot see and that never lay open."""
    whole = games.game(game).view(table, None)
    hidden = []
    for nth, (seen, real) in enumerate(zip(view["hands"], whole["hands"], strict=True)):
        left = list(real)
        for text in seen:
            if text != "?":
                left.remove(text)
        shown = view.get("shown", [None] * len(whole["hands"]))[nth]
        for text in shown if isinstance(shown, list) else [shown]:
            if text in left:
                left.remove(text)
        hidden += left
    return hidden


def stock_of(game, table):
    census = getattr(table, "census", None) or getattr(table, "hands", None)
    stock = getattr(census, "stock", ())
    return [CARD_TEXT[card] for card in stock]


def swapped(deal, names):
    """Return a deal with its cards renamed."""
    if isinstance(deal, dict):
        return {key: swapped(value, names) for key, value in deal.items()}
    if isinstance(deal, list):
        return [swapped(value, names) for value in deal]
    return names.get(deal, deal)


@pytest.mark.parametrize(("game", "name"), PAIRS)
def test_a_choice_does_not_change_when_unseen_cards_are_swapped(game, name):
    """The cards that a seat cannot see change places wherever they lie; what led here stays as it
    was, move by move. Where the table would have come to another choice, the bot has peeked."""
    rules = games.game(game)
    bot = bot_named(rules, name)
    compared = 0
    for seed in range(40 if LONG else 8):
        rng = random.Random(seed)
        setting = table_of(game, seed)
        deal = deal_of(rules, setting, seed)
        table = started(rules, setting, deal)
        moves = []
        opened = set()
        while (seat := rules.waiting(table)) is not None and len(moves) < 60:
            choices = [move for move in rules.legal(table) if move["player"] == seat]
            if len(choices) > 1 and rng.random() < 0.4:
                view = rules.view(table, seat)
                unseen = hidden_from(game, view, table) + stock_of(game, table)
                unseen = [text for text in unseen if text not in opened and text != "*"]
                others = unseen.copy()
                rng.shuffle(others)
                names = dict(zip(unseen, others, strict=True))
                other = replayed(rules, setting, swapped(deal, names), moves)
                if other is not None:
                    seen = rules.view(other, seat)
                    legal = [move for move in rules.legal(other) if move["player"] == seat]
                    assert seen == view
                    assert bot.choose(seen, legal, random.Random(5)) == bot.choose(
                        view, choices, random.Random(5)
                    )
                    compared += names != dict(zip(unseen, unseen, strict=True))
            move = rules.spoken(table, rng.choice(choices))
            if move["type"] == "target":
                opened |= set(rules.write(move)["cards"])
            moves.append(move)
            rules.apply(table, move)
    assert compared >= 10


def replayed(rules, setting, deal, moves):
    """Return the table after the same moves over another deal; None where those are not legal."""
    table = started(rules, setting, deal)
    for move in moves:
        told = {key: value for key, value in move.items() if key not in ("drew", "hands")}
        try:
            rules.apply(table, told)
        except IllegalMove:
            return None
    return table


# -- they play by the rules


@pytest.mark.parametrize(("game", "name"), PAIRS)
def test_every_log_of_a_bot_is_accepted_and_marked(game, name):
    rules = games.game(game)
    bot = bot_named(rules, name)
    for seed in range(60 if LONG else 12):
        level, players, options = variants(game)[seed * 7 % len(variants(game))]
        log = play_game(rules, seed=seed, players=players, level=level, options=options, bots=[bot])

        verdict = judge(json.dumps(log).encode())

        assert verdict.violations == []
        assert verdict.log.deal.knowledge == "full"
        assert log["source"] == "bot"
        assert {player["kind"] for player in log["players"]} == {"bot"}
        assert log["result"]["outcome"] != "abandoned"
        assert replay(verdict.log) == []


def test_a_total_beyond_the_numbers_of_a_log_is_left_out_of_it():
    """ "There is no upper limit", says the source of totals; LOG_FORMAT.md knows integers of 64 bits.

    Of 50,000 random games three came that far, this one to 14,029,055,962,032,179,292.
    """
    rules = games.game("spot-on")
    bot = bot_named(rules, "random")

    log = play_game(rules, seed=42049465280666591, players=2, level="hard", bots=[bot])

    assert judge(json.dumps(log).encode()).violations == []
    plays = [move for move in log["moves"] if move["type"] == "play"]
    told = [move["total"] for move in plays if "total" in move]
    assert len(told) < len(plays)
    assert max(told) < 2**63


@pytest.mark.parametrize(("game", "name"), PAIRS)
def test_a_summary_is_that_of_the_log(game, name):
    """Where nothing is written down the moves say less, and nothing else is different."""
    rules = games.game(game)
    bot = bot_named(rules, name)
    seeds = list(seeds_of(3, 6))
    least = rules.players[0]

    for summary in simulate(rules, players=least, seeds=seeds, bots=[bot]):
        log = play_game(rules, seed=summary.seed, players=least, bots=[bot])
        score = list(summary.score) if isinstance(summary.score, tuple) else summary.score
        assert log["result"] == {"outcome": summary.outcome, "score": score}
        kinds = [move["type"] for move in log["moves"]]
        assert {kind: kinds.count(kind) for kind in rules.moves} == summary.moves


def test_cards_are_shuffled_as_python_does():
    """So that a deal can be made anew from its seed without this code: it is Fisher and Yates's."""
    for size in (0, 1, 2, 3, 33, 52, 54, 64, 65):
        ours, theirs = list(range(size)), list(range(size))

        shuffle(ours, random.Random(size))

        random.Random(size).shuffle(theirs)
        assert ours == theirs


def test_the_same_seed_deals_the_same_cards_whatever_the_jokers():
    rules = games.game("spot-on")

    def cards(jokers):
        setting = setting_of(rules, level="normal", players=2, options={"jokers": jokers})
        deal = deal_of(rules, setting, 11)
        return [text for cards in (*deal["hands"], deal["stock"]) for text in cards if text != "*"]

    assert cards(0) == cards(1) == cards(2)


def test_seeds_of_two_series_have_nothing_in_common():
    assert not set(seeds_of(1, 2000)) & set(seeds_of(2, 2000))
    assert list(islice(seeds_of(4, 9), 3)) == [seed_of(4, nth) for nth in range(3)]


def test_an_unknown_bot_is_told_with_the_nearest():
    with pytest.raises(UnknownBot) as caught:
        bot_named(games.game("spot-on"), "simpel")

    assert caught.value.suggestions == ("simple",)


@pytest.mark.parametrize(("game", "name"), PAIRS)
def test_every_bot_says_how_it_plays(game, name):
    bot = bots_of(games.game(game))[name]

    assert bot.sentence.endswith(".")
    assert all(reading.endswith(".") for reading in bot.readings)
    assert bot.readings or name in ("random", "nearest")


# -- they play as they say


def test_the_totals_that_hit_are_those_of_the_tips():
    """The source's tip for 348: 335 to 347, 349 to 361, and 174, 116, 87, 58, 29, 696 and so on."""
    found = hitting(348, is_small=False)

    for total in [*range(335, 348), *range(349, 362), 174, 116, 87, 58, 29, 696]:
        assert total in found
    assert found[87] >> 4 & 1
    assert found[29] >> 12 & 1


def brute(target, is_small, total, unseen, seats):
    """Return the chance of a total by its definition: slowly, one card after the other."""

    def results(total, value):
        yield total + value
        if value <= total:
            yield total - value
        if not is_small:
            yield total * value
            if total % value == 0:
                yield total // value

    def hit(total, seat):
        ranks = [rank for rank in RANKS if target in results(total, rank)]
        if not ranks or total == target:
            return 0.0
        known = seat.known & 1 or any(seat.known >> rank & 1 for rank in ranks)
        if known:
            return 1.0
        share = (unseen[JOKER] + sum(unseen[rank] for rank in ranks)) / sum(unseen)
        return 1 - (1 - share) ** seat.hidden

    def worth(total, nth):
        if total == target:
            return 0.0
        now = hit(total, seats[nth])
        if nth + 1 == len(seats):
            return now
        least = worth(total, nth + 1)
        if not seats[nth].hidden:  # what they hold is no matter of chance
            held = [rank for rank in RANKS if seats[nth].known >> rank & 1]
            ways = [worth(after, nth + 1) for rank in held for after in results(total, rank)]
            return now + (1 - now) * max([least, *ways])
        plain = sum(unseen) - unseen[JOKER]
        best = sorted(
            (
                (max(worth(after, nth + 1) for after in results(total, rank)), unseen[rank])
                for rank in RANKS
                if unseen[rank]
            ),
            reverse=True,
        )
        later, left = 0.0, plain
        for chance, cards in best:
            if chance <= least:
                break
            fewer = left - cards
            later += chance * (
                (left / plain) ** seats[nth].size - (fewer / plain) ** seats[nth].size
            )
            left = fewer
        later += least * (left / plain) ** seats[nth].size
        return now + (1 - now) * later

    return worth(total, 0)


def positions(count, *, turns=(1, 2, 3)):
    rng = random.Random(8)
    for _ in range(count):
        is_small = rng.random() < 0.25
        target = rng.randint(10, 99) if is_small else rng.randint(100, 999)
        unseen = [rng.randint(0, 2), *(rng.randint(0, 4) for _ in RANKS)]
        unseen[rng.randint(1, 13)] += 1
        unseen = [min(cards, 4) for cards in unseen]
        seats = []
        for _ in range(rng.choice(turns)):
            size = rng.randint(1, 10)
            many = rng.choices((0, 1, size), (6, 3, 2))[0]
            cards = rng.choices(range(14), k=many)
            seats.append(Seat(sum(1 << rank for rank in set(cards)), size - many, size))
        near = [target + rng.randint(-40, 40) for _ in range(5)]
        far = (target // 2 + 3, target * 2 - 5, target * rng.randint(2, 200), rng.randint(0, 20000))
        totals = [abs(total) for total in (*near, *far) if abs(total) != target]
        yield target, is_small, totals, unseen, seats


def test_chances_are_those_of_their_definition():
    for target, is_small, totals, unseen, seats in positions(60, turns=(1, 2)):
        found = chances(target, is_small, totals, unseen, seats)

        assert found == pytest.approx(
            [brute(target, is_small, total, unseen, seats) for total in totals], abs=1e-12
        )


def test_chances_three_turns_ahead_are_those_of_their_definition():
    for target, is_small, totals, unseen, seats in positions(2, turns=(3,)):
        found = chances(target, is_small, totals[:2], unseen, seats)

        assert found == pytest.approx(
            [brute(target, is_small, total, unseen, seats) for total in totals[:2]], abs=1e-12
        )


def test_compiled_chances_are_the_same_to_the_last_bit():
    compiled = pytest.importorskip("engine.bots.spot_on_compiled")

    for position in positions(2000 if LONG else 300):
        assert list(compiled.chances(*position)) == list(chances(*position))


def plays(position, rng):
    """Make of a position what a bot asks: plays that leave its totals, some of them more than once."""
    target, is_small, totals, unseen, seats = position
    totals = [*totals[1:], *rng.choices(totals[1:], k=3), totals[0]]
    marks = [rng.choice((0, 0, JOKERS, SPENDS, JOKERS | SPENDS)) for _ in totals[:-1]]
    spent = [Seat(0, seat.size, seat.size) for seat in seats]
    return target, is_small, totals, marks, unseen, seats, spent


def test_the_best_play_is_the_one_with_the_best_chance_and_ties_go_as_told():
    """Each total's chance is looked up on its own; that of `chances` is held to its definition."""
    rng = random.Random(4)
    left = 0
    for position in positions(80, turns=(1, 2)):
        asked = plays(position, rng)
        target, totals, marks = asked[0], asked[2], asked[3]

        found = best(*asked, may_leave=True)
        kept = best(*asked, may_leave=False)

        worth = [worth_of(asked, nth) for nth in range(len(totals))]
        order = [
            (-worth[nth], mark & JOKERS, abs(target - totals[nth]), nth)
            for nth, mark in enumerate(marks)
        ]
        assert kept == min(order)[-1]
        assert found == (len(marks) if worth[-1] > worth[kept] else kept)
        left += found == len(marks)
    assert 0 < left < 80


def worth_of(asked, nth):
    """Return what one total is worth to a player whose open card is gone where the play spends it."""
    target, is_small, totals, marks, unseen, seats, spent = asked
    ahead = spent if nth < len(marks) and marks[nth] & SPENDS else seats
    return spot_on_search.rounded(*chances(target, is_small, [totals[nth]], unseen, ahead))


def test_the_compiled_search_finds_the_same_play():
    compiled = pytest.importorskip("engine.bots.spot_on_compiled")
    rng = random.Random(5)

    for position in positions(2000 if LONG else 300):
        asked = plays(position, rng)
        may_leave = rng.random() < 0.5
        assert compiled.best(*asked, may_leave=may_leave) == best(*asked, may_leave=may_leave)


def test_compiled_and_plain_bots_play_the_same_games(monkeypatch):
    pytest.importorskip("numba")
    from engine.bots import spot_on

    rules = games.game("spot-on")
    played = []
    for plain in ("0", "1"):
        monkeypatch.setenv("CARDSTATS_PLAIN", plain)
        spot_on.search.cache_clear()
        played.append(
            [
                play_game(rules, seed=seed, players=2 + seed % 3, bots=[bots_of(rules)[name]])
                for seed in range(8)
                for name in ("simple", "three-turns")
            ]
        )
        kind = spot_on.search().__module__
        assert kind.endswith("spot_on_search" if plain == "1" else "spot_on_compiled")
    spot_on.search.cache_clear()

    assert played[0] == played[1]


def test_simple_spot_on_hits_shows_and_keeps_its_joker():
    """The source's example: 348, Ben shows his 4 and hits from 344 with it."""
    view = {
        "target": 348,
        "total": 344,
        "on_turn": 1,
        "hands": [["?"] * 5, ["4H", "JC", "*"]],
        "shown": [None, "4H"],
        "chain": [{"card": "KS", "op": "+", "value": 13, "total": 13}],
        "discard": [],
        "target_cards": ["3D", "4C", "8S"],
        "options": {"jokers": 1, "small_numbers": False},
    }
    joker, four, jack = 4, 4 * 8 + 1, 11 * 8 + 3
    play = {"type": "play", "player": 1}
    moves = [
        {**play, "card": joker, "op": "+", "as": 4},
        {"type": "signal", "player": 1, "card": joker},
        {**play, "card": four, "op": "+"},
        {"type": "signal", "player": 1, "card": four},
        {**play, "card": jack, "op": "+"},
    ]
    choose = bot_named(games.game("spot-on"), "simple").choose

    assert choose(view, moves, random.Random(1)) == moves[2]
    assert choose(view | {"total": 200}, moves[1:], random.Random(1)) == moves[1]


def test_simple_pot_luck_finishes_with_the_highest_card_and_an_ace_last():
    pots = [{"total": 11, "top": "Bo", "cards": []}, {"total": 10, "top": "Bo", "cards": []}]
    view = {"limit": 21, "pots": pots}
    king, ace = 13 * 8, 8
    moves = [
        {"type": "play", "player": 0, "card": ace, "pot": 2, "as": 11},
        {"type": "play", "player": 0, "card": king, "pot": 1},
    ]

    assert pot_luck.choose_simple(view, moves, random.Random(1)) == moves[1]
    assert pot_luck.choose_simple(view, moves[:1], random.Random(1)) == moves[0]


def test_simple_wins_more_rounds_of_top_spot_than_random():
    rules = games.game("top-spot")
    bots = [bots_of(rules)["simple"], bots_of(rules)["random"], bots_of(rules)["random"]]
    scores = [0, 0, 0]
    for summary in simulate(rules, players=3, seeds=range(60), bots=bots):
        scores = [one + more for one, more in zip(scores, summary.score, strict=True)]

    assert scores[0] > 1.5 * max(scores[1:])


def test_nobody_is_quicker_than_others_at_equator():
    """Who of several equals claims first is chance: each seat wins about as much as the others."""
    rules = games.game("equator")
    totals = [0, 0, 0]
    for summary in simulate(rules, players=3, seeds=range(60), bots=[bots_of(rules)["simple"]]):
        totals = [one + more for one, more in zip(totals, summary.score, strict=True)]

    assert max(totals) < 1.4 * min(totals)


def test_chances_that_only_rounding_tells_apart_are_a_tie():
    assert spot_on_search.rounded(0.1 + 0.2) == spot_on_search.rounded(0.3)
