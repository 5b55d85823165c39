"""What people say of Pot Luck: pots and busts, open cards, waste, lives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from .ways import Saying, both_ways

TABLE: Final[Mapping[str, str]] = {
    "busts by pot place": "on which pot bust, in which pot bust, which pot bust, which pots bust,"
    " at which pot bust",
    "busts by pot total": "distribution of pot totals when pot busts, pot totals when pot busts,"
    " pot total when pot busts, pot totals of busts, total of bust pots,"
    " totals of bust pots, pot total of bust pots,"
    " distribution of pot totals of bust pots, which total bust at, at which total bust,"
    " what total bust at, which totals bust at, which totals lead to bust,"
    " which total leads to bust, totals that lead to bust, totals leading to bust,"
    " which totals bust most, totals at bust, pot total at bust, pot totals at bust,"
    " total at bust, pot total when going bust, pot total when it busts,"
    " pot total when busting, total of pot at bust, pot totals come right before bust,"
    " pot totals come before bust, pot total right before bust, pot total before bust,"
    " pot totals before bust, pot totals right before bust, totals right before bust,"
    " busts at what total, at what total pots bust, at what total do pots bust,"
    " busts at which total, bust at what total",
    "share of forced busts": "most busts forced, busts mostly forced, how often busts forced,"
    " how many of busts forced, share of busts forced, what share of busts forced,"
    " percentage of busts forced, what percentage of busts forced, % of busts forced",
    "which player has the highest pots scored": "who finishes most pots,"
    " who finishes pots most often, who finishes pots most, who scores most pots,"
    " who finished most pots, who makes most pots, who completes most pots",
    "which pot place has the highest pots scored": "which pot score most, which pot scores most,"
    " which pot scores most often, which pot score most often, which pot finished most,"
    " which pot finished most often",
    "by pot place": "in left , middle or right, , left middle or right, , left , middle or right,"
    " , left middle right, , left , middle , right, : left middle or right,"
    " : left , middle or right, left pot vs right pot, left vs right pot, right vs left pot,"
    " right pot vs left pot, left pot vs middle pot, left vs middle pot, middle vs right pot,"
    " left and right pot",
    "which rank has the highest cards opened": "most common open card, most opened card,"
    " most common opened card, favourite open card, favorite open card, most common open cards,"
    " which cards opened most, which card opened most, which cards laid open,"
    " which open cards players choose, which open cards people choose, which cards open",
    "which rank has the highest pots scored": "most common finishing card,"
    " most common last card of pot, most common card to finish pot,"
    " what card finishes pots most often, which card finishes pots most often,"
    " which card finishes pots, which cards finish pots, what cards finish pots,"
    " which card finishes most pots",
    "mean unfinished pots per game": "unfinished pots at end, how many pots unfinished at end, pots left unfinished,"
    " how many pots left unfinished, pots unfinished at end, pots left over at end,"
    " how many unfinished pots left, pots left unfinished per game,"
    " pots unfinished per game, pots stay unfinished per game",
    "turns per pot": "how long finish pot, how long take finish pot, how long pot take,"
    " how long pots take, how many turns finish pot, how many turns until pot finished,"
    " how many plays does it take to score pot, how many plays take to score pot,"
    " how many turns take to score pot, how many turns to score pot, how many plays to score pot,"
    " how many plays to finish pot, how many plays take to finish pot, plays needed per pot",
    "cards per pot": "how many cards take make 21, how many cards take to finish pot,"
    " how many cards pot take, how many cards finish pot, =how many cards to make 21",
    "win rate by open cards": "open cards help, open cards matter, "
    " open card matter, open card help",
    "share of avoidable busts": "busts avoidable, how often bust avoidable,"
    " how often busts avoidable, share of busts avoidable, what share of busts avoidable,"
    " percentage of busts avoidable, what percentage of busts avoidable, % of busts avoidable,"
    " how many of busts avoidable",
    "where open cards > 0": "with open cards",
    "where open cards = 0": "without open cards, without open card, no open cards",
    "where lives > 0": "with lives",
    "where lives = 0": "without lives, no lives",
    "bust waste": "how many points wasted in bust pots, how many points wasted in busts,"
    " how many points in bust pots",
    "bust overshoot": "how far over 21 busts go, =how far over limit busts go,"
    " how far busts overshoot, =how far over 21 bust pots go, =how far over limit bust pots go,"
    " how much busts overshoot, how far pots go over 21, how far over busts, how far over 21 bust,"
    " how far over 21 pots, how far over pots, how far above 21 pots",
    "running total where game = pot-luck": "pot total left for next player,"
    " total left for next player",
    "waste share": "share of budget wasted, how much of budget wasted, how much of budget waste,"
    " share of budget, budget wasted, part of budget wasted, wasted share of budget",
    "mean waste per game": "how much waste, how many points waste, how many points wasted,"
    " how much wasted",
    "lives left": "how many lives left, lives left at end, use all lives, lives at end,"
    " how many lives left at end, how many lives remain",
    "share of turns in which pot total =": "how often leave pot at, how often leave pots at,"
    " how often pot left at, how often pots left at, how often pot at",
    "pots scored where outcome = lost": "how many pots losing score,"
    " how many pots lost games score, how many pots losers score",
    "pots scored where outcome = won": "how many pots winning score, how many pots won games score",
    "which pot place has the highest busts": "which pot bust most often, which pot bust most,"
    " which pots bust most often, which pots bust most, which pot busts most often",
    "where pot outcome = scored": "when scores, when scored, when finished, when completed",
    "where pot outcome = bust": "when busts, when went bust, when over 21",
    "max bust overshoot": "biggest bust, largest bust, worst bust",
    "where lives left > 0": "with lives left, with any lives left, =with lives to spare",
    "where lives left = 0": "with no lives left, without lives left, with no life left",
    'busts where bust cause = "forced-own-card"': "own card busts, =busts due to own card rule,"
    " =busts due to own card, busts because of own card rule, busts by own card rule,"
    " busts from own card rule",
    'busts where bust cause = "forced-high"': "forced high busts, busts because no card fits,"
    " busts where no card fits, busts with no card that fits",
    "which set up by has the highest busts": "which player sets up most busts,"
    " who sets up most busts, who prepares most busts, who set up most busts,"
    " which player set up most busts",
    "bust waste, unfinished waste, hand waste": "most waste from busts or from hands,"
    " most waste from busts or hands, waste from busts or hands, waste from busts or from hands,"
    " waste in busts or hands",
    "which player has the highest busts": "who made pot go over 21, who made pots go over 21,"
    " who made pot go over, who made pot bust, who made pots bust, who made most pots bust,"
    " who busted most, who let pot go over 21, who sent pot over 21, who to blame for busts",
    "busts": "pots that went over 21, pots go over 21, pots went over 21, pot went over 21,"
    " pots that go over 21, pots busted, pots going over 21, pots exceeding 21,"
    " pots busted by exceeding 21, pots bust by exceeding 21",
    "share of busts": "how often pot go over 21, how often pots go over 21,"
    " how often pot went over 21, how often pots went over 21, how often pot goes over 21",
    "max running total": "highest total, biggest total, largest total, how high total go,"
    " how high total get, how high total rise, highest total reached, how far up total go",
    "number of forced busts": "busts with no safe card, busts without safe card,"
    " busts with no safe play, busts without safe play, busts without choice,"
    " busts with no choice, unavoidable busts",
    "time spent per pot": "time to finish pot, time until pot finished",
    "plays where rank in J, Q, K": "face card played, face cards played, court cards played,"
    " picture cards played, plays of face cards, play face card, play face cards",
    "where rank in J, Q, K": "with face card, with face cards, of face cards, for face cards,"
    " by face cards, with court cards, with picture cards",
    "forced busts, avoidable busts": "forced vs avoidable busts, avoidable vs forced busts,"
    " forced and avoidable busts, forced or avoidable busts, avoidable and forced busts,"
    " busts forced or avoidable",
    "which player has the highest cards opened": "who opens most cards, who opens cards most,"
    " who opens cards most often, who opened most cards, who lays open most cards",
    "number of unfinished pots": "how many pots stay unfinished, pots stay unfinished,"
    " how many pots remain unfinished, pots remain unfinished, how many pots unfinished,"
    " how many pots left open, pots that stay unfinished",
    "missed finishes": "missed chances to finish pot, missed chances to finish pots,"
    " missed chances, chances missed, missed opportunities, missed opportunities to finish pot",
    "forced busts": "busts are forced, busts forced, busts were forced",
    "aces as 11": "aces as 11 instead of 1, aces are played as 11 instead of 1,"
    " aces counted as 11, aces count as 11, ace counted as 11",
    "number of plays by card value where rank = A": "aces used, how aces used, aces played as 11 vs as 1, aces played as 11 vs 1,"
    " aces as 11 vs as 1, aces as 11 vs 1, aces as 1 vs 11, aces as 1 or 11,"
    " aces as 11 or 1, aces played as 1 or 11, aces played as 11 or 1, ace as 11 or 1,"
    " ace as 1 or 11, ace as 11 vs 1, aces used as 11 vs 1, aces used as 11 vs as 1,"
    " aces used as 1 or 11, aces counted as 1 or 11, ace played as 11 or 1,"
    " aces as 1 vs as 11, aces played as 1 vs as 11, aces as one or eleven, ace values,"
    " ace value, value of aces, value of ace, what aces count as, how aces count,"
    " how often ace counts 11 vs 1, aces high or low, aces high vs low, aces low vs high,"
    " ace played as 11 vs 1, aces counted as 11 vs 1, aces counted as 1 vs 11,"
    " aces played as 1 vs 11, share of aces played as 11, share of aces as 11,"
    " % of aces played as 11, % of aces as 11, percentage of aces played as 11,"
    " share of aces played as 1, share of aces counted as 11, % of aces counted as 11,"
    " how often ace 11, how often ace 1, how often ace counted as 11,"
    " how often ace played as 11, how often aces played as 11,"
    " how often aces counted as 11, how often ace counts 11, how often ace count as 11,"
    " how often aces count as 11, ace as 1 share, ace as 11 share, ace as 11 %,"
    " aces as 11 %, aces as 11 share, how often ace high, how often ace used as 11,"
    " how often aces used as 11",
    "open card value": "average value of open cards, avg value of open cards, mean value of open cards,"
    " average value of open card, avg value of open card, mean value of open card,"
    " how high open cards, how high are open cards, average open card, mean open card,"
    " avg open card, how big open cards, value of cards laid open,"
    " value of cards opened, how valuable open cards",
    "pass-on rate": "score rate of next player, scoring rate of next player, next player scores it,"
    " how often next player scores, how often next player finish pot,"
    " how often next player finishes pot, how often next player score pot,"
    " how often next player scores pot, how often pot finished by next player,"
    " how often pots finished by next player, share of plays scored by next player,"
    " next player score it, next player finish it, next player finishes it,"
    " set-up success, set-up success rate, setup success, set up success,"
    " how often set-up work, how often set-ups work, how often next player finishes,"
    " how often next player use it, how often next player can finish,"
    " how often next player able to score, success of set-ups",
    "number of games where unused stock = 0 and game = pot-luck": "in how many games did stock run out before last pot scored,"
    " how many games stock run out before last pot scored,"
    " stock run out before last pot scored, stock ran out before last pot,"
    " in how many games stock run out before last pot,"
    " games where stock ran out before last pot scored,"
    " how often stock run out before last pot scored",
    "pots by pot outcome where pot from the end = 1": "last pot outcome, outcome of last pot, how last pot end, what became of last pot",
    "max running total where game = pot-luck": "highest pot total, highest pot total ever, biggest pot total,"
    " biggest pot total ever, highest total of pot, largest pot total, highest pot",
    "cards opened where rank in J, Q, K": "face cards opened, face cards laid open, open face cards, court cards opened,"
    " picture cards opened, how many face cards opened, how often face cards opened",
    "number of plays where card lay open = no": "hidden cards played, plays of hidden cards, hidden card plays,"
    " plays with hidden card, plays with hidden cards, cards played from hidden hand,"
    " how many hidden cards played",
    "number of plays by card lay open": "plays from hand vs open cards, plays from hand vs open, from hand vs open cards,"
    " from hand vs open card, open cards or hand, played from hand or open cards,"
    " hand vs open cards, hand card vs open card, hand cards vs open cards,"
    " open card vs hand card, open cards vs hand cards, plays by open or hidden card",
    "open plays": "plays with open card, plays with open cards, plays using open card,"
    " times open card played, open cards used, open card used",
    "open play rate": "open card used %, % of plays with open card, % of plays with open cards,"
    " share of plays with open card, share of plays with open cards,"
    " share of plays from open cards, open card usage, how often open card used,"
    " how often open cards used, open cards used %, use of open cards, use of open card",
    "which rank has the highest open plays": "which open card played most, which open cards played most, most played open card,"
    " which open card used most, which open cards used most, most used open card",
    "bust waste per pot where pot outcome = bust": "points lost per bust, points wasted per bust, waste per bust, cost of bust,"
    " cost of a bust, how many points does a bust cost, how many points bust cost,"
    " points per bust, how much bust cost, points lost by bust",
    "mean builders": "how many players build pot, how many people build pot, how many players work on pot,"
    " how many people work on pot, how many players play on pot,"
    " how many players share pot",
    "busts by total before order by busts descending": "most dangerous total, most dangerous totals, most dangerous pot total,"
    " which total most dangerous, which totals most dangerous, total before bust,"
    " totals before bust, most risky total, riskiest total",
    "number of pots by starter order by number of pots descending": "who starts most pots, who starts pots, who begins pots, who begins most pots,"
    " who starts pots most, who begins pots most, which player starts most pots,"
    " which player begins most pots, who opens most pots, who start new pots",
}


def said() -> Iterator[Saying]:
    yield from _places()
    yield from _forced()
    yield from _waste()
    yield from _left_at()
    yield from _open_or_hidden()


@both_ways
def _left_at() -> Iterator[Saying]:
    at = (("FILTER", "where"), ("DIM", ["pot total"]), ("CMP", "="))
    for lead in ("after", "when", "if", "with", "on", "for", "following", "given"):
        for said in ("pot at", "pot left at", "pot is left at", "pots at", "pots left at"):
            yield f"{lead} {said}", at
        yield f"{lead} leaving pot at", at
        yield f"{lead} player leaves pot at", at
    for who in ("next player", "next turn", "next move"):
        for did in ("finished", "scored", "completed"):
            for lead in ("on", "by", "in"):
                yield f"{did} {lead} {who}", "pass-on rate"
    for lead in ("how many", "how often", "share of", "what share of", "% of"):
        for did in ("finished", "scored", "completed"):
            for by in ("on next move", "by next player", "on next turn", "next turn"):
                yield f"{lead} pots {did} {by}", "pass-on rate"
                yield f"{lead} pots get {did} {by}", "pass-on rate"


@both_ways
def _open_or_hidden() -> Iterator[Saying]:
    for kind, of in (("open", "hidden"), ("hidden", "open")):
        for joined in ("vs", "or", "and"):
            split = "number of plays by card lay open"
            yield f"{kind} {joined} {of} card played", split
            yield f"{kind} {joined} {of} cards played", split
            yield f"plays of {kind} {joined} {of} cards", split
            yield f"{kind} card {joined} {of} card", split
            yield f"{kind} cards {joined} {of} cards", split
            yield f"{kind} {joined} {of} cards", split
            yield f"{kind} {joined} {of} card", split
    for said in ("open card played", "open cards played", "plays of open cards", "open card plays"):
        yield said, "open plays"
        yield f"number of {said}", "number of open plays"
        for frame in ("{} %", "share of {}", "% {}", "how often {}", "{} rate", "{} share"):
            yield frame.format(said), "open play rate"
    for play in ("play", "use", "players play", "people play", "players use"):
        yield f"how often {play} open card", "open play rate"
        yield f"how often {play} open cards", "open play rate"
    yield "how often open card used", "open play rate"
    for did in ("finished", "scored", "completed", "made"):
        for lead in ("% of", "share of", "percentage of", "how many", "how often"):
            yield f"{lead} pots {did} with open card", "number of pots scored by card lay open"
        yield f"pots {did} with open card", "number of pots scored by card lay open"


def _places() -> Iterator[Saying]:
    for place, lead in product(("left", "middle", "right"), ("", "of ", "in ", "for ", "on ")):
        chosen = (("FILTER", "where"), ("DIM", ["pot place"]), ("CMP", "="), ("STRING", place))
        yield f"{lead}{place} pot", chosen
        yield f"{lead}{place} pots", chosen


def _forced() -> Iterator[Saying]:
    for bad, good in product(("avoidable", "mistakes"), ("forced",)):
        for joined in (" and how many ", " , and how many ", " or ", " vs ", " and "):
            for frame in ("how many busts {}", "busts {}", "{} busts"):
                yield frame.format(f"{good}{joined}{bad}"), "number of busts by bust cause"
                yield frame.format(f"{bad}{joined}{good}"), "number of busts by bust cause"


def _waste() -> Iterator[Saying]:
    of_waste = "bust waste, unfinished waste, hand waste"
    for said in (
        *(
            "waste by kind",
            "waste by cause",
            "waste by reason",
            "breakdown of waste",
            "split of waste",
        ),
        *(
            "waste breakdown",
            "where waste",
            "where points wasted",
            "where points lost",
            "parts of waste",
        ),
        *(
            "what waste made of",
            "wasted points by kind",
            "points wasted by kind",
            "where waste come from",
        ),
        *("where waste comes from", "where budget go", "where budget goes", "where waste happen"),
    ):
        yield said, of_waste
    for waste in ("waste", "points wasted", "wasted points", "points lost"):
        for joined in (" , ", " and ", " vs "):
            yield f"{waste} in busts{joined}unfinished pots and hands", of_waste
            yield f"{waste} in bust pots{joined}unfinished pots and hands", of_waste
            yield f"{waste} in busts{joined}unfinished pots , and hands", of_waste
