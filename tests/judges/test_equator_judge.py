"""The second judge of Equator against the rules page, its source, and itself."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import permutations
from typing import Any, Literal

import pytest

from tests.judges import equator
from tests.judges.equator import (
    DEFAULTS,
    NUMERALS,
    PLANTS,
    RANKS,
    Card,
    How,
    Log,
    Solver,
    TooLargeError,
    UnreadableError,
    Verdict,
    Whereabouts,
    facts,
    hide,
    judge,
    kind_of_claim,
    plant,
    read_equation,
    row_values,
    simulate,
    value_of,
    walk,
)

HOWS: tuple[How | Literal["full"], ...] = ("full", "hands", "table", "mixture")


@cache
def some_log(seed: int, how: How | Literal["full"] = "full") -> Log:
    """Return a random game as *how* tells it; shared by the tests, so none may change it."""
    if how == "full":
        return simulate(random.Random(seed))
    return hide(some_log(seed), random.Random(seed), how)


def pencil_log(*rows: str, players: int = 2, result: Log | None = None, **options: Any) -> Log:
    """Return a table log of rows like "8 3 | 7 4 Q | Ben: 4^3+8+7+4"; no pile may run out.

    The cards before the first bar set the target; then turns, and a part with a colon is a claim.
    """
    names = ["Anna", "Ben", "Chloé", "Dörte"][:players]
    moves: list[dict[str, Any]] = []
    seat = players - 1
    for row in rows:
        target, *parts = (part.strip() for part in row.split("|"))
        moves.append({"type": "target", "player": names[seat], "cards": target.split()})
        seat += 2
        for part in parts:
            if ":" in part:
                name, _, equation = part.partition(":")
                moves.append({"type": "claim", "player": name, "equation": equation})
                continue
            for card in part.split():
                moves.append({"type": "turn", "player": names[seat % players], "card": card})
                seat += 1
        seat %= players
    return {
        "format": "cardstats/1",
        "game": "equator",
        "rules": {"options": options},
        "players": names,
        "moves": moves,
        "result": result or {"outcome": "abandoned"},
    }


def scores(log: Log) -> list[int]:
    *_, (_, _, table) = walk(log)
    return table.scores()


# --- Legal games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("start", range(0, 120, 30))
def test_a_simulated_game_is_legal_and_stays_so_with_less_knowledge(start: int) -> None:
    for seed in range(start, start + 30):
        for how in HOWS:
            assert judge(some_log(seed, how)) == [], (seed, how)


def test_simulated_games_show_every_outcome_of_the_page() -> None:
    seen: Counter[str] = Counter()

    for seed in range(120):
        log = some_log(seed)
        seen[log["result"]["outcome"]] += 1
        for at, move, table in walk(log):
            seen[move.get("type", "after the last move")] += 1
            seen[f"claim {table.last_claim}"] += bool(at)
            if move.get("type") == "claim":
                seen["claim without cards"] += not table.piles[
                    table.seats[move["player"].casefold()]
                ]
                seen["claim of two cards"] += len(table.row) == 2
            if move.get("type") == "redeal":
                seen["redeal with a row"] += bool(table.row)
                seen["redeal with cards left"] += table.left > 0
            if not move:
                seen.update(f"end {one.end}" for one in table.rounds)
                seen["no units any more"] += bool(log["moves"]) and (
                    log["moves"][-1]["type"] == "target" and "value" not in log["moves"][-1]
                )
                seen["row left over"] += bool(table.row)
                seen["target of a ten"] += any(one.row[1] == "10" for one in table.rounds)

    expected = {
        *("finished", "abandoned", "target", "turn", "claim", "redeal", "redeal with a row"),
        *("redeal with cards left", "claim right", "claim value", "claim cards"),
        *("claim arithmetic", "claim without cards", "claim of two cards", "end claim"),
        *("end opponent", "end debarred", "end unfinished", "no units any more", "row left over"),
        "target of a ten",
    }
    assert {name for name in expected if not seen[name]} == set()


def test_a_greedy_table_needs_four_or_five_cards_on_average() -> None:
    """The source: "on average it will take four or five cards"."""
    lengths = [
        one["cards"]
        for seed in range(15)
        for one in facts(simulate(random.Random(seed), options={}, policy="greedy"))["rounds"]
        if one["end"] == "claim"
    ]

    assert 3.8 < sum(lengths) / len(lengths) < 5.2


def test_a_simulated_game_is_the_one_asked_for() -> None:
    options = {"ten": "zero", "powers": False}

    log = simulate(random.Random(1), level="normal", players=5, options=options)

    assert log["rules"] == {"level": "normal", "options": options}
    assert len(log["players"]) == 5
    assert [len(hand) for hand in log["deal"]["hands"]] == [10] * 5


# --- Planted faults ------------------------------------------------------------------------------


@pytest.mark.parametrize("code", PLANTS)
def test_a_planted_fault_is_told_first_and_at_its_move(code: str) -> None:
    planted_in: Counter[str] = Counter()

    for seed in range(12):
        for how in HOWS:
            planted = PLANTS[code](some_log(seed, how), random.Random(seed))
            if planted is None:
                continue
            log, codes, at = planted
            first = judge(log)[:1]
            assert codes == {code}
            assert first == [(code, at)], (seed, how)
            planted_in[how] += 1

    blind = {"hand-size", "not-your-card"}
    """What a log without a deal cannot show."""
    assert set(planted_in) == set(HOWS) - ({"table"} if code in blind else set())


def test_plant_reaches_every_code() -> None:
    codes: set[str] = set()
    for seed in range(120):
        planted = plant(some_log(seed), random.Random(seed))
        assert planted is not None
        codes |= planted[1]

    assert codes == set(PLANTS)


# --- Equations -----------------------------------------------------------------------------------

ROW = "8 3 7 4 Q"


@pytest.mark.parametrize(
    ("row", "target", "equation", "kind"),
    [
        ("8 3 7 4 Q", 83, "4^3+8+7+4", "right"),
        ("8 3 7 4 Q", 83, "4^3+8+7+4=83", "right"),
        ("8 3 7 4 Q 2", 83, "(8*3*4)-7-4-2=83", "right"),
        ("2 5", 25, "5^2", "right"),
        ("5 8 4 5", 27, "5*5+(8/4)", "right"),
        ("5 8 4 5 4", 27, "(4*8)-4-((5-4)^4)", "cards"),  # four 4s where the row holds two
        ("5 8 4 5 4", 27, "4*8-5*(5-4)", "right"),
        ("5 8 4 5 4 9", 27, "(9*5)-(4*5)+(8/4)", "right"),
        # The kinds, the first that fits.
        ("8 3 7 4", 83, "8*3+7*4", "value"),
        ("8 3 7 4", 83, "83", "cards"),
        ("8 3 7 4", 83, "8*3+7*8", "cards"),
        ("8 3 7 4", 83, "(8+3)*7+6", "cards"),
        ("8 3 7 4", 83, "83+4-4", "cards"),
        ("8 3 7 4 J", 83, "8*3*4-7", "value"),  # the one 4 it uses may be the jack
        ("8 3 7 4 J", 83, "8+3+4/(4-4)", "cards"),
        ("8 3 7 4 J", 83, "8+3+7/(4-4)", "arithmetic"),
        ("8 3 7 4 J", 83, "8+3^(4/7)", "arithmetic"),
        ("8 3 4 4", 83, "8+3+(4-4)", "value"),
        ("3 3 4 4", 33, "(3-3)^(4-4)", "arithmetic"),
        ("3 3 4 4", 33, "(3-3)^(3-4)", "cards"),
        ("1 3 4", 13, "4^(1-3)", "value"),  # 1/16: a negative exponent is whole
        ("2 8 3", 28, "3√8+2", "value"),
        ("2 9 3", 29, "2√9+3", "value"),
        ("2 9 3", 29, "3√9+2", "arithmetic"),
        ("1 9 3", 19, "1√9+3", "arithmetic"),  # an index of 2 or more
        ("1 6 2", 16, "(1-6-3)^2", "cards"),
        ("1 8 3 9", 18, "(3√(1-9)+8)", "value"),  # -2 + 8
        ("5 9 2", 59, "√9+5+2", "arithmetic"),
        ("8 10 2", 80, "8*10", "cards"),
        ("8 10 2", 80, "8*10*2/2", "cards"),
        ("8 10 2", 80, "2*8*10", "value"),
    ],
)
def test_a_claim_is_worth_what_the_page_says(
    row: str, target: int, equation: str, kind: str
) -> None:
    """The source's examples first; its solitaire targets are given, not made of two figures."""
    values = row_values(["A" if rank == "1" else rank for rank in row.split()])

    assert kind_of_claim(read_equation(equation)[0], values, target, DEFAULTS) == kind


