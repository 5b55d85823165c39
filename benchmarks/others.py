"""Moves a second beside programs that check the moves of other games: chess and poker."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from . import corpus
from .measure import Figure, Section, each, in_turn, lap, over, rate
from .pipeline import verdict_of

if TYPE_CHECKING:
    from pokerkit import HandHistory, State

CHESS: Final = 5.0
POKER: Final = 15.0

_GAMES: Final = 100
_MOST_PLIES: Final = 120
"""A random game of chess goes on for hundreds of moves; people's do not."""
_HANDS: Final = 100
_SEATS: Final = 6


def beside_chess() -> Section:
    """Measure python-chess reading games in PGN, each move checked and made."""
    from chess import pgn

    text, plies = _pgn()

    def read_all() -> None:
        games = io.StringIO(text)
        read = 0
        while pgn.read_game(games) is not None:
            read += 1
        assert read == _GAMES, "every game reads"

    return _beside("python-chess reading PGN", "plies", plies, read_all, CHESS)


def beside_poker() -> Section:
    """Measure PokerKit replaying hands that it has read already."""
    hands, actions = _hands()

    def replay_all() -> None:
        for hand in hands:
            for _ in hand:
                pass

    return _beside("PokerKit replaying hands", "actions", actions, replay_all, POKER)


def _beside(
    words: str, noun: str, count: int, work: Callable[[], object], wanted: float
) -> Section:
    logs = corpus.all_forms()
    assert corpus.all_accepted(logs), "games that were played by the rules are legal"
    moves = corpus.moves_in(logs)

    times = in_turn({"ours": each(verdict_of, logs), "theirs": lap(work)})
    figure = Figure(
        f"bytes → verdict / {words}",
        over(times["theirs"], times["ours"], moves / count),
        wanted,
        told=f"{rate(moves, times['ours'], 'moves')}, {rate(count, times['theirs'], noun)}",
    )
    return Section(f"Beside {words}: moves a second", [figure])


def _pgn() -> tuple[str, int]:
    """Return random legal games as PGN, and the number of their moves."""
    import chess
    from chess import pgn

    rng = random.Random(1)
    texts = []
    plies = 0
    for _ in range(_GAMES):
        board = chess.Board()
        while not board.is_game_over() and len(board.move_stack) < _MOST_PLIES:
            board.push(rng.choice(list(board.legal_moves)))
        plies += len(board.move_stack)
        texts.append(str(pgn.Game.from_board(board)))
    return "\n\n".join(texts) + "\n", plies


def _hands() -> tuple[list[HandHistory], int]:
    """Return hands of no-limit hold'em played at random, and the number of their actions."""
    from pokerkit import Automation, HandHistory, NoLimitTexasHoldem

    dealer = (Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING)
    automations = tuple(one for one in Automation if one not in dealer)
    game = NoLimitTexasHoldem(automations, True, 0, (1, 2), 2)
    rng = random.Random(1)
    hands = []
    for _ in range(_HANDS):
        state = game((200,) * _SEATS, _SEATS)
        deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
        rng.shuffle(deck)
        while state.status:
            _go_on(state, deck, rng)
        hands.append(HandHistory.from_game_state(game, state))
    return hands, sum(len(hand.actions) for hand in hands)


def _go_on(state: State, deck: list[str], rng: random.Random) -> None:
    """Deal what is due, else let a player act: mostly call, sometimes raise or fold."""
    if state.can_burn_card():
        state.burn_card("??")
    elif state.can_deal_hole():
        state.deal_hole(deck.pop() + deck.pop())
    elif state.can_deal_board():
        street = state.street
        assert street is not None, "cards are dealt on a street"
        state.deal_board("".join(deck.pop() for _ in range(street.board_dealing_count)))
    else:
        chance = rng.random()
        if chance < 0.15 and state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to()
        elif chance < 0.35 and state.can_fold():
            state.fold()
        else:
            state.check_or_call()
