"""What people say that asks for nothing: words before a question, and how its answer should look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from .ways import Saying, both_ways

TABLE: Final[Mapping[str, str]] = {
    "": "in percent, in %, as percentage, as percentages, in per cent, as percent, of all games,"
    " in all games, for all games, across all games, over all games, head to head, for playtests,"
    " for playtesting, up to now, until now, at moment, on record, in total number,"
    " how much harder, how much easier, how much better, how much worse, at end, at end of,"
    " in end, in our logs, in store, in our store, so far, confidence interval for,"
    " confidence interval of, confidence interval, confidence intervals, with confidence interval,"
    " with confidence intervals, error bars, with error bars, with intervals, in our games,"
    " if possible, how sure, how certain, how certain about, how confident about,"
    " how confident in, how confident, how reliable, how trustworthy, how solid, how precise,"
    " could you, could you please, could we, could you tell, by how much, how sure we about,"
    " after games, after game, after playing, after play, in table, at table, by chance,"
    " in database, in data, in our data, in dataset, in data set, in logs, in our database,"
    " sample big enough to, sample large enough to, enough data to, enough games to,"
    " sample big enough for, enough data for, enough games for, enough data, so often, that often,"
    " how high is, how big is, how large is, how low is, how high was, how big was, how high are,"
    " how big are, how high, how low, i'm wondering, i am wondering, i wonder, im wondering,"
    " i'd like to know whether, i'd like to know if, i'd like to know, i'd like to see,"
    " i'd love to know, i like to know whether, i would like to know whether,"
    " i want to know whether, i want to know if, i want to see, i wonder whether, i wonder if,"
    " i'm wondering whether, i'm wondering if, i was wondering whether, i was wondering if,"
    " i was wondering, i'm curious whether, i'm curious how, i'm curious about, i'm interested in,"
    " i am interested in, can you tell me whether, can you tell me if, can you tell me,"
    " could you tell me, can you show me, could you show me, do you know whether, do you know,"
    " any idea whether, any idea, let me see, let me know, let's see, tell me whether, tell me if,"
    " find out whether, find out if, check whether, check if, with sample size, with sample sizes,"
    " with number of observations, and sample size, to say that, enough games to say,"
    " enough data to say, enough games to tell whether, enough data to tell whether,"
    " in percentage points, as number, per favor, for me, for our playtest, as table, as chart,"
    " as graph, as bar chart, as pie, as pie chart, pie, pie chart, bar chart, line chart,"
    " quick question, quick one, question, hm, well",
}


def said() -> Iterator[Saying]:
    yield from _in_percent()
    yield from _nothing()


@both_ways
def _in_percent() -> Iterator[Saying]:
    for tail in ("in percentage points", "in percent", "in %", "as percentage", "in numbers"):
        yield f", {tail}", ""


def _nothing() -> Iterator[Saying]:
    for said in (
        "all games",
        "for all games",
        "across all games",
        "over all games",
        "in all games",
    ):
        yield f", {said}", ""
    for said in ("take part in", "took part in", "take part", "took part"):
        yield said, ""