@pytest.mark.parametrize("equation", ["5^2", "2√9", "√9", "(5)^2"])
def test_a_game_without_powers_has_no_powers_and_no_roots(equation: str) -> None:
    for options in ({"powers": False}, {"powers": False, "free_roots": True}):
        with pytest.raises(equator.WrongArithmeticError):
            value_of(read_equation(equation)[0], {**DEFAULTS, **options})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2^3^2", 512),
        ("2√16^2", 16),
        ("5^2√16", 625),
        ("2^3√8", 4),
        ("(1+1)√(7+2)", 3),
        ("√16", 4),
        ("√(9+7)*2", 8),
        ("√√16", 2),
        ("2√3√64", 2),
        ("8-3-2", 3),
        ("8/4/2", 1),
        ("8:4×3x2·1÷2−1", 5),
        (" 8 + 3 = 11 ", 11),
        ("7^0", 1),
        ("(3-4)^9^2", -1),
        ("0^2", 0),
        ("1/3+1/6*4", 1),
    ],
)
def test_an_equation_is_read_as_the_log_format_says(text: str, value: int) -> None:
    tree, _ = read_equation(text)

    assert value_of(tree, {**DEFAULTS, "free_roots": True}) == value


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        ("-3", 1),
        ("4*-3", 3),
        ("4^-3", 3),
        ("(-3)", 2),
        ("+3", 1),
        ("4+", 3),
        ("4+ ", 4),
        ("4 7", 3),
        ("(4+3", 5),
        ("4+3)", 4),
        ("2(3)", 2),
        ("3√", 3),
        ("4+3=", 5),
        ("4+3=-7", 5),
        ("4+3=7+0", 6),
        ("4=4=4", 4),
        ("4,3", 2),
        ("４+3", 1),
        ("4\t+3", 2),
        ("4X3", 2),
    ],
)
def test_an_unreadable_equation_is_told_with_its_column(text: str, column: int) -> None:
    with pytest.raises(UnreadableError) as caught:
        read_equation(text)

    assert caught.value.column == column


