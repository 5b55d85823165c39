"""What people say of how games came out: won and lost, scores, margins, causes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from .ways import AGAINST, Saying, both_ways

TABLE: Final[Mapping[str, str]] = {
    "losses where shortfall = 1": "games lost on last target, lose on last target,"
    " how many games lose on last target, games lost at last target, lost on last target,"
    " how often lose on last target, lose at last target, games lost by one target, near misses,"
    " near miss, narrow losses, close losses, narrowly lost games, nearly won games,"
    " almost won games, games nearly won, games almost won, lost by one pot, lost by one target",
    "min shortfall": "closest loss, narrowest loss, closest lost game, closest defeat",
    "mean unused stock": "cards left in stock, how many cards left in stock,"
    " cards left over in stock, how many cards left over in stock, cards remain in stock,"
    " how many cards remain in stock, cards remaining in stock, cards still in stock,"
    " how many cards still in stock, cards left over in stock at end, cards left in stock at end,"
    " cards left over in stock at end of, unused cards in stock, unplayed cards in stock,"
    " remaining stock, stock left, remaining cards in stock, leftover stock, stock left over,"
    " cards unused in stock, unused cards left in stock, stock remaining, stock left at end,"
    " remaining stock at end, unused cards, cards never drawn, undrawn cards,"
    " cards left in draw pile, cards left in deck, stock size at end, stock at end of game,"
    " stock at end",
    "which location has the highest win rate": "where play best, where win most, where win best",
    "win rate": "winnable, beatable, at all winnable, possible to win, how difficult, how hard,"
    " how tough, how winnable, too hard, too easy, too difficult, how easy, how challenging,"
    " balanced, well balanced, fair, percentage won, percent won, % won, success percentage,"
    " success rate, success ratio, percentage of success, victory rate, rate of success,"
    " rate of winning, winning percentage, winning chances, winning chance",
    "games by outcome": "how games end, how most games end, how games ended, how game end,"
    " completed vs abandoned games, completed vs abandoned, finished vs abandoned games,"
    " finished vs abandoned, completed and abandoned games, completed vs unfinished games,"
    " abandoned vs completed games, abandoned vs finished games, finished vs unfinished games",
    "games by cause": "why games end, why game end, reasons games end, reasons why games end,"
    " reason games end, =reasons for games to end, reasons for end, reasons for end of game,"
    " ways game ends, how game can end, what ends most games, what ends games,"
    " what ended most games, what end most games, end reason, end reasons, ending reason,"
    " ending reasons, reasons for ending, reason for ending, causes of ending",
    "where shortfall = 1": "by one target, by one pot, one target short, one pot short, one short,"
    " by one, short by one, with only one pot to go, with one pot to go,"
    " with only one target to go, with one target to go, with one pot missing,"
    " with one target missing, by just one pot, by just one target",
    "distribution of shortfall": "how close losses, how close were lost games, how far short",
    "shortfall for lost": "lost games how many pots short, lost games how many targets short,"
    " how many pots short, how many targets short, pots short in lost games",
    "where winning margin = 1": "decided by one point, decided by 1 point, won by one point,"
    " won by 1 point, by one point, by 1 point",
    "abandoned games": "games stopped before end, games stopped early, games stopped,"
    " games broke off, games not finish, games didn't finish, games gave up, games gave up on,"
    " stopped games, aborted games, games quit, games left unfinished,"
    " how many games stopped before end, how many games stopped early, how many games not finish,"
    " how many games didn't finish, games not finished, how many games not finished,"
    " unfinished games, how many games never finished, how many games given up,"
    " how many games broken off",
    "abandon rate": "how often give up, how often players give up, how often quit,"
    " how often abandon, how often games abandoned, how often game abandoned,"
    " how often games broken off, how often stop early",
    "share of games in which unused stock = 0": "how often stock run out, how often stock runs out, stock run out, stock runs out,"
    " stock ran out, stock empty, how often stock empty, how often stock used up,"
    " how often draw pile empty, stock empty rate, empty stock rate, stock out rate,"
    " rate of empty stock, share of games with empty stock",
    'where cause = "stock-out-at-target"': "because stock runs out, because of empty stock,"
    " by empty stock, because stock empty, because no cards left in stock, because stock out,"
    " because stock ran out, stock ran out at target, as stock ran out, for lack of stock",
    'where cause = "hands-empty"': "because hands empty, because no cards left,"
    " because out of cards, because ran out of cards, because run out of cards, with empty hands,"
    " by empty hands",
    'where cause = "bust"': "by bust, by a bust, because of bust, because of busts, because bust,"
    " because busted, because of busting, due to bust, due to busts, through busts",
    "unused stock": "cards left at end, how many cards left, how many cards left at end",
    "max score": "high score, highscore, record score, best score ever, record, best result,"
    " best result ever, best outcome, best result so far",
    "distribution of score": "scores, score spread",
    "winning margin": "score difference, point difference, points difference, score gap,"
    " difference in score between first and second, point difference between first and second,"
    " difference in points between first and second, score difference between first and second,"
    " margin between first and second, gap between first and second,"
    " difference between first and second, how close games, how close finish, how close finishes,"
    " score gap between first and second, points between first and second, winner margin,"
    " winner's margin, margin of winner, score margin, point margin, margin of victory,"
    " victory margin",
    "number of losses by cause": "games lost by bust vs games lost by empty stock,"
    " lost by bust vs lost by empty stock",
    "min winning margin": "closest game of, tightest game of",
    "wins, losses": "=ratio of won to lost games, ratio of wins to losses, win / loss ratio,"
    " wins to losses, =won to lost ratio, win to loss ratio, wins / losses, w / l ratio,"
    " win loss record, win lose ratio, =ratio of won to lost, won / lost ratio,"
    " win more than lose, win more than lost, won more than lost, wins than losses,"
    " win more often than lose, won more often than lost, more wins than losses,"
    " wins to losses ratio, ratio of wins and losses, wins per loss, losses to wins ratio,"
    " win / loss, w / l, win : loss, win : loss ratio, win / loss record",
    "abandoned games by cause": "why people abandon games, why give up, why players give up,"
    " why quit, why players quit, why games abandoned, why abandon, why players abandon games",
    "games by outcome last session": "results of last session, result of last session,"
    " results last session, =how last session go, =how did last session go",
    "score last game": "result of last game, score of last game",
    "max winning margin": "biggest win, largest win, highest win, clearest win, biggest victory,"
    " biggest margin, largest margin, biggest lead at end",
    "losses by cause": "how games lost, ways of losing, ways to lose, bust vs stock empty,"
    " bust or stock empty, busts vs stock empty, stock empty vs bust, loss breakdown,"
    " cause of loss, why lost, loss reasons %, loss reasons share, reasons for losing %,"
    " loss causes %, share of loss reasons, loss reason share, loss reason %",
    "shortfall": "missing pots, missing targets, pots missing at end, targets missing at end",
    'share of games in which cause = "hands-empty"': "how often hands run empty,"
    " how often players hands run empty, how often hands empty, how often players hands empty,"
    " how often hands ran empty, how often players hands ran empty, how often run out of cards,"
    " how often players run out of cards",
    "bottom 1 games by winning margin": "closest game, tightest game, which game tightest,"
    " which game was the closest, which was closest game",
    "by outcome": "higher when we win, lower when we win, better when we win, higher when winning,"
    " lower when winning, better when winning, higher after win, lower after loss,"
    " lower when we lose, worse when we lose, lower when losing, higher in won games,"
    " lower in lost games",
    "losses where unused stock = 0": "games lost with stock empty, games lost with empty stock,"
    " losses with stock empty, losses with empty stock, games lost with no stock left,"
    " games lost with stock used up, lost with empty stock, lost with stock empty",
}

_CAME_OUT: Final = (
    ("won", "won, win"),
    ("lost", "lost, lose"),
    ("abandoned", "stopped early, broke off, gave up, quit"),
)
"""How a game came out, as they say it who played it."""

_BROKEN_OFF: Final = (
    "stopped before game ended, stopped before game over, stopped before game finished, "
    "stopped before end, stopped before game end, stopped before end of game, "
    "ended before game over, ended before game finished, ended before end, ended early, "
    "cut short, broken off, broken off early, broken off before end, "
    "not played to end, not played to an end, aborted, "
    "aborted early, interrupted, quit before end, quit early, quit before game ended, "
    "given up, given up early, stopped halfway, stopped midway, stopped in middle, "
    "stopped early, stopped too early"
)
"""How a game ended that was not played out."""

_GAMES_THAT: Final = (
    *("in games", "of games", "for games", "from games", "in all games", "in those", "in ones"),
    *("in matches", "whenever", "in case"),
)
"""Before it: targets hit *in the games* we lost; words of SKIPPED may stand between."""

_VERBS: Final = {
    "won": ("won", "win"),
    "lost": ("lost", "lose"),
}


_GAMES: Final = ("games", "in games")

_RATES: Final = {"won": "win rate", "lost": "loss rate"}

_STOCK_IS_OUT: Final = (
    "{0} empty",
    "{0} is empty",
    "{0} ran out",
    "{0} run out",
    "{0} runs out",
    "{0} used up",
    "{0} gone",
    "{0} finished",
    "no cards left in {0}",
    "out of cards in {0}",
    "empty {0}",
)

_STOCKS: Final = ("stock", "deck", "draw pile", "draw deck", "pile")
"""What people call the stock."""

_OF_STOCK: Final = ("because of {0}", "due to {0}", "because of the {0}")

_CAUSES: Final = ("because", "because of", "due to", "as", "from", "by", "caused by")


def said() -> Iterator[Saying]:
    yield from _in_games_that()
    yield from _against_the_others()
    yield from _better_with()
    yield from _why()
    yield from _broken_off()
    yield from _stock_or_hands()
    yield from _stock_ran_out()
    yield from _how_it_went()
    yield from _winners()
    yield from _how_close()
    yield from _that_we_won()
    yield from _won_most()


def _in_games_that() -> Iterator[Saying]:
    for outcome, said in _CAME_OUT:
        chosen = (("FILTER", "where"), ("VALUE", [("outcome", outcome)]))
        for one in said.split(", "):
            for lead in _GAMES_THAT:
                yield f"{lead} {one}", chosen


def _against_the_others() -> Iterator[Saying]:
    for outcome, verbs in _VERBS.items():
        other = (("VS", "vs"), ("VALUE", [("outcome", outcome)]))
        for against, lead, verb in product(AGAINST[:5], _GAMES, verbs):
            yield f"{against} {lead} {verb}", other
        for verb in verbs:
            yield f"more often {verb}", (("MORE", "more"), ("METRIC", [_RATES[outcome]]))
        yield f"{outcome} more often", (("METRIC", [_RATES[outcome]]), ("MORE", "more"))
    for one, rest in (("won", "lost"), ("lost", "won")):
        both = (("STRING", one), ("VS", "vs"), ("STRING", rest))
        for lead in ("in", "of", "for"):
            compared = (("COMPARE", "compare"), ("DIM", ["outcome"]), *both)
            yield f"{lead} {one} and {rest} games", compared
            yield f"{lead} {one} and in {rest} games", compared


def _won_most() -> Iterator[Saying]:
    for one, (metric, verbs) in product(
        ("session", "evening", "group"),
        (("wins", ("won", "wins")), ("losses", ("lost", "loses"))),
    ):
        for verb, (most, way) in product(verbs, (("most", " descending"), ("least", ""))):
            ranked = f"{metric} by session order by {metric}{way}"
            yield f"which {one} {verb} {most}", ranked
            yield f"which {one} {verb} {most} games", ranked


def _better_with() -> Iterator[Saying]:
    with_some = (("METRIC", ["win rate", "seat win rate"]), ("MORE", "more"), ("FILTER", "where"))
    for better in (
        "better with",
        "easier with",
        "harder with",
        "better to play with",
        "worse with",
    ):
        yield better, with_some


@both_ways
def _why() -> Iterator[Saying]:
    for stock in _STOCKS:
        for frame in _STOCK_IS_OUT:
            for lead in _CAUSES:
                yield f"{lead} {frame.format(stock)}", 'where cause = "stock-out-at-target"'
        for frame in _OF_STOCK:
            yield frame.format(stock), 'where cause = "stock-out-at-target"'
    by_cause = (("BY", "by"), ("DIM", ["cause"]))
    for bust in ("bust", "busts", "busting"):
        for stock in ("empty stock", "empty deck", "stock running out", "stock out", "stock"):
            for joined in ("vs", "or", "and"):
                for lead in ("due to", "by", "because of", "from", "with", "to"):
                    causes = f"{lead} {bust} {joined} {stock}"
                    yield causes, by_cause
                    for share in ("share of losses", "what share of losses", "how many losses"):
                        yield f"{share} {causes}", "number of losses by cause"


@both_ways
def _broken_off() -> Iterator[Saying]:
    chosen = (("FILTER", "where"), ("VALUE", [("outcome", "abandoned")]))
    for said in _BROKEN_OFF.split(", "):
        for lead in ("", "that ", "which ", "that were ", "which were "):
            yield f"{lead}{said}", chosen


@both_ways
def _stock_or_hands() -> Iterator[Saying]:
    by_cause = (("BY", "by"), ("DIM", ["cause"]))
    outs = ("{0} running out", "empty {0}", "{0} out", "{0} empty", "{0} ran out", "{0}")
    stocks = [one.format(stock) for stock in ("stock", "deck") for one in outs]
    hands = (
        *("empty hands", "hands empty", "hands running out", "hands out", "no cards in hand"),
        *("hands", "no cards left", "empty hand", "hand empty", "running out of cards"),
    )
    for one, other in (*product(stocks, hands), *product(hands, stocks)):
        for joined in ("vs", "or", "and"):
            for lead in ("by", "due to", "because of", "from"):
                yield f"{lead} {one} {joined} {other}", by_cause


@both_ways
def _stock_ran_out() -> Iterator[Saying]:
    """Behind a share of games, as of Pot Luck ones: did the stock run out."""
    out = (("SUCH", "in which"), ("DIM", ["unused stock"]), ("CMP", "="), ("NUMBER", 0))
    for stock in _STOCKS[:4]:
        for ran in (
            "run out",
            "run empty",
            "get empty",
            "become empty",
            "get used up",
            "end up empty",
        ):
            for did in ("did", "does", "do"):
                yield f"{did} {stock} {ran}", out
                yield f"{did} the {stock} {ran}", out
        for ran in ("ran out", "ran empty", "was empty", "was used up", "became empty"):
            for lead in ("where", "in which", "when", "that"):
                yield f"{lead} {stock} {ran}", out
                yield f"{lead} the {stock} {ran}", out


@both_ways
def _how_it_went() -> Iterator[Saying]:
    for said in ("results", "game results"):
        split = (("METRIC", ["games"]), ("BY", "by"), ("DIM", ["outcome"]))
        yield f"{said} of", (*split, ("FILTER", "for"))
        yield said, split
    for said in (
        "go well",
        "went well",
        "gone well",
        "go badly",
        "turn out",
        "play well",
        "played well",
    ):
        yield said, (("ABOUT", "about"),)


@both_ways
def _winners() -> Iterator[Saying]:
    for team in ("teams", "players", "groups", "people", "team", "ones"):
        for outcome, lead in (("won", "winning"), ("lost", "losing")):
            chosen = (("FILTER", "where"), ("VALUE", [("outcome", outcome)]))
            for words in (f"{lead} {team}", f"by {lead} {team}", f"for {lead} {team}"):
                yield words, chosen
    for who in ("winners", "losers"):
        for how in ("pass less", "pass more", "pass more often", "pass less often", "pass"):
            yield f"{who} {how}", "pass rate by outcome"


@both_ways
def _how_close() -> Iterator[Saying]:
    close = (("AGG", ("distribution", None)), ("METRIC", ["shortfall", "winning margin"]))
    for said in ("how close", "how close it was", "how close end"):
        yield said, close
    for first in ("first", "winner", "best", "top player"):
        for second in ("second", "runner up", "second player", "second place", "next"):
            for gap in ("gap", "difference", "margin", "distance", "point difference", "score gap"):
                yield f"{gap} between {first} and {second}", "winning margin"


@both_ways
def _that_we_won() -> Iterator[Saying]:
    for who, did in product(("which we", "that we", "which they", "that they"), ("won", "lost")):
        yield f"{who} {did}", (("FILTER", "where"), ("VALUE", [("outcome", did)]))
