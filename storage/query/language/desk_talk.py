"""How people ask at the desk: of chances, of single games, of what is counted once, of two sides.

Written like `sayings.SAYINGS`: what is meant, and how it is said without the words of `words.SKIPPED`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from .small_talk import separate

DESK_TALK: Final[Mapping[str, str]] = {
    # -- all games
    "win rate, turns per game, pass rate vs previous rules version": "what changed since last rules version,"
    " what changed with last rules version, what changed since last version, what changed with new rules,"
    " what changed with new version, what changed, what different with new rules, what did new rules change",
    "remarks by remark last 30 days": "latest comments, latest remarks, latest feedback comments,"
    " newest comments, newest remarks, recent comments, recent remarks, last comments, last remarks",
    "ratings by player": "how many people left feedback, how many players left feedback,"
    " how many people gave feedback, how many players gave feedback, who left feedback,"
    " who gave feedback, who gives feedback, who rated, how many people rated, who leaves feedback,"
    " how many testers left feedback, how many testers gave feedback",
    "win rate by hour": "playing in the evening help, playing late help, playing at night help,"
    " playing in the morning help, time of day matter, playing late matter, hour matter",
    "wins, losses": "ratio of wins to losses, win loss ratio, win to loss ratio, win / loss ratio,"
    " wins to losses ratio, wins / losses, wins to losses, ratio of wins and losses, win loss record,"
    " wins per loss, losses to wins ratio",
    "by month": "go up, went up, going up, go down, went down, going down, gone down, going down over time,"
    " going up over time, go down over time, go up over time, rising, falling, dropping, increasing,"
    " decreasing, increasing over time, decreasing over time, dropped, risen,"
    " getting higher, getting lower",
    "turn time by turn": "slow down during game, slow down, slow down over game, slow down towards end,"
    " speed up during game, speed up towards end, play slower towards end, get slower during game,"
    " players slow down, players slow down during game, think longer later in game",
    "turn time by nth game": "speed up with experience, speed up with practice, speed up over time,"
    " people speed up with experience, players speed up with experience, speed up",
    "which player has the highest wins": "who won most, who won the most, who has won most,"
    " who has most wins, who had most wins, who won most games",
    "follow rate": "how often follow colour, how often follow color, how often players follow colour,"
    " how often players follow color, how often colour followed, how often color followed",
    "share of turns in which cards in the stack = 1": "share of single card plays,"
    " how often single card played, how often single cards played, percentage of single card plays,"
    " how often play single card, how often play single cards, single card rate",
    "possible at": "first possible solution, first possible claim, when solution possible,"
    " when solution first possible",
    "claims per equation": "claims before solution, claims until solution, claims until solved,"
    " claims before solved",
    "which player has the highest wrong claims": "who makes mistakes, who makes most mistakes,"
    " who makes most errors, who errs most, who claims wrongly, who claims wrong most",
    "redeals per game": "redeal rate, redeal frequency, how often redeal, how often redealt",
    "shortfall": "missing pots, missing targets, pots missing at end, targets missing at end",
    "winning margin": "winner margin, winner's margin, margin of winner",
    "powers needed": "equations need powers, how many equations need powers, equations that need powers,"
    " how many equations need power",
    'share of games in which cause = "hands-empty"': "how often hands run empty, how often hands empty,"
    " how often hands ran empty, how often run out of cards, how often players run out of cards",
    "turns per game where outcome = won": "turns to win, turns needed to win, turns until win, turns for win,"
    " how many turns to win, turns take to win, length of won games, length of wins,"
    " length of games we won, length of winning games, duration of won games, how long to win",
    "turns per game where outcome = lost": "turns to lose, turns until loss, length of lost games,"
    " length of losses, length of losing games, duration of lost games, how long to lose",
    "games by day order by day first 1": "how old data, how old our data, how far back data go,"
    " how far back logs go",
    "stars by outcome where rating = fun": "losing make less fun, losing makes less fun,"
    " losing make it less fun, winning make more fun, winning make it more fun, losing spoil fun",
    "which player has the highest stars": "who gives best ratings, who gives highest ratings,"
    " who rates highest, who rates best, who gives most stars, who gave best ratings,"
    " who gave highest ratings, most generous player, most generous tester",
    "which player has the lowest stars": "who gives worst ratings, who gives lowest ratings,"
    " who rates lowest, who rates worst, who gives fewest stars, who gave worst ratings,"
    " who gave lowest ratings, most critical player, most critical tester, strictest tester",
    "mean ratings": "average number of feedback, average number of feedbacks, mean number of feedback,"
    " average amount of feedback, average number of ratings given",
    "seat win rate": "how often finish first, how often come first, how often come in first,"
    " how often finishes first, how often comes first, how often place first",
    "number of players by finishing place": "how often come last, how often finish last, how often comes last,"
    " how often finishes last, how often come second, how often finish second",
    "by seat": "when starting vs not starting, when starting vs not, starting vs not starting,"
    " when starting vs when not, when going first vs not, between seats, among seats,"
    " between the seats",
    "number of targets where target outcome = open": "how many targets missed, targets missed,"
    " missed targets, how many targets not hit, targets not hit, unhit targets, number of missed targets,"
    " how many targets never hit",
    "seat score by seat": "score difference between seats, score differences between seats,"
    " point difference between seats, starting player score more, starter score more, first player score more,"
    " starting player make more points, starting player get more points, turn order effect, effect of turn order, effect of seat order, seat order effect,"
    " effect of seating order, seating order matter, playing order matter, order of play matter",
    "where finishing place = 1": "of winner, for winner, by winner",
    "where finishing place > 1": "of loser, for loser, by loser,"
    " of other players, for those who lost",
    "win rate by nth game": "get better more play, improve more play, win more more play,"
    " people get better more play, players get better more play, get better more they play,"
    " get better more often play, people improve more play, players improve more play",
    "turns per game, game time": "how long typical game, how long average game, how long usual game,"
    " how long typical game take, how long average game take, how long typical game last,"
    " how long average game last, how long one game, how long one game take, how long one game last",
    # -- one of them
    "turns per target by target signals": "signal help hit target faster, signal help to hit target"
    " faster, signals help hit targets faster, signals help to hit targets faster,"
    " showing signal help hit target faster, showing signal help to hit target faster,"
    " showing card help hit target faster, showing card help to hit target faster,"
    " signal make targets faster, signals make targets faster, signal speed up targets,"
    " signals speed up targets, signals speed up hitting targets, signals make hitting faster,"
    " targets hit faster with signal, targets hit faster with signals, targets faster with signals,"
    " hit target faster with signal, hit targets faster with signals, hit faster with signals",
    "hit rate by target signals": "signal help hit target, signal help to hit target,"
    " signals help hit targets, signals help to hit targets, showing signal help hit target,"
    " showing card help hit target, showing signal help, showing signals help, showing card help,"
    " showing cards help, signals help hitting, signal help hitting",
    "signals per target where target outcome = hit": "signals before hit, signals until hit,"
    " cards shown before hit, cards shown until hit, signals needed for hit, signals needed to hit",
    "distance left": "how far away from target, how far away from target at end, how far away at end,"
    " how far away, how far off target, how far off at end, how far off target at end",
    "plays where rank in J, Q, K": "face card played, face cards played, court cards played,"
    " picture cards played, plays of face cards, play face card, play face cards",
    "where rank in J, Q, K": "with face card, with face cards, of face cards, for face cards,"
    " by face cards, with court cards, with picture cards",
    "forced busts, avoidable busts": "forced vs avoidable busts, avoidable vs forced busts,"
    " forced and avoidable busts, forced or avoidable busts, avoidable and forced busts,"
    " busts forced or avoidable",
    "turns per target where target number = 1": "turns until first target hit,"
    " turns until first target is hit, how many turns until first target hit, turns to hit first target,"
    " turns needed for first target",
    "busts by pot total": "which totals lead to bust, which total leads to bust, totals that lead to bust,"
    " totals leading to bust, which totals bust most, totals at bust, pot total at bust, pot totals at bust, pot total when bust, total at bust,"
    " pot total when going bust, pot total when it busts, pot total when busting, total of pot at bust",
    "which player has the highest cards opened": "who opens most cards, who opens cards most,"
    " who opens cards most often, who opened most cards, who lays open most cards",
    "number of unfinished pots": "how many pots stay unfinished, pots stay unfinished,"
    " how many pots remain unfinished, pots remain unfinished, how many pots unfinished,"
    " how many pots left open, pots that stay unfinished",
    "bottom 1 games by winning margin": "closest game, which game closest, tightest game,"
    " which game tightest, which game was the closest, which was closest game",
    "by pot place": "left pot vs right pot, left vs right pot, right vs left pot, right pot vs left pot,"
    " left pot vs middle pot, left vs middle pot, middle vs right pot, left and right pot",
    "missed finishes": "missed chances to finish pot, missed chances to finish pots, missed chances,"
    " chances missed, missed opportunities, missed opportunities to finish pot",
    "winning value": "winning stack value, winning stack values, value of winner's stack",
    "right claims, wrong claims": "right vs wrong claims, wrong vs right claims, right and wrong claims,"
    " correct vs wrong claims, correct vs incorrect claims, right or wrong claims",
    "jokers played": "joker use, joker uses, use of jokers, use of joker, jokers in use",
    "tie-breaks": "tiebreaker rounds, tie breaker rounds, tie break rounds, tiebreak rounds,"
    " rounds with tiebreaker, rounds with tie break, rounds that went to tiebreaker,"
    " rounds decided by tie break, rounds decided by tiebreaker, rounds decided in tie break,"
    " tricks decided by tie break",
    "leader win rate": "win rate of leader, leader's win rate, win rate of player who leads,"
    " winning rate of leader, win rate of lead player",
    "share of turns in which cards in the stack > 1": "how often play more than one card,"
    " how often more than one card played, how often several cards played, how often play several cards,"
    " how often play combo, how often play combos, how often play stack, how often play stacks,"
    " how often combos played, how often stacks played",
    "points won per round where finishing place = 1": "points per round for winner,"
    " points per round of winner, points per round by winner, points winner makes per round,"
    " winner's points per round, points of winner per round, points of winners per round",
    'share of games in which cause = "last-card-win"': "how often game ends with winning last card,"
    " how often game end with winning last card, how often game ends with last card win,"
    " how often games end with last card win, how often last card wins, how often end by last card,"
    " how often game ends because last card wins, how often game won with last card",
    "row length": "length of row, length of equator row, length of equator, equator row length,"
    " row length when claimed, row length at claim, length of row when claimed, equator length, how long row, how long equator row, size of row",
    # -- words that add nothing
    "": "in database, in data, in our data, in dataset, in data set, in logs, in our database,"
    " sample big enough to, sample large enough to, enough data to, enough games to,"
    " sample big enough for, enough data for, enough games for, sample big enough, enough data,"
    " sample large enough",
}
"""By what is meant: how it is said, separated by commas."""

LISTED: Final = "listed"
"""Before words that are looked for in remarks, which are then listed."""

_HAD: Final = {
    "signal": ["game signals", "target signals"],
    "signal shown": ["game signals", "target signals"],
    "shown signal": ["game signals", "target signals"],
    "signal given": ["game signals", "target signals"],
    "card shown": ["game signals", "target signals"],
    "shown card": ["game signals", "target signals"],
    "bust": ["game busts"],
    "pass": ["game passes", "target passes"],
    "joker": ["jokers"],
}
"""What a game or target may have had, and the numbers that tell of it."""
_GIVEN: Final = ("given", "given that", "|", "if", "once", "provided", "assuming")
_AFTER: Final = ("when", "after", "if", "with", "where", "whenever", "in games with", "following")
_SHOWS: Final = (
    *("shows card", "show card", "shows signal", "signals", "signal", "shows one", "gives signal"),
    *("shown card", "showed card", "signalled", "showed signal", "gave signal"),
)


_NTH: Final = ("first", "second", "third", "fourth", "fifth", "sixth")


def desk_talk() -> Iterator[tuple[str, Any]]:
    """Yield every such saying with what it means."""
    for meaning, said in DESK_TALK.items():
        for words in separate(said):
            yield words, meaning
            if words.startswith("how often ") and "player" not in words:
                yield words.replace("how often", "how often players", 1), meaning
    yield from _of_chances()
    yield from _of_single_games()
    yield from _of_remarks()
    yield from _of_cards()
    for seat in range(6):
        for said in ("seat {} win", "seat {} win more", "seat {} win more often", "seat {} better"):
            yield said.format(seat), "seat win rate by seat"
        for said in ("advantage of seat {}", "seat {} advantage", "seat {} have advantage"):
            yield said.format(seat), "seat score by seat"
    for lead in ("ids of games", "game ids of games", "list ids of games", "ids of all games"):
        yield lead, (("METRIC", ["games"]), ("BY", "by"), ("DIM", ["game id"]), ("FILTER", "where"))
    for said in ("progress of", "progress", "development of", "evolution of"):
        yield said, (("ABOUT", "about"), ("OVER_TIME", "month"))
    for team in ("teams", "players", "groups", "people", "team", "ones"):
        for outcome, lead in (("won", "winning"), ("lost", "losing")):
            chosen = (("FILTER", "where"), ("VALUE", [("outcome", outcome)]))
            for words in (f"{lead} {team}", f"by {lead} {team}", f"for {lead} {team}"):
                yield words, chosen
    for who in ("winners", "losers"):
        for how in ("pass less", "pass more", "pass more often", "pass less often", "pass"):
            yield f"{who} {how}", "pass rate by outcome"
    for span in ("day", "week", "month", "quarter", "year"):
        for lead in ("vs", "compared to", "compared with", "against", "than"):
            yield f"{lead} {span} before", (("VS_PREVIOUS", "previous"),)
            yield f"{lead} the {span} before", (("VS_PREVIOUS", "previous"),)
    for said in ("player stats", "player statistics", "player summary", "player report"):
        yield said, (("ABOUT", "about"),)
    for said in ("tagged", "tagged as", "tagged with", "with tag", "with the tag"):
        yield said, (("FILTER", "where"), ("DIM", ["tag"]), ("CMP", "="))
    close = (("AGG", ("distribution", None)), ("METRIC", ["shortfall", "winning margin"]))
    for said in ("how close", "how close it was", "how close end"):
        yield said, close
    for first in ("first", "winner", "best", "top player"):
        for second in ("second", "runner up", "second player", "second place", "next"):
            for gap in ("gap", "difference", "margin", "distance", "point difference", "score gap"):
                yield f"{gap} between {first} and {second}", "winning margin"


def _of_cards() -> Iterator[tuple[str, Any]]:
    """Yield what is said of turns with a joker, and of the colours that are led."""
    joker = (("SUCH", "in which"), ("DIM", ["rank"]), ("CMP", "="), ("STRING", "joker"))
    for kind in ("turns", "plays", "moves"):
        for frame in ("{} with joker", "{} with jokers", "{} that jokers", "{} using joker"):
            yield frame.format(kind), (("METRIC", [kind]), *joker)
            yield frame.format(kind).replace("with ", "with a "), (("METRIC", [kind]), *joker)
    for colour in ("red", "yellow", "green", "blue", "purple"):
        led = (("SUCH", "in which"), ("DIM", ["colour led"]), ("CMP", "="), ("STRING", colour))
        share = (("AGG", ("share", None)), ("METRIC", ["tricks"]), *led)
        for said in ("led", "lead", "is led", "gets led", "colour led", "colour"):
            yield f"how often {colour} {said}", share
        chosen = (("FILTER", "where"), *led[1:])
        for lead in ("when", "if", "with", "for", "in"):
            for said in ("led", "is led", "lead"):
                yield f"{lead} {colour} {said}", chosen
    for size in range(2, 7):
        stacks = (("METRIC", ["stack value"]), ("FILTER", "where"), ("DIM", ["cards in the stack"]))
        for lead in ("value of", "average value of", "spots of", "points of"):
            for kind in ("card stacks", "card stack", "card combos", "card combo", "card plays"):
                yield f"{lead} {size} {kind}", (*stacks, ("CMP", "="), ("NUMBER", size))


def _of_remarks() -> Iterator[tuple[str, Any]]:
    looked_for = (("METRIC", ["remarks"]), ("CONTAINS", "listed"))
    for who in ("", "people ", "players ", "testers ", "playtesters ", "they "):
        for verb in ("say", "said", "write", "wrote", "remark", "comment on", "mention"):
            yield f"what {who}{verb} about".replace("on about", "on"), looked_for


def _of_chances() -> Iterator[tuple[str, Any]]:
    """Yield what must have been for a chance: given a signal, if a card was shown."""
    for said, names in _HAD.items():
        had = (("FILTER", "where"), ("DIM", names), ("CMP", ">"), ("NUMBER", 0))
        for lead in _GIVEN:
            yield f"{lead} {said}", had
        if " " in said or said == "bust":
            yield from ((f"{lead} {said}", had) for lead in _AFTER)
        for lead in ("given", "with", "if", "after", "when"):
            yield f"{lead} at least one {said}", had
        none = (("FILTER", "where"), ("DIM", names), ("CMP", "="), ("NUMBER", 0))
        plural = {"bust": ["busts"], "pass": ["passes", "passing"]}.get(said, [])
        for lead in (
            "without",
            "with no",
            "if no",
            "without any",
            "with zero",
            "with not a single",
        ):
            for one in (said, *plural) if said != "signal" else ():
                yield f"{lead} {one}", none
        for lead in ("without a", "without any", "with no", "without a single", "with not one"):
            yield f"{lead} {said}", none
    shown = (("FILTER", "where"), ("DIM", _HAD["signal"]), ("CMP", ">"), ("NUMBER", 0))
    for lead in ("when", "if", "after", "given", "given that", "whenever"):
        for shows in _SHOWS:
            for who in ("", "players ", "player "):
                yield f"{lead} {who}{shows}", shown
    for said in ("first player is", "starting player is"):
        first = (("DIM", ["seat"]), ("CMP", "="), ("NUMBER", 0), ("AND", "and"))
        yield said, (*first, ("DIM", ["player"]), ("CMP", "="))


def _of_single_games() -> Iterator[tuple[str, Any]]:
    for one, first in enumerate(_NTH, 1):
        for other, second in enumerate(_NTH, 1):
            if one < other:
                by = (
                    ("BY", "by"),
                    ("DIM", ["nth game"]),
                    ("FILTER", "where"),
                    ("DIM", ["nth game"]),
                )
                chosen = (("CMP", "in"), ("NUMBER", one), ("COMMA", ","), ("NUMBER", other))
                for joined in ("vs", "and", "compared to"):
                    yield f"{first} game {joined} {second} game", (*by, *chosen)
                    yield f"{first} {joined} {second} game", (*by, *chosen)