@pytest.mark.parametrize(
    "text",
    [
        *("2^255", "1^" * 32 + "1", "(" * 32 + "8" + ")" * 32, "8" + " " * 199, "7√0", "1/2^255"),
        *("(1-2)^(9^9)", "1^(9^9)", "9" * 77),
    ],
)
def test_an_equation_may_be_as_large_as_its_bounds(text: str) -> None:
    value_of(read_equation(text)[0], DEFAULTS)


@pytest.mark.parametrize(
    "text",
    [
        *("2^256", "1^" * 33 + "1", "(" * 33 + "8" + ")" * 33, "8" + " " * 200, "9^9^9^9^9"),
        *("1/2^256", "9" * 78, "(2^255)*2", "√" * 33 + "1", "8=" + "9" * 78, "1/(9^9)^(9+9)"),
    ],
)
def test_an_equation_beyond_its_bounds_is_too_large(text: str) -> None:
    with pytest.raises(TooLargeError):
        value_of(read_equation(text)[0], {**DEFAULTS, "free_roots": True})


# --- The source's examples, and the page's rulings, as logs --------------------------------------


@pytest.mark.parametrize(
    ("row", "options", "expected"),
    [
        ("8 3 | 7 4 Q | Anna: 4^3+8+7+4=83", {}, [2, 0]),
        ("8 3 | 7 4 Q 2 | Ben: (8*3*4)-7-4-2=83", {"powers": False}, [0, 2]),
        ("2 5 | Ben: 5^2=25", {}, [0, 2]),
        ("2 5 | Ben: 5^2=25", {"scoring": "values"}, [0, 7]),
        ("K 8 Q J 3 | 7 | Ben: 7*8+3", {"scoring": "values"}, [11, 0]),  # 59: Anna's by a slip
        ("10 2 10 5 | 3 | Ben: 2*5+3", {}, [2, 0]),
        ("10 8 10 | Anna: 8*10", {"ten": "zero"}, [2, 0]),
        ("10 8 10 | Anna: 8*10", {"ten": "zero", "scoring": "values"}, [18, 0]),
        ("5 2 | J K 10 Q | Anna: 5*10+2", {}, [2, 0]),  # its 10 may be the queen
        ("5 2 | J K 10 Q | Anna: 5*10+2+10-10", {}, [0, 2]),  # there are two
    ],
)
def test_a_row_of_the_source_is_judged_as_it_is_told(
    row: str, options: dict[str, Any], expected: list[int]
) -> None:
    log = pencil_log(row, **options)

    assert judge(log) == []
    assert scores(log) == expected


