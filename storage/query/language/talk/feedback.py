"""What people say of what was written and how it was rated: stars, fun, remarks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from ..words import LISTED
from .ways import AGAINST, Saying, both_ways

TABLE: Final[Mapping[str, str]] = {
    "stars by outcome where rating = fun": "like more when win, like better when win,"
    " enjoy more when win, have more fun when win, more fun when win, more fun when won,"
    " less fun when lose, less fun when lost, like less when lose, enjoy less when lose,"
    " winning more fun, winning more fun than losing, losing less fun, losing still fun,"
    " =people who lose have less fun, =losers have less fun, =people who win have more fun,"
    " =winners have more fun, =people have less fun when lose, losing makes less fun,"
    " losing make it less fun, winning make it more fun, losing spoil fun",
    "fun": "how fun, how much fun, fun rating, fun score",
    "fun by game": "most fun game, which game most fun",
    "remarks by remark": "what write, what wrote, what people write,"
    " what people write in comments, what players write, what written in comments, what feedback,"
    " all comments, all remarks, all feedback, what testers write, list all comments,"
    " what players say, what people say, what say, show comments, comments, what testers say,"
    " what testers said, what players said, what people said, read comments, list comments,"
    " list remarks, show remarks, what people think, what players think, what write after,"
    " what said after, what complain about, what players complain about, what complaints,"
    " which complaints",
    "games where rating is known": "games have feedback, games had feedback",
    "where rating is known": "with feedback, with ratings, with rating, with any feedback",
    "where rating is unknown": "without feedback, without ratings, without rating, no feedback,"
    " with no feedback, without any feedback",
    "where remark is known": "with comments, with remarks, with comment, with remark, with notes,"
    " with a note, have comments, have comment, have remarks, have remark, had comments,"
    " had remarks, got comments, got remarks, have notes",
    "where remark is unknown": "without comments, without remarks, with no comments,"
    " with no comment, with no remark, without comment, without remark, no comments, no comment",
    "stars by game turns": "longer games worse ratings, longer games rated worse,"
    " longer games less fun, longer games better ratings, longer games more fun,"
    " shorter games better ratings, shorter games more fun",
    "stars by game": "ratings for each game, ratings for every game, rating for each game,"
    " ratings of each game, rating of each game",
    "stars by rating": "fun vs difficulty, difficulty vs fun, fun and difficulty, stars by aspect,"
    " fun rating vs difficulty rating, fun ratings vs difficulty ratings,"
    " ratings of fun and difficulty, fun rating and difficulty rating, fun and difficulty ratings",
    "ratings": "feedback count, number of feedbacks, how many feedbacks, amount of feedback,"
    " how much feedback, count of feedback, number of reviews, how many reviews",
    "ratings by player": "how many people rated the game, how many people rated game,"
    " how many players rated game, who rated game, who rated games, who rates games,"
    " how many people gave feedback, who gave feedback, how many people left feedback,"
    " how many players left feedback, how many players gave feedback, who left feedback,"
    " who gives feedback, who rated, how many people rated, who leaves feedback,"
    " how many testers left feedback, how many testers gave feedback",
    "which player has the lowest stars": "who gives lowest ratings, who gives worst ratings,"
    " who gave lowest ratings, who rates lowest, harshest critic, who harshest critic,"
    " who rates worst, toughest critic, who gives fewest stars, who gave worst ratings,"
    " most critical player, most critical tester, strictest tester",
    "stars by outcome": "like losing, like losing games, enjoy losing, like winning, mind losing,"
    " enjoy winning more",
    "which player has the highest stars": "who gives highest ratings, who gives best ratings,"
    " who gave highest ratings, who rates highest, who rates best, who likes games most,"
    " who gives most stars, who gave best ratings, most generous player, most generous tester",
    "stars by month": "still like, still like as much as at beginning,"
    " still like as much as before, still like as much, like less over time, like more over time,"
    " like less now, like more now, still enjoy, still have fun, still fun, enjoy less over time,"
    " trend of ratings, trend in ratings, trend of rating, rating trend, ratings trend,"
    " trend of stars, trend of feedback, ratings over time, rating over time",
    "remarks": "write something, wrote something, write anything, wrote anything, say anything,"
    " say something, leave comment, leave comments, left comment, left comments,"
    " comment on anything, say anything about it",
    "remarks by remark last 30 days": "latest comments, latest remarks, latest feedback comments,"
    " newest comments, newest remarks, recent comments, recent remarks, last comments,"
    " last remarks",
    "mean ratings": "average number of feedback, average number of feedbacks,"
    " mean number of feedback, average amount of feedback, average number of ratings given",
    "stars": "feedback score, feedback scores, feedback rating, feedback ratings, rating score,"
    " rating scores, satisfaction, satisfaction score",
    "remarks by player": "how many people left comment, how many players left comment,"
    " how many people left comments, how many players left comments,"
    " how many people wrote comment, how many people left remark, who left comments,"
    " who left comment, who leaves comments",
}


def said() -> Iterator[Saying]:
    yield from _so_many_stars()
    yield from _rated()
    yield from _higher_ratings()
    yield from _ratings()
    yield from _remarks()
    yield from _rated_best()


def _so_many_stars() -> Iterator[Saying]:
    for number, word in enumerate(("one", "two", "three", "four", "five"), 1):
        starred = (("DIM", ["stars"]), ("CMP", "="), ("NUMBER", number))
        for shown in (str(number), word):
            for kind in ("rating", "ratings", "review", "reviews"):
                counted = (("METRIC", ["ratings"]), ("SUCH", "in which"), *starred)
                yield f"{shown} star {kind}", counted
                yield f"{shown} stars {kind}", counted


def _rated() -> Iterator[Saying]:
    for number in range(1, 6):
        starred = (("FILTER", "where"), ("DIM", ["stars"]), ("CMP", "="), ("NUMBER", number))
        for rated in (f"rated {number}", f"that were rated {number}"):
            yield rated, starred
            yield f"{rated} stars", starred


def _higher_ratings() -> Iterator[Saying]:
    for verb in ("go up", "went up", "go down", "drop", "fall", "rise", "improve", "get better"):
        yield f"ratings {verb}", (("METRIC", ["stars"]),)
        yield f"ratings {verb} over time", "stars by month"
    rated = (("METRIC", ["stars"]),)
    for how in ("lower", "higher", "better", "worse"):
        for words in (f"{how} ratings", f"{how} rating", f"rated {how}", f"{how} rated"):
            yield words, (*rated, ("MORE", "more"))
    for who in ("winners", "losers", "winner", "loser", "people who win", "people who lose"):
        for verb in ("happier", "rate game higher", "rate game lower", "rate higher", "rate lower"):
            yield f"{who} {verb}", "stars by outcome"
    for one, rest in (("winners", "losers"), ("losers", "winners")):
        for lead, against in product(
            ("rating of", "ratings of", "ratings by", "stars of"), AGAINST[:4]
        ):
            yield f"{lead} {one} {against} {rest}", "stars by outcome"


@both_ways
def _ratings() -> Iterator[Saying]:
    remarks = (("METRIC", ["remarks"]), ("BY", "by"), ("DIM", ["remark"]), ("FILTER", "for"))
    for lead in ("what think of", "what think about"):
        yield lead, remarks
    for sign, words in (("<", "below, under"), (">", "above, over"), (">=", "at least")):
        for word in words.split(", "):
            rated = (("FILTER", "where"), ("DIM", ["stars"]), ("CMP", sign))
            yield f"rated {word}", rated
            for which in ("that were", "for games", "of games", "in games", "which were"):
                yield f"{which} rated {word}", rated
    for number, word in enumerate(("one", "two", "three", "four", "five"), 1):
        starred = (("DIM", ["stars"]), ("CMP", "="), ("NUMBER", number))
        for shown in (str(number), word):
            for lead in ("give", "gave", "given", "giving"):
                counted = (("METRIC", ["ratings"]), ("SUCH", "in which"), *starred)
                for kind in ("star", "stars"):
                    yield f"{lead} {shown} {kind}", counted


@both_ways
def _rated_best() -> Iterator[Saying]:
    """What has the best ratings has the most stars, and not the most of them."""
    for most, words in (("highest", ("best", "highest", "top")), ("lowest", ("worst", "lowest"))):
        for verb, which in product(
            ("has", "have", "gets", "get", "got", "receives", "with"), words
        ):
            for kind in ("ratings", "rating", "reviews"):
                yield f"{verb} {which} {kind}", f"has the {most} stars"
                yield f"{verb} the {which} {kind}", f"has the {most} stars"


@both_ways
def _remarks() -> Iterator[Saying]:
    looked_for = (("METRIC", ["remarks"]), ("CONTAINS", LISTED))
    for who in ("", "people ", "players ", "testers ", "playtesters ", "they "):
        for verb in ("say", "said", "write", "wrote", "remark", "comment on", "mention"):
            yield f"what {who}{verb} about".replace("on about", "on"), looked_for
