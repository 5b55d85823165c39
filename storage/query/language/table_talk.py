"""How people ask about one of our games: what happens at its table, in their words.

Written like `sayings.SAYINGS`: what is meant, and how it is said without the words of `words.SKIPPED`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

TABLE_TALK: Final[Mapping[str, str]] = {
    # -- Spot On: targets, operations, signals
    "hits by seat": "starting player hit more targets, first player hit more targets, starter hit"
    " more targets, starting player hit more, first player hit more",
    "which starter has the highest rounds": "who leads most, who leads most often, who starts most, who starts most often, who begins most"
    " often",
    "which target number has the lowest hit rate": "which target number fail on most, which target"
    " number fail most, which target fail on most, which target fail most, which target miss most,"
    " which target number miss most, which target fail most often, which targets fail on most",
    "losses where shortfall = 1": "games lost on last target, lose on last target,"
    " how many games lose on last target, games lost at last target, lost on last target,"
    " how often lose on last target, lose at last target, games lost by one target",
    "min shortfall": "closest loss, narrowest loss, closest lost game, closest defeat",
    "min turns per target where target outcome = hit": "quickest target hit, fastest target hit,"
    " fastest hit, quickest hit, fewest turns to hit target, fewest turns to hit,"
    " least turns to hit target",
    "max turns per target where target outcome = hit": "slowest target hit, slowest hit,"
    " most turns to hit target, longest hit",
    "hits by hit operation": "most common last move before hit, most common last move before hitting,"
    " last move before hitting, last move before hit, most common last operation,"
    " most common hitting operation, which operation finishes targets,"
    " operation used to hit target, operations used to hit target",
    "share of overshot targets": "how often total go above target, how often total above target,"
    " how often go over target, how often total over target, how often total exceed target,"
    " how often total go over target, how often go past target, how often overshoot,"
    " how often go over target and come back, how often overshoot target, how often targets overshot,"
    " how often target overshot",
    "overshot targets": "how many targets overshot, targets overshot",
    "number of hits by hit rank": "how often joker to hit target, how often joker used to hit target,"
    " how often joker used to hit, how often jokers used to hit, how often jokers used to hit target,"
    " how often joker used for hit, joker used to hit target",
    "share of turns in which total after >": "how often total go over, how often total over,"
    " how often total above, how often total go above, how often total exceed",
    "number of plays where total after >": "total go over, total over, total above, total go above,"
    " total exceed, totals over, totals above",
    "number of plays where total after >=": "total reach, total reached at least",
    "turns per target compare parity even vs odd": "even targets hit faster than odd ones,"
    " even targets faster than odd ones, even targets easier than odd ones, even targets harder than"
    " odd ones, odd targets harder than even ones, odd targets take longer than even ones,"
    " even targets take longer than odd ones, odd targets harder, even targets easier",
    "compare parity odd vs even": "odd vs even targets, even vs odd targets, even or odd targets,"
    " odd or even targets, odd and even targets, even and odd targets, odd vs even, even vs odd,"
    " odd vs even numbers, odd targets vs even targets, even targets vs odd targets,"
    " odd vs even target, even vs odd target, odd vs even target values",
    "number of passes": "how many turns waste passing, turns wasted passing, turns waste passing,"
    " turns spent passing, turns lost passing, how many turns wasted passing",
    "mean unused stock": "cards left in stock, how many cards left in stock,"
    " cards left over in stock, how many cards left over in stock, cards remain in stock,"
    " how many cards remain in stock, cards remaining in stock, cards still in stock,"
    " how many cards still in stock",
    "mean target value": "how big targets, how high targets, how large targets",
    "which player has the highest signals": "who shows card most often, who shows cards most often,"
    " who shows most cards, who shows cards most, who shows card most, who signals most often",
    "signals by rank": "which cards show as signal, which cards show, which card show as signal,"
    " what cards show as signal, which cards used as signal, which cards used as signals",
    "which operation has the highest hits": "which operation hits target,"
    " which operation hits targets, which operation finishes target,"
    " best operation to hit, operation that hits most",
    "distance left": "how close get to target when fail, how close to target when fail,"
    " how close come to target, how far from target when fail, how far off when fail,"
    " how close to target at end, how close come to target when lose",
    # -- Pot Luck: pots and open cards
    "busts by pot place": "on which pot bust, in which pot bust, which pot bust, which pots bust,"
    " at which pot bust",
    "busts by pot total": "distribution of pot totals when pot busts, pot totals when pot busts, pot total when pot busts, pot totals of busts, total of bust pots, totals of bust pots, pot total of bust pots, distribution of pot totals of bust pots, which total bust at, at which total bust, what total bust at,"
    " which totals bust at",
    "share of forced busts": "most busts forced, busts forced, busts mostly forced, how often busts"
    " forced, how many of busts forced",
    "which player has the highest pots scored": "who finishes most pots, who finishes pots most often,"
    " who finishes pots most, who scores most pots, who finished most pots, who makes most pots,"
    " who completes most pots",
    "which pot place has the highest pots scored": "which pot score most, which pot scores most,"
    " which pot scores most often, which pot score most often, which pot finished most,"
    " which pot finished most often",
    "by pot place": "in left , middle or right, , left middle or right, , left , middle or right,"
    " , left middle right, , left , middle , right, : left middle or right, : left , middle or right",
    "which rank has the highest cards opened": "most common open card, most opened card,"
    " most common opened card, favourite open card, favorite open card, most common open cards",
    "which rank has the highest pots scored": "most common finishing card, most common last card of pot,"
    " most common card to finish pot",
    "mean unfinished pots per game": "unfinished pots at end, how many pots unfinished at end,"
    " pots left unfinished, how many pots left unfinished, pots unfinished at end,"
    " how many pots unfinished, pots left over at end, how many unfinished pots left",
    # -- Top Spot: tricks, stacks, jokers
    "rounds won per game where finishing place = 1": "how many tricks winner take,"
    " how many tricks winner takes, how many tricks winner win, how many rounds winner win,"
    " how many tricks winner wins, how many rounds winner wins, tricks of winner, rounds of winner,"
    " rounds won by winner, tricks won by winner, tricks taken by winner",
    "jokers played where cards in the stack = 1": "jokers played as single cards,"
    " jokers as single cards, jokers played as single card, jokers played singly,"
    " jokers played on their own, jokers on their own, how many jokers played as single cards,"
    " how many jokers played alone, how many jokers played on their own",
    "winning value": "spots in winning plays, spots in winning play, spots of winning plays, spots in"
    " winning stacks, spots in winning stack, how many spots winning play show, how many spots winning play, spots of winning play,"
    " spots winning play, value of winning play, value of winning plays, winning play value,"
    " how many spots winner show, how many spots to win round, spots needed to win,"
    " spots needed to win round, how many spots needed to win round, how many spots win round,"
    " how many spots win trick",
    "max stack value": "highest value play, highest play, biggest play, most valuable play,"
    " highest scoring play, highest stack, highest combo, best combo, best combination,"
    " highest combination, highest value stack",
    "tie-break rate": "how often rounds end in tie, how often round end in tie, how often trick end in"
    " tie, how often tricks end in tie, how often rounds tied, how often round tied,"
    " how often tiebreaker, how often tie break, how often tiebreakers, how often need tiebreaker,"
    " how often need tie break, chance of tie, how often tie breaks, how often tiebreaks,"
    " how often tie breaker, how often go to tiebreaker, how often go into tie break,"
    " how often tie break needed, how often tiebreaker needed",
    "tied rounds": "rounds end in tie, rounds ending in tie, rounds ended in tie,"
    " tricks ending in tie, how many rounds end in tie, how many rounds tied",
    "leader win rate": "how often round winner win next round, how often winner win next round,"
    " how often round winner win next round too, how often winner of round win next,"
    " how often winner of round win next one, how often winner wins next round,"
    " how often trick winner win next trick, "
    " how often winner of round win next round, how often round winner win again",
    "points won per round where round outcome = won": "points per round won, points per won round,"
    " points per trick won, points per won trick",
    "number of rounds won by how it was won": "how rounds won, how tricks won, ways of winning round,"
    " ways to win round, how rounds end",
    "leftover cards": "how many cards left in hand at end, cards left in hand at end,"
    " how many cards left in hand, cards left in hands at end, how many cards left in hands",
    "share of turns in which joker on top = yes and cards in the stack = 1": "how often joker on its own,"
    " how often joker played on its own, how often joker played as single card,"
    " how often jokers played on their own, how often jokers played as single cards",
    "winning stack size": "stack size when winning, average stack size when winning,"
    " average winning stack, size of winning stacks",
    "winning value by winning cards": "value of winning stack by number of cards,"
    " value of winning stack by size",
    # -- Equator: rows, claims
    "time per equation": "seconds to solve equator target, seconds to solve equator targets, seconds to solve target, seconds to solve targets, time to solve equator target, time to solve equator targets, time to solve target, time to solve targets, average seconds to solve equator target, average seconds to solve equator targets, average seconds to solve target, average seconds to solve targets, average time to solve equator target, average time to solve equator targets, average time to solve target, average time to solve targets, how fast find equations, how fast find equation, how quickly find equations,"
    " how quickly find equation, how fast equations found, how fast solve equations,"
    " how quickly solve equations, how fast solve, how long until equation found,"
    " time till equation, time until equation, time to equation,"
    " time to solve equation, time to find equation, how much time per equation,"
    " time until equation found",
    "share of powers used": "use powers or roots, use powers, use roots, powers or roots,"
    " how often powers or roots used, how often use powers,"
    " how often roots used, how often use roots, how often use powers or roots",
    'where equation outcome in "open", "discarded"': "nobody solved, nobody solve, nobody solves,"
    " nobody found, nobody finds, no one solved, no one found, noone solved, that nobody solved,"
    " nobody could solve, nobody reached",
}
"""By what is meant: how it is said, separated by commas."""