def test_the_equation_that_the_source_prints_for_five_cards_is_a_wrong_claim() -> None:
    tree, _ = read_equation("(4*8)-4-((5-4)^4)")

    assert value_of(tree, DEFAULTS) == 27
    assert Counter(equator.numbers_in(tree)) - Counter([5, 8, 4, 5, 4]) == Counter({4: 2})


@pytest.mark.parametrize(
    ("rows", "players", "expected"),
    [
        (["8 3 | 8 | Anna: 8+3 | Anna: 8*8+3"], 3, [("debarred", 3)]),
        (["8 3 | 8 | Anna: 8+3 | Ben: 8 | Chloé: 3 | Anna: 8"], 3, [("no-target", 5)]),
        (["8 3 | 8 | Anna: 8+3 | Ben: 8*8+3"], 2, [("no-target", 3)]),
        (["8 3 | Anna: 8+3"], 2, [("claim-before-turn", 1)]),
        (["2 5 | Anna: 5^2=26"], 2, [("wrong-value", 1)]),
        (
            ["2 5 | Anna: 5^2=26", "3 4 | 5 | Anna: 3+4+5=35"],
            2,
            [("wrong-value", 1), ("wrong-value", 4)],
        ),
        (["2 5 | 5 5 5 5"], 2, [("card-already-seen", 4)]),
        (["2H 5 | 2S 2H"], 2, [("card-already-seen", 2)]),
        (["8 3 4"], 2, [("wrong-target-cards", 0)]),
        (["8 K"], 2, [("wrong-target-cards", 0)]),
        (["8 10"], 2, [("wrong-target-cards", 0)]),
        (["8 *"], 2, [("no-such-card", 0)]),
        (["8 3 | 4 | Anna: 8+3+"], 2, [("equation-unreadable", 2)]),
        (["8 3 | 4 | Anna: 4^8^3"], 2, [("equation-too-large", 2)]),
    ],
)
def test_a_fault_is_told_where_it_is(rows: list[str], players: int, expected: Verdict) -> None:
    assert judge(pencil_log(*rows, players=players)) == expected


