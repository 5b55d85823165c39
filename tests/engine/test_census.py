"""Where every card of a game may be."""

import random

import pytest

from engine.cards import CARDS, JOKER, NOTHING, UNKNOWN, Deck, is_exact, rank_only, standard_deck
from engine.census import Census
from engine.errors import IllegalMove
from tests.conftest import LONG

SEEDS = range(2000 if LONG else 200)
SEVEN = CARDS["7"]


def cards(texts):
    return [UNKNOWN if text == "?" else CARDS[text] for text in texts.split()]


def dealt(rng, form):
    """Return a census of two hands and a stock, and the cards as they lie."""
    deck = list(standard_deck(2).cards)
    rng.shuffle(deck)
    hands, stock = [deck[:4], deck[4:8]], deck[8 : rng.choice([12, 54])]
    known = {"full": (True, True), "hands": (True, False), "table": (False, False)}.get(form)

    def told(pile, nth):
        if known is None:
            return [UNKNOWN if rng.random() < 0.3 else card for card in pile]
        return list(pile) if known[nth] else [UNKNOWN] * len(pile)

    census = Census(
        standard_deck(2), [told(hand, 0) for hand in hands], told(stock, 1), ["Ann", "Bo"]
    )
    return census, hands, stock


def shown(census):
    """Return all that a census knows; in which order a hand lies means nothing."""
    kept = census.copy()
    for hand in kept.hands:
        hand.cards.sort()
    return kept


def fault_of(act, *args):
    try:
        act(*args)
    except IllegalMove as error:
        return error.code, error.message
    return None


@pytest.mark.parametrize("form", ["full", "hands", "table", "hidden"])
def test_what_is_plain_comes_to_the_same_as_it_does_closely(form):
    plain = 0
    for seed in SEEDS:
        rng = random.Random(f"{form} {seed}")
        census, hands, stock = dealt(rng, form)
        for _ in range(60):
            if not stock:
                break
            seat = rng.randrange(2)
            own = rng.random() < 0.9
            card = rng.choice(hands[seat] if own else [*hands[1 - seat], stock[0]])
            drew = rng.choice([*[None if form == "table" else stock[0]] * 8, UNKNOWN, stock[-1]])
            if rng.random() < 0.02:
                card = rank_only(card)
            noted = UNKNOWN if drew is None else drew
            before, closely = shown(census), census.copy()
            fault = fault_of(closely.exchange, seat, card, noted)

            if census.exchange_plainly(seat, card, drew):
                plain += 1
                assert fault is None
                assert shown(census) == shown(closely)
            else:
                assert shown(census) == before
            if fault is not None:
                assert shown(closely) == before
                continue
            if card not in hands[seat] or noted not in (UNKNOWN, stock[0]):
                break  # wrong, but it can be, as far as anybody knows
            census = closely
            hands[seat].remove(card)
            hands[seat].append(stock.pop(0))

    assert plain > 2 * len(SEEDS), "it is what nearly always happens"


@pytest.mark.parametrize("drew", [None, NOTHING])
def test_from_an_empty_stock_nothing_comes(drew):
    census = Census(standard_deck(), [cards("7H 8H"), cards("? ?")], [], ["Ann", "Bo"])

    assert census.exchange_plainly(0, CARDS["7H"], drew)
    assert census.exchange_plainly(1, CARDS["9H"], drew)
    assert not census.exchange_plainly(0, CARDS["8H"], UNKNOWN)
    assert [len(hand) for hand in census.hands] == [1, 1]


def test_room_is_what_the_deck_has_less_what_was_seen():
    """Whether it was counted all the time, or is once somebody asks."""
    for seed in SEEDS:
        rng = random.Random(seed)
        census, hands, stock = dealt(rng, "hands")
        seen = [*hands[0], *hands[1]]
        for card in rng.sample(stock, 3):
            census.exchange(0, census.hands[0].cards[0], card)
            seen.append(card)
        room = [
            standard_deck(2).room[rank] - sum(c >> 3 == rank for c in seen) for rank in range(14)
        ]
        assert census.room_left() == room
        ranks = [rank for rank in range(1, 14) if room[rank]]
        if ranks:
            rank = rng.choice(ranks)
            census.turn(rank_only(rank * 8))
            room[rank] -= 1
            assert census.room_left() == room


def test_a_card_whose_suit_nobody_noted_takes_the_room_of_an_exact_one():
    stock = cards("? ? ? ?")
    census = Census(standard_deck(), [cards("7S 7H 7D")], stock, ["Ann"])

    census.turn(SEVEN)

    with pytest.raises(IllegalMove, match="7C is elsewhere"):
        census.turn(CARDS["7C"])


def test_a_card_that_the_deck_lacks_is_nowhere():
    deck = Deck.of(card for card in standard_deck().cards if card >> 3 >= 7 and card >> 1 & 1)
    census = Census(deck, [cards("? ?")], cards("? ?"), ["Ann"])
    two, heart, diamond = CARDS["2D"], CARDS["7H"], CARDS["7D"]

    for odd in (two, heart):
        assert is_exact(odd)
        assert not census.exchange_plainly(0, odd, None)
        assert fault_of(census.exchange, 0, odd)[0] == "card-already-seen"
        assert not census.turn_plainly([odd])
        with pytest.raises(IllegalMove):
            census.turn(odd)
    assert census.exchange_plainly(0, diamond, None)


def test_a_second_joker_comes_after_the_first_was_played_and_a_third_does_not():
    census = Census(standard_deck(2), [cards("* 2S")], cards("? ? ?"), ["Ann"])

    assert census.exchange_plainly(0, JOKER, CARDS["3S"])
    assert not census.lay_open(JOKER)
    census.exchange(0, CARDS["3S"], JOKER)
    census.take(0, JOKER)

    assert census.lay_open(JOKER)
    assert fault_of(census.exchange, 0, CARDS["2S"], JOKER)[0] == "card-already-seen"
