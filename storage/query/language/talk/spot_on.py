"""What people say of Spot On: targets, operations, signals, jokers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from .ways import Saying, both_ways

TABLE: Final[Mapping[str, str]] = {
    "hits by seat": "starting player hit more targets, first player hit more targets,"
    " starter hit more targets, starting player hit more, first player hit more,"
    " player who begins finish more targets than others,"
    " player who begins hit more targets, player who begins hit more targets than others,"
    " player who begins finish more targets, player who starts hit more targets,"
    " player who starts hit more targets than others,"
    " player who starts finish more targets,"
    " player who starts finish more targets than others,"
    " starting player finish more targets,"
    " starting player finish more targets than others,"
    " starting player hit more targets than others, first player finish more targets,"
    " first player hit more targets than others, starter finish more targets,"
    " whoever starts hit more targets, who begins hit more targets",
    "which target number has the lowest hit rate": "which target number fail on most,"
    " which target number fail most, which target fail on most, which target fail most,"
    " which target miss most, which target number miss most, which target fail most often,"
    " which targets fail on most",
    "min turns per target where target outcome = hit": "quickest target hit, fastest target hit,"
    " fastest hit, quickest hit, fewest turns to hit target, fewest turns to hit,"
    " least turns to hit target",
    "max turns per target where target outcome = hit": "slowest target hit, slowest hit,"
    " most turns to hit target, longest hit",
    "hits by hit operation": "most common last move before hit, most common last move before hitting,"
    " last move before hitting, last move before hit, most common last operation,"
    " most common hitting operation, which operation finishes targets,"
    " operation used to hit target, operations used to hit target,"
    " operation used for finishing card, operation of finishing card,"
    " operation used for last card, operation of last card, last operation before hit,"
    " last operation before hits, operation before hit, finishing operation,"
    " finishing operations, which operation finished most targets,"
    " which operation finishes most targets, winning operation",
    "share of overshot targets": "how often total go above target, how often go over target,"
    " how often total exceed target, how often total go over target, how often go past target,"
    " how often overshoot, how often go over target and come back, how often overshoot target,"
    " how often targets overshot, how often target overshot",
    "overshot targets": "how many targets overshot, targets overshot",
    "number of hits by hit rank": "how often joker to hit target,"
    " how often joker used to hit target, how often joker used to hit,"
    " how often jokers used to hit, how often jokers used to hit target,"
    " how often joker used for hit, joker used to hit target, % of hits made with joker,"
    " % of hits with joker, % hits with joker, share of hits made with joker,"
    " share of hits with joker, how often joker hit, how often jokers hit, how often joker hits,"
    " percentage of hits with joker, percentage of hits made with joker, % of hits by joker,"
    " share of hits by joker, how often jokers hit target",
    "share of turns in which total after >": "how often total go over, how often total go above,"
    " how often total exceed",
    "number of plays where total after >": "total go over, total over, total above,"
    " total go above, total exceed, totals over, totals above",
    "number of plays where total after >=": "total reach, total reached at least",
    "turns per target compare parity even vs odd": "even targets hit faster than odd ones,"
    " even targets faster than odd ones, even targets easier than odd ones,"
    " even targets harder than odd ones, odd targets harder than even ones,"
    " odd targets take longer than even ones, even targets take longer than odd ones,"
    " odd targets harder, even targets easier",
    "compare parity odd vs even": "odd vs even targets, even vs odd targets, even or odd targets,"
    " odd or even targets, odd and even targets, even and odd targets, odd vs even, even vs odd,"
    " odd vs even numbers, odd targets vs even targets, even targets vs odd targets,"
    " odd vs even target, even vs odd target, odd vs even target values",
    "mean target value": "how big targets, how high targets, how large targets",
    "which player has the highest signals": "who shows card most often,"
    " who shows cards most often, who shows most cards, who shows cards most, who shows card most,"
    " who signals most often, which player shows most cards, who shows most,"
    " which player shows most",
    "signals by rank": "which cards show as signal, which cards show, which card show as signal,"
    " what cards show as signal, which cards used as signal, which cards used as signals",
    "which operation has the highest hits": "which operation hits target,"
    " which operation hits targets, which operation finishes target, best operation to hit,"
    " operation that hits most",
    "distance left": "how close get to target when fail, how close to target when fail,"
    " how close come to target, how far from target when fail, how far off when fail,"
    " how close to target at end, how close come to target when lose, how far from target end,"
    " how far from target, how far off, =how close to target, how far away from target,"
    " how far away from target at end, how far away at end, how far away, how far off target,"
    " how far off at end, how far off target at end",
    "turns per target": "how long take hit target, how long hit target, how long until target hit,"
    " how many turns until target hit, how many turns until hit, turns until first hit,"
    " number of turns until first hit, average number of turns until first hit, turns until hit,"
    " how many turns take hit target, how many turns until first hit, how fast hit target,"
    " how fast hit targets, how quickly hit target, how quickly hit targets, =turns to hit target,"
    " how long until hit target, turns needed per target, turns until target hit,"
    " =time to hit target, how long until first hit, how many turns per hit,"
    " how long need for target, turns to hit",
    "which player missed hits most": "who misses most hits, which player misses most hits,"
    " who misses hits most, which player misses hits most, who missed most hits,"
    " which player missed most hits, who overlooks most hits, which player overlooks most hits,"
    " who misses most, which player misses most, who misses targets most,"
    " which player misses targets most",
    "which player has the highest hits": "who hits most targets, which player hits most targets,"
    " who hits targets most, which player hits targets most, who hit most targets,"
    " which player hit most targets",
    "which rank has the highest signals": "which card shown most as signal, which card shown most,"
    " which cards shown most, which card signalled most, which cards signalled most,"
    " which card signaled most, which cards shown as signal, which card shown as signal,"
    " most common signal card, most common shown card, most shown card, most shown cards,"
    " most common card shown, most common cards shown, most signalled card, most signaled card,"
    " most used signal card, most common signal cards, most shown signal card, most shown signal cards,"
    " most often shown signal card, most often shown card, card most often shown,"
    " most frequently shown signal card, most shown signal, most common signal, most used signal,"
    " signal card shown most, which signal card shown most, card most often shown as signal,"
    " cards most often shown, favourite signal card,"
    " favorite signal card, card shown most, cards shown most, card shown most often,"
    " most frequent signal card, most frequently shown card, which card used as signal most,"
    " which cards do people signal with, which card do people signal with,"
    " which cards do players signal with",
    "win rate by signals allowed": "signal help, signals help, signal matter, signals matter,"
    " signal worth, signals worth, value of signal, value of signals, signal useful,"
    " signals useful, signals make difference, what signal worth, what signals worth",
    "win rate by jokers": "joker help, jokers help, joker matter, jokers matter, value of joker,"
    " value of jokers, jokers make difference, jokers win games, joker win games, jokers win game",
    "turns per target by target value in bins of 100": "target size matter, size of target matter,"
    " target value matter, size of targets matter, big targets harder, bigger targets harder,"
    " large targets harder, high targets harder, high targets harder than low ones,"
    " high targets harder than low targets, big targets harder than small ones,"
    " big targets take longer, small targets easier, bigger targets take longer,"
    " larger targets take longer, turns by target size, higher target harder,"
    " bigger target harder, larger target harder, high target harder, higher targets harder,"
    " larger numbers harder, higher numbers harder, bigger numbers harder,"
    " higher targets take longer",
    "hit rate by target number": "last target hardest, last target harder, later targets harder, targets get harder,"
    " late targets harder, first target easiest, which target hardest",
    "turns per target by target number": "later targets take longer, late targets take longer,"
    " targets take longer, targets get longer",
    "longest target": "how long longest target, how long longest target take",
    "hit rate by jokers": "hit rate with jokers, hits with jokers",
    "where jokers > 0": "with jokers, with joker, with any jokers",
    "where jokers = 0": "without jokers, no jokers, with no jokers",
    "share of signals": "how often show card, how often players show card, how often show cards,"
    " how often players show cards, how often card shown, how often cards shown",
    "hits where outcome = lost": "how many targets losing hit, how many targets lost games hit",
    "hits where outcome = won": "how many targets winning hit, how many targets won games hit",
    "hits where hit rank = joker": "targets hit with joker, targets hit by joker,"
    " number of targets hit with joker, how many targets hit with joker, hits with joker,"
    " hits made with joker, hits by joker",
    "turns per game where target outcome = open": "turns wasted on targets not hit per game,"
    " turns wasted on targets not hit , per game, turns wasted on targets that not hit per game,"
    " turns wasted on targets that not hit , per game, turns spent on targets not hit per game,"
    " turns spent on targets not hit , per game, turns spent on targets that not hit per game,"
    " turns spent on targets that not hit , per game, turns on targets not hit per game,"
    " turns on targets not hit , per game, turns on targets never hit per game,"
    " turns on targets never hit , per game, turns wasted on targets never hit per game,"
    " turns wasted on targets never hit , per game",
    "turns where target outcome = open": "turns wasted on targets not hit,"
    " turns wasted on targets that not hit, turns wasted on targets never hit,"
    " turns on targets not hit, turns on targets never hit, turns spent on targets not hit,"
    " turns spent on targets that not hit, turns spent on targets never hit,"
    " turns wasted on missed targets, turns wasted on unhit targets, turns wasted on open targets",
    "missed hit rate": "how often miss, how often miss hit, how often players miss hit,"
    " how often hit missed, how often hits missed, how often miss hits, how often overlook hit,"
    " how often hit overlooked",
    'share of turns in which operation = "/"': "division share, division rate,"
    " how often division used, how often divide, how often divided, how often players divide, division usage,"
    " how often division",
    'share of turns in which operation = "*"': "multiplication share, multiplication rate,"
    " how often multiplication used, how often multiply, how often multiplied, multiplication usage,"
    " how often players multiply, how often multiplication",
    'share of turns in which operation = "-"': "subtraction share, subtraction rate,"
    " how often subtraction used, how often subtract, how often subtracted, subtraction usage,"
    " how often players subtract",
    'share of turns in which operation = "+"': "addition share, addition rate,"
    " how often addition used, how often add, how often added, addition usage, how often players add",
    "hits by rank": "what cards hit targets, which cards hit targets, which cards hit",
    "hits by operation": "which operations hit targets, how targets hit",
    "number of plays by operation": "which operations used, which operations played",
    'where operation = "/"': "with division, by division, for division, with divisions",
    'where operation = "*"': "with multiplication, by multiplication, for multiplication",
    'where operation = "-"': "with subtraction, by subtraction, for subtraction",
    'where operation = "+"': "with addition, by addition, for addition",
    "share of hits": "probability of hitting target, chance of hitting target, probability of hit,"
    " =probability to hit target, =chance to hit target, chance of hit,"
    " probability that target hit, likelihood of hitting target",
    "where target outcome = open": "of failed targets, for failed targets, in failed targets",
    "turns per target where target number = 1": "how many turns until first target hit,"
    " how long until first target hit, turns to hit first target, turns until first target is hit,"
    " turns needed for first target",
    "by operation": "plus minus times divided, plus minus times divide,"
    " plus , minus , times , divided, plus , minus , times , divide, plus minus multiply divide,"
    " add subtract multiply divide",
    "rounds by round value order by rounds descending": "most frequent target numbers,"
    " most common target numbers, most common targets, most frequent targets,"
    " most common target values, most frequent target values",
    "number of targets where target outcome = open": "how many targets missed, targets missed,"
    " missed targets, how many targets not hit, targets not hit, unhit targets,"
    " number of missed targets, how many targets never hit, targets that nobody hit,"
    " targets nobody ever hit, targets that were never hit, targets never hit",
    "turns per target by target signals": "signal help to hit target faster,"
    " signals help to hit targets faster, showing signal help to hit target faster,"
    " showing card help to hit target faster, signal make targets faster,"
    " signals make targets faster, signal speed up targets, signals speed up targets,"
    " signals speed up hitting targets, signals make hitting faster,"
    " targets hit faster with signal, targets hit faster with signals,"
    " targets faster with signals, hit target faster with signal, hit targets faster with signals,"
    " hit faster with signals",
    "hit rate by target signals": "signal help to hit target, signals help to hit targets,"
    " showing signal help hit target, showing card help hit target, showing signal help,"
    " showing signals help, showing card help, showing cards help, signals help hitting,"
    " signal help hitting",
    "signals per target where target outcome = hit": "signals before hit, signals until hit,"
    " cards shown before hit, cards shown until hit, signals needed for hit, signals needed to hit",
    "signals per game by outcome": "winners use more signals, winners signal more,"
    " winners show more cards, winners signal more often",
    "turns per target by target value order by turns per target descending": "which targets hardest, hardest target ever, toughest target ever,"
    " hardest target number, hardest target numbers, which target numbers hardest,"
    " which numbers hardest",
    "number of jokers used by declared value": "joker value chosen, joker values chosen, chosen joker value, chosen joker values,"
    " values chosen for joker, values chosen for jokers, value chosen for joker,"
    " joker values, joker value distribution, distribution of joker values,"
    " joker values used, value given to joker, value given to jokers,"
    " values given to jokers, what value joker given, which value joker given,"
    " what values jokers given, which values jokers given, what joker played as,"
    " what jokers played as, which value joker played as, what value joker played as,"
    " what value jokers played as, joker declared as, declared joker value,"
    " declared joker values, joker declared value, what joker stand for,"
    " what jokers stand for, most common joker value, most common joker values,"
    " joker counted as, jokers counted as, joker used as, jokers used as,"
    " what joker used as, what number joker used as, joker used as what value,"
    " joker played as what value, joker as what value, what people declare jokers as,"
    " what jokers declared as, what players declare jokers as, jokers declared as,"
    " what value jokers get, which value jokers get, what value do people give jokers,"
    " what value people give joker, as what jokers played, as what joker played,"
    " what number joker played as, which number joker played as, what do jokers count as,"
    " what jokers count as, what joker count as",
    "hits by hit rank": "jokers finish targets, joker finish target, jokers hit targets,"
    " which card finishes targets, which cards finish targets, finishing card,"
    " finishing cards, hitting card, hitting cards, card that hit target,"
    " cards that hit target, card that hits target, cards that hit targets,"
    " card that finished target, cards that finished targets, which card finished target,"
    " finishing card of target, finishing card distribution, last card of target,"
    " last card of targets, finishing card rank, rank of finishing card,"
    " finishing card value, value of finishing card, last card before hit,"
    " which rank finishes targets most, which card finished most targets,"
    " which rank hits targets most, which card finishes most targets,"
    " which rank hits most, which cards finished most targets,"
    " which rank finishes most targets, % of targets finished by joker,"
    " % of targets finished with joker, % of targets hit by joker,"
    " % of targets hit with joker, share of targets hit with joker,"
    " share of targets hit by joker, share of targets finished by joker,"
    " share of targets finished with joker, how many targets finished by joker,"
    " how many targets finished with joker, targets finished by joker,"
    " targets finished with joker",
    "turns shown": "how many turns pass between showing card and playing it,"
    " how many turns between showing card and playing it,"
    " turns between showing card and playing it, turns between signal and playing it,"
    " turns between showing and playing card, turns from showing card to playing it,"
    " how long until shown card played, how many turns until shown card played,"
    " how many turns before shown card played, turns until shown card played,"
    " turns until signal played, how long shown card kept, how long shown cards kept,"
    " how long shown card stay in hand, how long signal stay in hand,"
    " how long before shown card played, how long card shown before played,"
    " how long shown card held, time between showing card and playing it,"
    " how long signal held, how long signal kept, how long hold shown card,"
    " how long people hold shown card, how long players hold shown card,"
    " how long keep shown card, how long people keep shown card,"
    " how long players keep shown card, how long hold signal, how long keep signal,"
    " how many turns shown card kept, how many turns shown card held,"
    " how many turns hold shown card, turns before shown card played,"
    " how long card stay shown, how long shown cards held, turns between signal and play,"
    " turns between signalling and playing, turns from signal to play",
    "signals per target where turn of the round = 1": "how often signal shown on first turn of target,"
    " how often signal shown on very first turn of target,"
    " how often card shown on first turn of target,"
    " how often signal used on first turn of target,"
    " how often show card on first turn of target,"
    " how often signal shown at first turn of target,"
    " how often card shown on very first turn of target,"
    " how often signal on first turn of target, signals on first turn of target,"
    " signals shown on first turn of target, cards shown on first turn of target,"
    " how often show signal on first turn, how often signal shown on first turn,"
    " how often card shown on first turn, signals on very first turn of target,"
    " how often signal on first turn, signals on first turn, signals on turn 1,"
    " signals on first move, cards shown on first turn, signals in first turn,"
    " signal on first turn, how often signalled on first turn",
    "signals per target": "how often signal used per target, how often signals used per target,"
    " how often signal shown per target, how often signal given per target,"
    " how often card shown per target, how often cards shown per target,"
    " how often show card per target, how often signal per target,"
    " signal use per target, signal usage per target,"
    " how often is a signal used in a target, how often signal used for each target",
    "number of targets where target signalled = yes": "how many targets had signal, targets with a signal shown, targets with shown card,"
    " how many targets with signal, how many targets with a signal,"
    " number of targets with signal, targets where card shown,"
    " targets where signal used, targets with signal",
    "share of targets in which target signalled = yes": "share of targets with signal, % of targets with signal,"
    " percentage of targets with signal, share of targets with a signal shown,"
    " share of targets where signal used, % of targets where signal used,"
    " share of targets where card shown, how often signal used on target",
    "mean joker value": "average value of joker, average value of jokers, avg value of joker,"
    " avg value of jokers, mean value of joker, mean value of jokers, average joker,"
    " how high jokers played",
    "hits by player where target from the end = 1": "who finished last target, who hit last target, who hits last target,"
    " who finishes last target, which player hit last target,"
    " which player finished last target",
    "targets by target outcome where target from the end = 1": "last target outcome, outcome of last target, was last target hit,"
    " how often last target hit, last target hit or not",
    "shown hit rate": "how often shown card hit, how often shown card hits, how often signal card hit,"
    " shown card hit rate, how often shown card used to hit,"
    " how often signalled card hit, how often shown card score, success of shown cards,"
    " how often shown cards hit, share of shown cards that hit,"
    " shown card the one that hit target, shown card one that hit target,"
    " signal card the one that hit target, shown card what hit target,"
    " shown card card that hit target, how often signalled card the one that hits,"
    " how often shown card the one that hits, how often shown card the one that hit,"
    " how often signalled card one that hits, signalled card the one that hits,"
    " shown card the one that hits, how often signal card the one that hits",
    "share of targets in which target outcome = open": "percentage of targets nobody hit, share of targets nobody hit,"
    " % of targets nobody hit, percentage of targets that nobody hit,"
    " share of targets that nobody hit, % of targets that nobody hit,"
    " percentage of targets never hit, share of targets never hit,"
    " % of targets never hit, how often target never hit, how often nobody hit target,"
    " share of targets missed, % of targets missed, percentage of targets missed,"
    " share of targets not hit, % of targets not hit, percentage of targets not hit",
    "where target jokers > 0": "when joker played, if joker played, where joker played, in targets with joker,"
    " for targets with joker, of targets with joker, on targets with joker,"
    " targets with joker played, in which joker played, with joker on target,"
    " when joker used, where joker used",
    "where target jokers = 0": "in targets without joker, for targets without joker, of targets without joker,"
    " on targets without joker, when no joker played, where no joker played,"
    " if no joker played, in which no joker played, for targets without jokers,"
    " in targets without jokers, on targets without jokers, without joker played,"
    " where no joker used",
}

_SIGNS: Final = {
    "+": "plus, addition, adding, add",
    "-": "minus, subtraction, subtracting, subtract",
    "*": "times, multiplication, multiplying, multiply",
    "/": "divide, division, dividing, divided by",
}

_MADE_BY: Final = {
    "+": "additions",
    "-": "subtractions",
    "*": "multiplications",
    "/": "divisions",
}
"""By operation, the metric that counts its plays."""


def said() -> Iterator[Saying]:
    yield from _operations()
    yield from _hundreds()
    yield from _misses()
    yield from _sizes()
    yield from _signals_help()
    yield from _operations_among()
    yield from _counts()
    yield from _shown()
    yield from _solved()
    yield from _highest_in_a_chain()


@both_ways
def _highest_in_a_chain() -> Iterator[Saying]:
    highest = "max running total where game = spot-on"
    for high in ("highest", "biggest", "largest", "greatest", "max", "maximum"):
        for total in ("total", "running total", "number", "value"):
            for reached in ("", "reached ", "ever reached ", "seen "):
                yield f"{high} {total} {reached}in chain", highest
                yield f"{high} {total} {reached}in a chain", highest
                yield f"{high} {total} {reached}in any chain", highest
        yield f"{high} chain total", highest
        yield f"{high} total of chain", highest
    for rise in ("get", "go", "rise", "grow", "climb"):
        yield f"how high chain {rise}", highest
        yield f"how high chains {rise}", highest


def _operations() -> Iterator[Saying]:
    signs = {sign: words.split(", ") for sign, words in _SIGNS.items()}
    for sign, forms in signs.items():
        counted: tuple[Any, ...] = (("METRIC", [_MADE_BY[sign]]),)
        for word in forms:
            for kind in ("moves", "plays", "turns"):
                yield f"{word} {kind}", counted
            for used in ("used", "chosen", "picked", "applied"):
                if word != "times":
                    yield f"{word} {used}", counted
            if word in ("plus", "minus"):
                share = ("METRIC", ["turns"]), ("SUCH", "in which"), ("DIM", ["operation"])
                is_sign = (("CMP", "="), ("STRING", sign))
                for how in (f"how often {word}", f"how often {word} used"):
                    yield how, (("AGG", ("share", None)), *share, *is_sign)
    for sign, name in _MADE_BY.items():
        of_turns = ("AGG", ("share", None)), ("METRIC", ["turns"]), ("SUCH", "in which")
        made = (*of_turns, ("DIM", ["operation"]), ("CMP", "="), ("STRING", sign))
        for kind in ("moves", "plays", "turns"):
            for lead in ("share", "percentage", "proportion", "fraction", "rate"):
                yield f"{name.removesuffix('s')} {lead} of {kind}", made
    for sign, forms in signs.items():  # "times" is a time as well, and no value by itself
        for one in forms if sign != "*" else ():
            for first, second, said in (
                ("*", sign, f"times {{}} {one}"),
                (sign, "*", f"{one} {{}} times"),
            ):
                sides = (("STRING", first), ("VS", "vs"), ("STRING", second))
                compared = (("COMPARE", "compare"), ("DIM", ["operation"]), *sides)
                for joined in ("vs", "or", "and"):
                    yield said.format(joined), compared
                    yield f"with {said.format(joined)}", compared


def _hundreds() -> Iterator[Saying]:
    for said in ("hundreds digit", "hundreds", "first digit"):
        yield said, (("DIM", ["target value"]), ("BINS", "in bins of"), ("NUMBER", 100))


def _misses() -> Iterator[Saying]:
    for verb in ("misses", "miss", "missed", "overlooks"):
        yield f"{verb} most hits", (("AGG", ("max", None)), ("METRIC", ["missed hits"]))
        yield f"{verb} most equations", (("AGG", ("max", None)), ("METRIC", ["missed equations"]))


def _sizes() -> Iterator[Saying]:
    for word in ("mean", "average", "median", "highest", "lowest", "biggest", "smallest"):
        aggregate = {"median": "median", "mean": "mean", "average": "mean"}.get(word)
        aggregate = aggregate or ("max" if word in ("highest", "biggest") else "min")
        for kind in ("target number", "target numbers", "number to hit", "target size"):
            yield f"{word} {kind}", f"{aggregate} target value"


def _signals_help() -> Iterator[Saying]:
    for signal in (
        "signal",
        "signals",
        "using signals",
        "using signal",
        "showing cards",
        "showing card",
        "showing a card",
    ):
        for verb in (
            "help",
            "help win",
            "helps",
            "worth it",
            "matter",
            "worth anything",
            "any use",
            "any good",
        ):
            yield f"{signal} {verb}", "win rate by signals allowed"


def _operations_among() -> Iterator[Saying]:
    for made in ("multiplication", "division", "addition", "subtraction"):
        for plays in ("plays", "moves"):
            for said in (f"{made} share of all {plays}", f"share of {made} in all {plays}"):
                yield said, "number of plays by operation"
            yield f"share of {made}s among all {plays}", "number of plays by operation"
            yield f"share of {made} among all {plays}", "number of plays by operation"


@both_ways
def _counts() -> Iterator[Saying]:
    for said in ("counts", "count", "numbers", "figures"):
        yield f"plus minus times divided {said}", "plays by operation"


@both_ways
def _shown() -> Iterator[Saying]:
    for counted, lead in product(("signals", "cards"), ("shown", "showed", "given")):
        if (counted, lead) != ("cards", "given"):
            yield f"{counted} {lead} per game", "signals per game"
            yield f"{counted} {lead} per target", "signals per target"


@both_ways
def _solved() -> Iterator[Saying]:
    for solved in ("targets solved in", "targets solved within", "targets were solved in"):
        yield solved, (("METRIC", ["hits"]), ("FILTER", "in"))