def test_a_redeal_is_the_dealer_s_and_only_in_its_variant() -> None:
    log = next(
        log
        for log in (simulate(random.Random(seed), options={"redeal": True}) for seed in range(99))
        if any(move["type"] == "redeal" for move in log["moves"])
    )
    at = next(at for at, move in enumerate(log["moves"]) if move["type"] == "redeal")
    first = log["players"][0]

    log["rules"]["options"]["redeal"] = False
    row_was_in_play = next(table.target for index, _, table in walk_to(log, at) if index == at)
    without_the_variant = judge(log)
    log["rules"]["options"]["redeal"] = True
    log["moves"][at]["player"] = first["name"] if isinstance(first, dict) else first

    assert judge(log) == [("wrong-player", at)]
    assert without_the_variant == [
        ("after-end" if row_was_in_play is None else "target-not-due", at)
    ]


def walk_to(log: Log, at: int) -> Any:
    return walk({**log, "moves": log["moves"][:at]})


# --- Hidden cards --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("noted", "cards", "expected"),
    [
        # The log format's own example: an open 7, a hidden 7H and a played 7 accuse nobody.
        ({(1, 0): "7", (0, 9): "7H"}, ["7", "5"], []),
        ({(1, 0): "7", (0, 9): "7H"}, ["7H", "5"], ["card-already-seen"]),
        ({(0, 9): "7H"}, ["7H", "5"], ["card-already-seen"]),
        ({(1, 0): "7S"}, ["7H", "5"], ["not-your-card"]),
        ({(1, 0): "8"}, ["7H", "5"], ["not-your-card"]),
        ({(1, 0): "8", (0, 9): "7H"}, ["7H", "5"], ["not-your-card"]),
        ({(0, 0): "8"}, ["7H", "7H"], ["card-already-seen"]),
        ({(0, 6): "7", (0, 7): "7", (0, 8): "7", (0, 9): "7"}, ["7", "5"], ["card-already-seen"]),
        ({(0, 7): "7", (0, 8): "7", (0, 9): "7"}, ["7", "5"], []),
        ({(0, 7): "7S", (0, 8): "7H", (0, 9): "7D"}, ["7", "7C"], ["card-already-seen"]),
        ({(0, 7): "7S", (0, 8): "7H", (0, 9): "7"}, ["7", "5"], []),
        ({(0, 7): "7S", (0, 8): "7S"}, ["8", "5"], ["card-already-seen"]),
        ({(1, 0): "7♥"}, ["7h", "5"], []),
        ({(1, 0): "T"}, ["10", "7", "5"], []),
    ],
)
def test_what_is_hidden_is_held_against_nobody_and_what_is_known_is(
    noted: dict[tuple[int, int], str], cards: list[str], expected: list[str]
) -> None:
    log = pencil_log(" ".join(cards))
    hands = [["?"] * 26, ["?"] * 26]
    for (seat, at), card in noted.items():
        hands[seat][at] = card
    log["deal"] = {"hands": hands}

    assert [code for code, _ in judge(log)] == expected


