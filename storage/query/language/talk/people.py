"""What people say of who plays: players, seats, winners, beginners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from ..words import STARTING
from .ways import NTH, Saying, both_ways

TABLE: Final[Mapping[str, str]] = {
    "which player has the highest seat score": "who scores most, which player scores most,"
    " who scores highest, which player scores highest, who scores best, which player scores best,"
    " who scored most, which player scored most, who makes most points,"
    " which player makes most points, =who got most points, =which player got most points,"
    " =who gets most points, =which player gets most points, top scorer, top scorers, best scorer,"
    " highest scorer, who top scorer",
    "which player has the highest win rate": "who wins most often, which player wins most often,"
    " who won most often, which player won most often, which player wins more often,"
    " who usually wins, =which player usually wins, who wins usually, =which player wins usually,"
    " leaderboard, player ranking, ranking of players, players ranking, who plays best,"
    " which player plays best",
    "which player has the highest turns": "who takes most turns, which player takes most turns,"
    " who plays most turns, which player plays most turns",
    "which player has the highest games": "who plays most, which player plays most,"
    " who played most, which player played most, who plays most games,"
    " which player plays most games, who plays most often, which player plays most often,"
    " who played most games, which player played most games, who played most often,"
    " which player played most often, most active player",
    "top players by games": "most active testers, most active players, most active tester,"
    " most frequent players",
    "seat score by finishing place": "score of winner vs loser, scores of winner vs loser,"
    " score of winners vs losers, score winner vs loser, score of winner and loser,"
    " score of winner and of loser, winner vs loser score, winner and loser score,"
    " points of winner vs loser, score spread between winner and last,"
    " score spread between first and last, score of each place, scores of first and last,"
    " score spread between winner and loser, score by place, score by rank at end",
    "seat score by seat": "dealer disadvantage, dealer have disadvantage, dealer at disadvantage,"
    " disadvantage of dealer, disadvantage of first player, first player disadvantage,"
    " =disadvantage of going first, advantage of first player, advantage of starting player,"
    " advantage of dealer, =advantage of going first, advantage of starter, dealer have advantage,"
    " dealer advantage, going first matter, going first help, starting player matter,"
    " starting seat matter, starting player better off, first player advantage,"
    " starting player have advantage, going first advantage, first player win more, seat matter,"
    " seating matter, matter who starts, =matter who goes first, starting matter,"
    " being first help, scoring by seat, seat advantage, seat bias, seat effect,"
    " seat order balanced, seat order fair, seat order matter, seats balanced, how balanced seats,"
    " how balanced seat order, how fair seats, how fair seat order, starting position advantage,"
    " starting position matter, position advantage, turn order advantage, turn order matter,"
    " turn order balanced, seat balance, score difference between seats,"
    " score differences between seats, point difference between seats, starting player score more,"
    " starter score more, first player score more, starting player make more points,"
    " starting player get more points, turn order effect, effect of turn order,"
    " effect of seat order, seat order effect, effect of seating order, seating order matter,"
    " playing order matter, order of play matter",
    "win rate by player count": "matter how many players, matter how many people play,"
    " more players harder, more players easier, more players help, more players better,"
    " number of players matter, player count matter, fewer players easier, what player count best",
    "win rate by nth game": "learning curve, people learn, players learn, learn, get better,"
    " players get better, people get better, improve, players improve, people improve, learning,"
    " =people get better with practice, learning effect, practice help, get better with practice,"
    " get better over time, better over time, improve over time, win more over time,"
    " players better over time, get easier with experience, first game harder, first game hardest,"
    " get better with experience, =people get better with experience,"
    " =players get better with experience, improve with experience, easier with experience,"
    " experience help, learn over time, players learn over time, improve more play,"
    " win more more play, people get better more play, players get better more play,"
    " get better more they play, get better more often play, people improve more play,"
    " players improve more play",
    "where experience = 0": "newbies, for newbies, by newbies, of newbies, newcomers,"
    " for newcomers, of newcomers, novices",
    "where nth game = 1": "of first games, in first games, for first game, first timers,"
    " for first timers, new players, for new players, for beginners, beginners, of new players,"
    " in their first game, of players in their first game, players in their first game,"
    " in their very first game, in his first game, in her first game, in their first games,"
    " rookies, for rookies, by rookies, of rookies, for novices, rookie, first time players,"
    " for first time players, of first time players, first timer, first time play,"
    " in first ever game, debut games, for debut games",
    "win rate by nth game where nth game < 10": "new players vs experienced players,"
    " experienced players vs new players, new vs experienced players,"
    " new players vs returning players, new vs returning players, returning vs new players,"
    " returning players vs new players, first timers vs returning players,"
    " first timers vs experienced players, new players vs veterans, veterans vs new players,"
    " newcomers vs experienced players, newcomers vs veterans, beginners vs experienced players,"
    " beginners vs advanced players",
    "where seat = 0": "when starting, when going first, when playing first, when moving first,"
    " when starting game, as first player, as starting player, as starter, in first seat,"
    " when sitting first",
    "by player where seat = 0": "by who starts, =by who goes first, by who plays first,"
    " by who begins, by who moves first, depending on who starts, =depending on who goes first,"
    " by who start, =by who go first",
    "where nth game > 1": "experienced players, for experienced players, of experienced players,"
    " after first game, in later games, returning players, for returning players,"
    " of returning players, repeat players, for repeat players, veterans, for veterans,"
    " seasoned players, for seasoned players, who played before",
    "pass rate by player": "how often each player pass, how often every player pass",
    "by nth game": "by game number for each player, by game number per player,"
    " by game number of player, by game number of each player, by number of games played,"
    " with number of games played, by games played, first game vs later games,"
    " first games vs later games, first vs later games, of first game vs later games,"
    " in first game vs later games, first game vs others",
    "games by player": "who played, which player played, names of players",
    "number of different players": "how many players, how many people, how many testers,"
    " how many playtesters, how many persons, count of players, player count in all, tester count,"
    " number of testers, number of playtesters, number of people, =number of people who played,"
    " =how many people who played, how many took part, how many participants,"
    " number of participants",
    "number of different players where nth game = 1": "how many new players,"
    " number of new players, how many newcomers, how many first timers, how many beginners",
    "seat score where finishing place = 1": "score of winners, scores of winners, score of winner,"
    " winner's score, points of winner",
    "seat score where finishing place > 1": "score of losers, scores of losers, score of loser,"
    " loser's score, points of losers",
    "by finishing place": "winner vs loser, winners vs losers, loser vs winner, of last place,"
    " in last place, last place, for last place",
    "turn time by nth game": "get faster with more games, get faster over time,"
    " get faster with experience, get faster, get quicker, play faster over time,"
    " play faster with experience, get faster with practice, play faster with practice,"
    " players get faster, people get faster, get quicker with practice, get quicker over time,"
    " think less with experience, speed up with experience, speed up with practice,"
    " speed up over time, people speed up with experience, players speed up with experience,"
    " speed up",
    "games by player, game": "which player prefers which game, who prefers which game,"
    " which player plays which game, who plays which game, who played which game,"
    " which player played which game, who likes which game, which player likes which game",
    "turn time by player": "how long each player take per turn, how long each player take,"
    " how long every player take, how long each player think, time each player take per turn",
    "which player has the highest wins": "who won most games, who wins most games,"
    " who has most wins, who won the most, who has won most, who had most wins",
    "where finishing place = 1": "first place, of first place, for first place, of winner,"
    " for winner, by winner",
    "where finishing place = 2": "second place, of second place, for second place",
    "where finishing place = 3": "third place, of third place, for third place",
    "which player has the best win rate": "who better, who stronger, who better player,"
    " who wins more often",
    "players per game": "how many players on average, =how many people on average,"
    " average table size, average number of players, average player count, mean player count,"
    " =how many people play on average",
    "mean experience": "how experienced players, how experienced, how experienced people",
    "by player where nth game = 1": "first game of each player, first game of every player",
    "seat wins by player last game": "who won last game, who won last, who won latest game,"
    " who winner of last game, who won last time, winner of last game, last winner",
    "seat wins by player": "who came first, who came in first, who won how often,"
    " how often who won, how often each player won",
    "seat win rate by seat": "person who started win, person who starts win, starter win,"
    " starting player win, player who started win, player who starts win, who started win,"
    " who starts win, first player win, one who started win, one who starts win, starter win more,"
    " starter win more often, person who started win more often, first player win rate,"
    " starting player win rate, win rate of first player, win rate of starting player,"
    " last player win rate, win rate of last player, whoever starts win, whoever started win,"
    " whoever goes first win",
    "mean seat score where finishing place = 1": "winning score, average winning score,"
    " mean winning score, how many points winner have, how many points winner get,"
    " how many points winner score, how many points win game, points needed to win,"
    " how many points winner usually have, how many points winner usually get,"
    " typical winning score",
    "max turn time by player order by max turn time descending": "who took longest turn,"
    " who had longest turn, who made longest turn, whose turn longest, whose longest turn",
    "seat win rate": "how often finish first, how often players finish first,"
    " how often come first, how often players come first, how often come in first,"
    " how often players come in first, how often finishes first, how often players finishes first,"
    " how often comes first, how often players comes first, how often place first,"
    " how often players place first",
    "number of players by finishing place": "how often come last, how often players come last,"
    " how often finish last, how often players finish last, how often comes last,"
    " how often players comes last, how often finishes last, how often players finishes last,"
    " how often come second, how often players come second, how often finish second,"
    " how often players finish second",
    "by seat": "when starting vs not starting, when starting vs not, starting vs not starting,"
    " when starting vs when not, when going first vs not, between seats, among seats,"
    " between the seats",
    "where finishing place > 1": "of loser, for loser, by loser, of other players,"
    " for those who lost",
    "games by player count": "how many player usual, how many players is usual,"
    " usual number of players, usual team size, most common number of players,"
    " most common player count, most common team size",
    "by player count": "vs number of players, versus number of players, against number of players",
    "which player has the highest turn time": "which player takes the most time,"
    " who takes the most time, who uses most time",
    "by player": "player by player",
    "win rate by line-up where player count = 2 order by win rate descending": "best pair, best duo, best pair of players, strongest pair, best partners,"
    " best two players together, best two player team, best team of two,"
    " which pair wins most, which pair wins most often, which pair best,"
    " which pair has highest win rate, which two players win most together,"
    " which two win most together, which two players play best together,"
    " which duo wins most, most successful pair, best partnership, best couple,"
    " who play best together, who plays best together, who win most together,"
    " pairs by win rate, win rate by pair, win rate per pair, win rate of pairs,"
    " win rate of each pair",
    "win rate by line-up order by win rate descending": "best team, strongest team, which team wins most, which team wins most often,"
    " which team best, which team most successful, best line-up, best lineup,"
    " best combination of players, best group of players, which teams win most,"
    " which players win most together, most successful team",
    "by line-up": "by team, per team, for each team, by pair, by teams, by group of players,"
    " by combination of players, with whom, by who was at table, and who was at table,"
    " and who was playing, and who played, by who sat at table",
    "game time by game id, line-up where outcome = won bottom 1": "what fastest win ever and who at table, fastest win ever and who at table,"
    " fastest win and who at table, fastest win and who was there,"
    " fastest win ever and who played, fastest win ever, quickest win ever,"
    " shortest win ever, fastest win on record, fastest victory ever",
    "number of games by line-up where player count = 2 order by number of games descending": "which pair plays most, which pair plays most often, which pair played most,"
    " which pair played most games, most frequent pair, most common pair,"
    " which two players play together most, which two play together most,"
    " who plays together most, who plays together most often,"
    " which players play together most, most active pair",
    "number of games by line-up order by number of games descending": "most common line-up, most common team, most frequent line-up, which team plays most,"
    " which team played most, most frequent team, which team played most games",
    "win rate by line-up where player count = 3 order by win rate descending": "best trio, best three players together, best three player team, best team of three,"
    " which trio wins most, which three players win most together, strongest trio",
    "number of turns by player where turn from the end = 1": "who took last turn, who took last turn of game, who made last move,"
    " who made last move of game, who makes last move, who takes last turn,"
    " who played last card of game, who had last turn, which player takes last turn,"
    " who ends game, who ended game, which player ends game, who plays last turn",
    "which player has the highest passes": "players who pass most, player who passes most, who keeps passing,"
    " players who pass most often, player who passes most often, who always passes,"
    " who keep passing",
}

_SEATS: Final = (
    *(
        "better to go first",
        "better to start",
        "better to go last",
        "better go first",
        "better start",
    ),
    *(
        "go last help",
        "going last help",
        "going last matter",
        "starting help",
        "advantage to go first",
    ),
    *("advantage to start", "advantage of going last", "advantage going last", "good to go first"),
    *(
        "pay to go first",
        "pay to start",
        "help to go first",
        "help to start",
        "going last advantage",
    ),
    *("starting advantage", "starting an advantage", "start advantage", "going first pay off"),
)

_WITH_PRACTICE: Final = {
    **dict.fromkeys(("better", "worse", "improve", "improves"), "win rate"),
    **dict.fromkeys(("faster", "slower", "quicker"), "turn time"),
}
"""By what somebody may get with every game: by what it is told."""

_NEW: Final = ("rookies", "newbies", "novices", "beginners", "newcomers")

_OLD: Final = ("veterans", "experts", "regulars", "experienced players")


_OF_PLAYER: Final = ("of player", "of a player", "of the player", "of each player", "per player")


def said() -> Iterator[Saying]:
    yield from _first_games()
    yield from _who_starts()
    yield from _better_to_start()
    yield from _new_and_old()
    yield from _ranked()
    yield from _with_every_game()
    yield from _who_played()
    yield from _experience()
    yield from _in_a_seat()
    yield from _in_all()
    yield from _is_first()
    yield from _nth_games()
    yield from _against_their_number()
    yield from _games_of_each()


def _first_games() -> Iterator[Saying]:
    for lead in (
        "first game of",
        "first games of",
        "first game by",
        "first game",
        "first ever game of",
    ):
        yield lead, (("FILTER", "where"), ("DIM", ["nth game"]), ("CMP", "="), ("NUMBER", 1))


def _who_starts() -> Iterator[Saying]:
    for verb in ("plays", "goes", "moves", "starts", "begins"):
        bare = {"goes": "go"}.get(verb, verb.removesuffix("s"))
        also = (verb, bare, f"{verb} game", f"{bare} game") if verb in ("starts", "begins") else ()
        for said in (f"{verb} first", f"{bare} first", *also):
            yield said, STARTING
            for lead in ("when", "if", "whenever"):
                for who in ("", " she", " he", " they", " i", " we"):
                    yield f"{lead}{who} {said}", "where seat = 0"
    for verb in (
        "started",
        "began",
        "went first",
        "played first",
        "moved first",
        "is first player",
    ):
        yield verb, STARTING
    for verb in ("is starting player", "was starting player", "was first player", "is starter"):
        yield verb, STARTING
    yield "who", (("WHICH", "which"), ("DIM", ["player"]))


def _better_to_start() -> Iterator[Saying]:
    yield from ((said, "seat score by seat") for said in _SEATS)


def _new_and_old() -> Iterator[Saying]:
    by_practice = (("BY", "by"), ("DIM", ["nth game"]), ("FILTER", "where"), ("DIM", ["nth game"]))
    for new, old in product(_NEW, _OLD):
        held = (*by_practice, ("CMP", "<"), ("NUMBER", 10), ("ABOUT", "about"))
        yield f"{new} vs {old}", held
        yield f"{old} vs {new}", held


def _ranked() -> Iterator[Saying]:
    for lead in (
        "ranking of players by",
        "player ranking by",
        "players ranked by",
        "rank players by",
    ):
        yield lead, (("TOP", "top"), ("DIM", ["player"]), ("BY", "by"))


def _with_every_game() -> Iterator[Saying]:
    for better, figure in _WITH_PRACTICE.items():
        for when in ("with every game", "with each game", "with more games", "game by game"):
            yield f"{better} {when}", f"{figure} by nth game"
            yield f"get {better} {when}", f"{figure} by nth game"


@both_ways
def _who_played() -> Iterator[Saying]:
    by_player = (("BY", "by"), ("DIM", ["player"]))
    for who in ("who plays", "who play", "who played"):
        yield f"{who} on", (("METRIC", ["games"]), *by_player, ("FILTER", "on"))
    for people in ("people", "players", "persons", "testers"):
        for plays in ("play", "played", "play on", "played on"):
            for lead in ("how many", "how many different", "number of", "number of different"):
                yield f"{lead} {people} {plays}", "number of different players"
    for people in ("players", "people", "those", "testers"):
        for lead in ("of", "for", "among", "by"):
            for has in ("with", "who have", "who played"):
                yield f"{lead} {people} {has}", (*by_player, ("FILTER", "with"))


@both_ways
def _experience() -> Iterator[Saying]:
    learned = "win rate by nth game where nth game < 10"
    for people in ("players", "testers", "people", "playtesters"):
        for new in ("new", "first time", "inexperienced"):
            for old in ("experienced", "old", "returning", "regular", "seasoned", "repeat"):
                for joined in ("vs", "and"):
                    yield f"{new} {people} {joined} {old} {people}", learned
                    yield f"{new} {joined} {old} {people}", learned
                    yield f"{old} {people} {joined} {new} {people}", learned


@both_ways
def _in_a_seat() -> Iterator[Saying]:
    for seat in range(6):
        for said in ("seat {} win", "seat {} win more", "seat {} win more often", "seat {} better"):
            yield said.format(seat), "seat win rate by seat"
        for said in ("advantage of seat {}", "seat {} advantage", "seat {} have advantage"):
            yield said.format(seat), "seat score by seat"


@both_ways
def _in_all() -> Iterator[Saying]:
    for said in ("player stats", "player statistics", "player summary", "player report"):
        yield said, (("ABOUT", "about"),)


@both_ways
def _is_first() -> Iterator[Saying]:
    for said in ("first player is", "starting player is"):
        first = (("DIM", ["seat"]), ("CMP", "="), ("NUMBER", 0), ("AND", "and"))
        yield said, (*first, ("DIM", ["player"]), ("CMP", "="))


@both_ways
def _nth_games() -> Iterator[Saying]:
    for one, first in enumerate(NTH, 1):
        for other, second in enumerate(NTH, 1):
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


@both_ways
def _against_their_number() -> Iterator[Saying]:
    for against in ("vs", "versus", "against"):
        yield f"number of players {against}", (("DIM", ["player count"]), ("AGAINST", against))


@both_ways
def _games_of_each() -> Iterator[Saying]:
    for number in ("nth game", "game number", "number of the game", "nth games"):
        for whose in _OF_PLAYER:
            yield f"{number} {whose}", (("DIM", ["nth game"]),)