@pytest.mark.parametrize("seed", range(40))
def test_whereabouts_agree_with_all_arrangements(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six cards, all 720 ways to deal them, and every way to deal the waste pile again."""
    monkeypatch.setattr(equator, "RANKS", ("7", "8"))
    monkeypatch.setattr(equator, "SUITS", "SHD")
    rng = random.Random(seed)
    deck = [Card(rank, suit) for rank in equator.RANKS for suit in equator.SUITS]
    known = Whereabouts()
    slots = [known.new_slot(0) for _ in range(rng.randint(3, 6))]
    never, left_over = -1, -2
    ways = set(permutations(slots + [never] * (len(deck) - len(slots))))
    """Each a place for every card of the deck."""
    again: list[int] = []

    def learn(slot: int, card: Card) -> bool:
        nonlocal ways
        meant = [
            at
            for at, (rank, suit) in enumerate(deck)
            if rank == card.rank and card.suit in (None, suit)
        ]
        possible = {way for way in ways if any(way[at] == slot for at in meant)}
        later = {left_over, *again} if slot in slots else set()
        shown = known.up | later
        noted = (set(known.noted) | later) - {slot}
        assert known.was_shown(card, slot) == all(way[at] in shown for way in ways for at in meant)
        assert known.is_elsewhere(card, slot) == all(
            way[at] in noted for way in ways for at in meant
        )
        assert known.put(slot, card) == bool(possible)
        ways = possible or ways
        return bool(possible)

    def some_card() -> Card:
        card = rng.choice(deck)
        return card if rng.random() < 0.6 else Card(card.rank, None)

    def show(slot: int) -> None:
        while not learn(slot, some_card()):
            pass
        known.up.add(slot)

    for slot in rng.sample(slots, rng.randint(0, len(slots))):
        learn(slot, some_card())
    for slot in slots[:-1]:
        show(slot)
    waste = rng.sample(slots[:-1], rng.randint(2, len(slots) - 1))
    again = [known.new_slot(1) for _ in range(rng.randint(1, len(waste)))]
    deals = set(permutations(again + [left_over] * (len(waste) - len(again))))
    ways = {
        tuple(dict(zip(waste, dealt, strict=True)).get(place, place) for place in way)
        for way in ways
        for dealt in deals
    }
    known.turn_down(waste, 1)
    learn(again[0], some_card())
    for slot in rng.sample([slots[-1], *again], len(again) + 1):
        show(slot)


# --- The solver ----------------------------------------------------------------------------------


def first_length(rng: random.Random, solver: Solver) -> int | None:
    """Deal a target and a row, and ask when it first was possible."""
    deck = rng.sample([rank for rank in RANKS for _ in "SHDC"], 52)
    digits = [at for at, rank in enumerate(deck) if rank in RANKS[:9]][:2]
    row = [deck[at] for at in digits] + deck[digits[1] + 1 :][:6]
    target = NUMERALS[row[0]] * 10 + NUMERALS[row[1]]
    return solver.possible_at(row_values(row), target)


@pytest.mark.parametrize(
    ("powers", "published"),
    [
        (False, {2: 0, 3: 15, 4: 47, 5: 34, 6: 4}),
        (True, {2: 1.3, 3: 18, 4: 51, 5: 28, 6: 2}),
    ],
)
def test_the_first_equation_comes_when_the_page_says(
    powers: bool, published: dict[int, float]
) -> None:
    rng = random.Random(20)
    deals = 500

    lengths = Counter(first_length(rng, Solver(powers, free_roots=False)) for _ in range(deals))

    for length, percent in published.items():
        spread = (percent * (100 - percent) / deals) ** 0.5
        assert abs(100 * lengths[length] / deals - percent) < 3 * spread + 0.8, length
    assert sum(lengths[length] for length in published) > 0.985 * deals


@pytest.mark.parametrize("powers", [False, True])
@pytest.mark.parametrize("free_roots", [False, True])
def test_an_equation_that_the_solver_finds_is_right(powers: bool, free_roots: bool) -> None:
    rng = random.Random(3)
    options = {**DEFAULTS, "powers": powers, "free_roots": powers and free_roots}
    found = 0

    for _ in range(150):
        row = [rng.randint(1, 9), rng.randint(1, 9)]
        row += [rng.randint(1, 10) for _ in range(rng.randint(0, 4))]
        target = row[0] * 10 + row[1]
        if text := Solver.of(options).equation(row, target):
            found += 1
            tree, _ = read_equation(text)
            assert kind_of_claim(tree, row, target, options) == "right", text

    assert found > 60


@pytest.mark.parametrize("cards", [(2, 3, 8), (1, 4, 4), (2, 2, 9), (3, 3, 10)])
@pytest.mark.parametrize("options", [{"powers": False}, {}, {"free_roots": True}])
def test_no_expression_escapes_the_solver_s_list(
    cards: tuple[int, ...], options: dict[str, Any]
) -> None:
    """Random texts over the cards, worked out by the judge, against the list of all values."""
    rng = random.Random(7)
    chosen = {**DEFAULTS, **options}
    values = Solver.of(chosen).table(cards)

    for _ in range(400):
        parts = [str(card) for card in cards]
        while len(parts) > 1:
            left, right = (parts.pop(rng.randrange(len(parts))) for _ in "ab")
            parts.append(f"({left}{rng.choice('+-*/^√')}{right})")
            if rng.random() < 0.2:
                parts.append(f"(√{parts.pop()})")
        try:
            value = value_of(read_equation(parts[0])[0], chosen)
        except (equator.WrongArithmeticError, TooLargeError):
            continue
        assert value in values, parts[0]


@pytest.mark.parametrize(
    ("cards", "options"),
    [
        ((2, 3, 7, 8), {"powers": False}),
        ((1, 4, 4, 9), {"powers": False}),
        ((2, 3, 7, 8), {}),
        ((2, 2, 6, 6), {}),
        ((1, 1, 3, 10), {"free_roots": True}),
    ],
)
def test_the_search_back_from_the_goal_misses_nothing(
    cards: tuple[int, ...], options: dict[str, Any]
) -> None:
    """Four cards: their values all listed, against the search for one after the other."""
    solver = Solver.of({**DEFAULTS, **options})
    listed = solver.list_values(cards)

    for goal in (*range(-3, 100), *random.Random(1).sample(list(listed), 60)):
        assert (solver.make(cards, goal) is not None) == (goal in listed), goal


# --- Facts ---------------------------------------------------------------------------------------


def test_the_facts_of_a_row_are_those_of_the_source_s_example() -> None:
    log = pencil_log(
        "8 3 | 7 | Chloé: 8*3+7 | 4 Q | Anna: 4^3+8+7+4=83",
        "2 5 | 3 | Ben: 5*(2+3)",
        players=3,
    )

    told = facts(log)

    first, second = told["rounds"]
    assert (first["value"], first["cards"], first["turns"], first["claims"]) == (83, 5, 3, 2)
    assert first["wrong_claims"] == {"value": 1, "cards": 0, "arithmetic": 0}
    assert (first["winner"], first["end"]) == (0, "claim")
    # 3 + 7 * (4 + 8) - 4 does without powers.
    assert (first["possible_at"], first["missed_turns"], first["powers_needed"]) == (5, 0, False)
    # 5^2 was there at two cards.
    assert (second["possible_at"], second["missed_turns"], second["powers_needed"]) == (2, 1, True)
    assert told["game"] == {
        "cards_won": [2, 2, 0],
        "score": [2, 2, 0],
        "targets_set": 2,
        "targets_won": 2,
        "targets_abandoned": 0,
    }
    assert [move["claim"] for move in told["moves"]] == [
        *(None, None, "value", None, None, "right", None, None, "right")
    ]
    assert told["moves"][5]["row"] == [8, 3, 7, 4, 4]


def test_the_facts_of_a_game_add_up_to_its_result() -> None:
    for seed in range(20):
        log = some_log(seed)

        told = facts(log)

        assert told["game"]["score"] == log["result"]["score"]
        assert sum(told["game"]["cards_won"]) == 2 * told["game"]["targets_won"]
        assert len(told["moves"]) == len(log["moves"])
        claims = [move for move in log["moves"] if move["type"] == "claim"]
        assert sum(one["claims"] for one in told["rounds"]) == len(claims)
        for one in told["rounds"]:
            assert one["end"] != "claim" or one["possible_at"] <= one["cards"]
