"""Two sides that are held against each other in loose order: hard - normal, people's win rate minus bots'.

Each takes the lexer and a place, and returns what stands there, read as a saying.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from .patterns import ARTICLES, WHO, count_of, named, says, switched, value_at, word

if TYPE_CHECKING:
    from ..lexer import Lexer, Reading

_PEOPLE: Final = frozenset("people humans human people's humans' human's players' testers".split())
_BOTS: Final = frozenset("bots bot bots' bot's".split())
_AGAINST: Final = frozenset("against vs versus minus or and - compared".split())
_BETWEEN: Final = frozenset({"and", "vs", "versus", "or", ",", "against"})
_OUTCOMES: Final = {
    **dict.fromkeys(("winning", "won"), "won"),
    **dict.fromkeys(("losing", "lost"), "lost"),
    **dict.fromkeys(("win", "wins"), "won"),
    **dict.fromkeys(("lose", "loses"), "lost"),
}


def _outcome(lexer: Lexer, at: int) -> tuple[int, str] | None:
    """Return the outcome that ``when we win`` or ``in won games`` says, with the place behind it."""
    if word(lexer, at) not in ("when", "if", "in", "after", "for"):
        return None
    at += 1 + (word(lexer, at + 1) in ("we", "they", "people", "players", "you"))
    found = _OUTCOMES.get(word(lexer, at))
    after = at + 1 + (word(lexer, at + 1) in ("games", "ones"))
    return None if found is None else (after, found)


def _both_outcomes(lexer: Lexer, at: int) -> Reading | None:
    """Read ``when winning and fun when losing`` as a comparison of the two."""
    one = _outcome(lexer, at)
    if one is None or word(lexer, one[0]) not in _BETWEEN:
        return None
    again, before = one[0] + 1, at
    while again < len(lexer.pieces) and (two := _outcome(lexer, again)) is None:
        # What is said again is what was said before.
        same = {word(lexer, place) for place in range(before)}
        if word(lexer, again) not in same:
            return None
        again += 1
    if again >= len(lexer.pieces) or two is None or two[1] == one[1]:
        return None
    sides = (("STRING", one[1]), ("VS", "vs"), ("STRING", two[1]))
    return two[0] - at, "SAYING", (("COMPARE", "compare"), ("DIM", ["outcome"]), *sides)


_LESS: Final = frozenset({"-", "minus", "–", "/"})


def _less(lexer: Lexer, at: int) -> Reading | None:
    """Read ``hard - normal`` as one held against the other: a dash between two values of a kind."""
    said = {one.text.casefold() for one in lexer.pieces[at + 1 :]}
    if not _LESS & said or (found := value_at(lexer, at)) is None:
        return None  # the store is not looked into for nothing
    kinds = {name for name, _ in found[1]} - {"outcome"}
    sides: list[tuple[str, Any]] = [("VALUE", found[1])]
    after = at + found[0]
    while word(lexer, after) in _LESS:
        is_apart = lexer.pieces[after].start > lexer.pieces[after - 1].end
        found = value_at(lexer, after + 1)
        if found is None or not kinds & {name for name, _ in found[1]}:
            break
        if not is_apart and word(lexer, after) != "/":
            break
        sides += [("VS", "vs"), ("VALUE", found[1])]
        after += 1 + found[0]
    return (after - at, "SAYING", tuple(sides)) if sides[1:] else None


def _people_and_bots(lexer: Lexer, at: int) -> Reading | None:
    """Read ``people's win rate minus bots' win rate``, and ``bots against people``."""
    first = word(lexer, at)
    if first not in _PEOPLE | _BOTS:
        return None
    figures = [one for one in named(lexer, at + 1) if one[1] == "METRIC"]
    figure = figures[0] if figures else (0, "", [])
    joined = at + 1 + figure[0]
    if word(lexer, joined) not in _AGAINST:
        return None
    other = joined + 1 + (word(lexer, joined + 1) in ("to", "with"))
    if word(lexer, other) not in (_BOTS if first in _PEOPLE else _PEOPLE):
        return None
    who = ("bots", "humans") if first in _BOTS else ("humans", "bots")
    sides = (("STRING", who[0]), ("VS", "vs"), ("STRING", who[1]), ("BOTS", "with"))
    compared = (("COMPARE", "compare"), ("DIM", ["played by"]), *sides)
    if not figure[0]:
        is_less = word(lexer, joined) in ("against", "minus", "-")
        return (other + 1 - at, "SAYING", compared) if is_less else None
    again = [one for one in named(lexer, other + 1) if one[2] == figure[2]]
    after = other + 1 + (again[0][0] if again else 0)
    return after - at, "SAYING", (("METRIC", figure[2]), *compared)


def _first_or_later(lexer: Lexer, at: int) -> Reading | None:
    """Read ``first five games of a player vs later games`` as two parts of a player's games."""
    if word(lexer, at) != "first" or not (count := count_of(word(lexer, at + 1))):
        return None
    if word(lexer, at + 2) != "games":
        return None
    after = at + 3
    for whose in (("of", "a", "player"), ("of", "each", "player"), ("of", "players")):
        if says(lexer, after, whose):
            after += len(whose)
            break
    if word(lexer, after) not in _BETWEEN or word(lexer, after + 1) not in ("later", "the"):
        return None
    end = after + 2 + (word(lexer, after + 2) in ("games", "ones", "later", "rest"))
    end += word(lexer, end) == "games"
    of_first = (("SIZE", "<="), ("NUMBER", count), ("DIM", ["nth game"]))
    return end - at, "SAYING", (*of_first, ("VS", "vs"), ("MORE", "more"))


def _how_they_compare(lexer: Lexer, at: int) -> Reading | None:
    """Read ``how does hard compare to normal``, and ``how do levels compare``."""
    if at or word(lexer, 0) != "how" or word(lexer, 1) not in ("do", "does", "did"):
        return None
    start = 2 + (word(lexer, 2) in ARTICLES)
    one = value_at(lexer, start)
    if one is not None and word(lexer, start + one[0]) == "compare":
        after = start + one[0] + 1
        if word(lexer, after) not in ("to", "with", "against", "and"):
            return None
        two = value_at(lexer, after + 1)
        if two is None:
            return None
        end = after + 1 + two[0]
        sides = (("COMPARE", "compare"), ("VALUE", one[1]), ("VS", "vs"), ("VALUE", two[1]))
        return end + _leads_to_figure(lexer, end), "SAYING", sides
    for length, symbol, names in named(lexer, start):
        after = start + length
        if symbol == "DIM" and word(lexer, after) == "compare":
            end = after + 1 + _leads_to_figure(lexer, after + 1)
            return end, "SAYING", (("COMPARE", "compare"), ("DIM", names))
    return None


def _leads_to_figure(lexer: Lexer, at: int) -> bool:
    """Tell whether a little word at a place only leads to what is compared: in fun."""
    is_led = word(lexer, at) in ("in", "on", "by", "for", "regarding")
    rated = is_led and value_at(lexer, at + 1)
    is_rated = bool(rated) and rated[1][0][0] == "rating" if rated else False
    return is_led and (is_rated or any(one[1] == "METRIC" for one in named(lexer, at + 1)))


def _enjoyed_more(lexer: Lexer, at: int) -> Reading | None:
    """Read ``enjoy Spot On more than Pot Luck`` as the fun of both."""
    start = at
    if word(lexer, at) in ("do", "did") and word(lexer, at + 1) in WHO:
        at += 2
    if word(lexer, at) not in ("enjoy", "like", "love", "prefer", "enjoyed", "liked", "preferred"):
        return None
    if (one := value_at(lexer, at + 1)) is None:
        return None
    after = at + 1 + one[0]
    if word(lexer, after) in ("more", "better", "less"):
        after += 1
    if word(lexer, after) not in ("than", "to", "over"):
        return None
    if (two := value_at(lexer, after + 1)) is None:
        return None
    fun = (("METRIC", ["stars for fun"]),)
    sides = (("COMPARE", "compare"), ("VALUE", one[1]), ("VS", "vs"), ("VALUE", two[1]))
    return after + 1 + two[0] - start, "SAYING", (*fun, *sides)


_ONES: Final = frozenset("games game ones matches sessions".split())


def _ones_compared(lexer: Lexer, at: int) -> Reading | None:
    """Read ``monday games vs friday games`` as one value held against the other."""
    said = {piece.text.casefold() for piece in lexer.pieces[at + 1 :]}
    if not said & _ONES or not said & {"vs", "versus"} or (one := value_at(lexer, at)) is None:
        return None
    after = at + one[0]
    if word(lexer, after) not in _ONES or word(lexer, after + 1) not in ("vs", "versus"):
        return None
    two = value_at(lexer, after + 2)
    if two is None or two[1][0][0] != one[1][0][0]:
        return None
    end = after + 2 + two[0]
    end += word(lexer, end) in _ONES
    return end - at, "SAYING", (("VALUE", one[1]), ("VS", "vs"), ("VALUE", two[1]))


_DOES: Final = frozenset("do play win score perform".split())
_BETTER: Final = frozenset("better worse more".split())


def _better_beside(lexer: Lexer, at: int) -> Reading | None:
    """Read ``does Carla do better with Ben`` as her games with him and without."""
    if (
        word(lexer, at) not in ("does", "do", "did", "is")
        or (one := value_at(lexer, at + 1)) is None
    ):
        return None
    after = at + 1 + one[0]
    after += word(lexer, after) in _DOES
    if word(lexer, after) not in _BETTER or one[1][0][0] != "player":
        return None
    after += 1 + (word(lexer, after + 1) == "often")
    if word(lexer, after) not in ("with", "when", "beside", "together"):
        return None
    after += 1 + (word(lexer, after + 1) in ("playing", "with"))
    after += word(lexer, after) == "with"
    two = value_at(lexer, after)
    if two is None or two[1][0][0] != "player":
        return None
    chosen = (("METRIC", ["win rate"]), ("FILTER", "of"), ("VALUE", one[1]))
    return after + two[0] - at, "SAYING", (*chosen, ("BOTH", "both"), ("VALUE", two[1]))


_THEIRS: Final = frozenset({"their", "its"})


def _and_their(lexer: Lexer, at: int) -> Reading | None:
    """Read ``levels and their win rate`` as the one by the other, and top 5 players and theirs too."""
    if word(lexer, at) == "and" and word(lexer, at + 1) in _THEIRS:
        # where so many of them are asked for, they are ranked by it
        for back in range(1, 4):
            place = at - back
            if place < 2 or not count_of(word(lexer, place - 1)):
                continue
            if any(one[:2] == (back, "DIM") for one in named(lexer, place)):
                return 2, "BY", "by"
        return None
    start = at + (word(lexer, at) in ARTICLES)
    if at or not word(lexer, start):
        return None
    known = lexer.names.dimensions
    for length, symbol, names in named(lexer, start):
        after = start + length
        is_led = word(lexer, after) == "and" and word(lexer, after + 1) in _THEIRS
        if symbol != "DIM" or not is_led or not word(lexer, after - 1).endswith("s"):
            continue
        several = [one for one in names if known[one].kind == "text" and one != "game"]
        if several:
            return after + 2 - at, "SAYING", (("BY", "by"), ("DIM", several))
    return None


def _n_for_and(lexer: Lexer, at: int) -> Reading | None:
    """Read ``by game n level`` as both."""
    if at == 0 or word(lexer, at) != "n" or word(lexer, at - 1) in ("top", "=", "of", "by", "with"):
        return None
    is_led = any(one[1] == "DIM" for one in named(lexer, at + 1))
    return (1, "AND", "and") if is_led else None


_LONGER: Final = frozenset("longer shorter harder easier slower faster better worse".split())


def _bigger_tables(lexer: Lexer, at: int) -> Reading | None:
    """Read ``5 player games of Top Spot take longer than 4 player ones`` as both held together."""
    first = count_of(word(lexer, at))
    if not first or word(lexer, at + 1) not in ("player", "players"):
        return None
    after = at + 2 + (word(lexer, at + 2) in ("games", "game"))
    if after == at + 2 or word(lexer, after) not in ("of", "in", "at"):
        return None
    game = value_at(lexer, after + 1)
    if game is None or game[1][0][0] != "game":
        return None
    after += 1 + game[0]
    while word(lexer, after) in ("take", "last", "are", "be", "really", "usually", "is", "much"):
        after += 1
    if word(lexer, after) not in _LONGER or word(lexer, after + 1) != "than":
        return None
    said = f"{word(lexer, after)} than"
    harder = [one for one in lexer.names.words.get(said, ()) if one[0] == "HARDER"]
    second = count_of(word(lexer, after + 2))
    if not harder or not second or word(lexer, after + 3) not in ("player", "players"):
        return None
    end = after + 4 + (word(lexer, after + 4) in ("games", "ones", "game"))
    count = ("DIM", ["player count"])
    one, two = (("NUMBER", first), count), (("NUMBER", second), count)
    return end - at, "SAYING", (("VALUE", game[1]), *one, harder[0], *two)


_TABLES: Final = frozenset("players player people p persons".split())


def _or_more(lexer: Lexer, at: int) -> Reading | None:
    """Read ``2p vs 3+``, and ``2 players vs more``, as a split by how many play."""
    lead = at + (word(lexer, at) in ("for", "with", "in", "at", "of"))
    if not word(lexer, lead)[:1].isdigit() and count_of(word(lexer, lead)) is None:
        return None
    one, end = _so_many(lexer, lead)
    is_open = _is_open(lexer, lead, end)
    counts = [one]
    while counts[-1] is not None and word(lexer, end) in _HELD_AGAINST:
        start = end + 1 + (word(lexer, end + 1) in ("to", "with"))
        if word(lexer, start) in ("more", "bigger", "larger"):
            end = start + 1 + (word(lexer, start + 1) in ("players", "people", "groups", "tables"))
            is_open = True
            break
        one, end = _so_many(lexer, start)
        counts.append(one)
        is_open |= _is_open(lexer, start, end)
    else:
        is_open &= len(counts) > 1 and None not in counts and len({*counts}) == len(counts)
    is_said = any(word(lexer, place) in _TABLES for place in range(lead, end))
    split = (("BY", "by"), ("DIM", ["player count"]))
    return (end - at, "SAYING", split) if is_open and (is_said or _glued(lexer, lead)) else None


_HELD_AGAINST: Final = frozenset({"vs", "versus", "against", "compared"})
_GLUED: Final = re.compile(r"(\d)(?:p|pl|player|players)")


def _glued(lexer: Lexer, at: int) -> bool:
    return _GLUED.fullmatch(word(lexer, at)) is not None


def _so_many(lexer: Lexer, at: int) -> tuple[int | None, int]:
    """Return how many players a place tells of, and the place behind: 2p, 3+, four or more players."""
    said = word(lexer, at)
    glued = _GLUED.fullmatch(said)
    count = int(glued[1]) if glued else count_of(said)
    after = at + 1
    while word(lexer, after) in _TABLES | {"+", "-", "or", "and", "more", "up"}:
        if word(lexer, after) in ("or", "and") and word(lexer, after + 1) not in ("more", "up"):
            break
        after += 1
    after += word(lexer, after) in ("games", "ones", "game", "tables", "groups")
    return count, after


def _is_open(lexer: Lexer, start: int, end: int) -> bool:
    """Tell whether what stands there has no upper end: 3+, three or more."""
    words = {word(lexer, place) for place in range(start, end)}
    return bool(words & {"+", "more", "up"})


_FIRST_TIME: Final = (
    *(("first", "-", "time", "players"), ("first", "time", "players"), ("first", "-", "timers")),
    *(("first", "timers"), ("newcomers",), ("beginners",), ("new", "players"), ("novices",)),
    *(("first", "-", "time", "testers"), ("first", "time", "testers")),
)
_AGAIN: Final = (
    *(("repeaters",), ("repeat", "players"), ("returning", "players"), ("experienced", "players")),
    *(("regulars",), ("veterans",), ("returners",), ("repeat", "testers"), ("others",)),
    *(("experienced", "ones"), ("old", "players"), ("those", "who", "played", "before")),
    *(("old", "hands"), ("returning", "testers"), ("regular", "players")),
)


_ANY_TIME: Final = frozenset(said[0] for said in (*_FIRST_TIME, *_AGAIN))


def _first_timers(lexer: Lexer, at: int) -> Reading | None:
    """Read ``first-time players vs repeaters`` as two parts of a player's games."""
    lead = at + (word(lexer, at) in ("for", "of", "by", "from", "with", "among", "between"))
    if word(lexer, lead) not in _ANY_TIME:
        return None
    for first, again in ((_FIRST_TIME, _AGAIN), (_AGAIN, _FIRST_TIME)):
        one = next((said for said in first if says(lexer, lead, said)), None)
        if one is None:
            continue
        after = lead + len(one)
        if word(lexer, after) not in _AGAINST | {"vs", "/"}:
            continue
        after += 1 + (word(lexer, after + 1) in ("to", "with", "the"))
        two = next((said for said in again if says(lexer, after, said)), None)
        if two is not None:
            of_first = (("SIZE", "<="), ("NUMBER", 1), ("DIM", ["nth game"]))
            both = (*of_first, ("VS", "vs"), ("MORE", "more"))
            return after + len(two) - at, "SAYING", both
    return None


def _correlation(lexer: Lexer, at: int) -> Reading | None:
    """Read ``correlation duration rating`` as that between the two, which stand side by side."""
    if word(lexer, at) not in ("correlation", "correlations", "corr", "relationship"):
        return None
    if word(lexer, at + 1) in ("between", "of", "for", "with"):
        return None
    for length, symbol, names in named(lexer, at + 1):
        after = at + 1 + length
        joined = after + (word(lexer, after) in ("and", ",", "/", "-", "vs", "with", "x", "&"))
        for more, kind, others in named(lexer, joined):
            if {symbol, kind} <= {"METRIC", "DIM"} and (symbol, kind) != ("DIM", "DIM"):
                metric, dim = (others, names) if symbol == "DIM" else (names, others)
                if symbol == kind:
                    two = (("METRIC", names), ("AND", "and"), ("METRIC", others))
                    return joined + more - at, "SAYING", (("EFFECT", "effect"), *two)
                if kind == "METRIC" or symbol == "METRIC":
                    split = (("METRIC", metric), ("BY", "related to"), ("DIM", dim))
                    return joined + more - at, "SAYING", split
    return None


_RATE: Final = frozenset("rate rated like liked enjoy enjoyed score scored find found".split())
_RATED: Final = frozenset("higher lower better worse more less".split())


def _rated_above(lexer: Lexer, at: int) -> Reading | None:
    """Read ``people rate Easy higher than Hard``, and ``is Easy rated higher than Hard``."""
    start = at
    said = {piece.text.casefold() for piece in lexer.pieces[at:]}
    if not said & _RATED or not said & {"than", "over"}:
        return None  # the store is not looked into for nothing
    if word(lexer, at) in ("do", "did", "does", "is", "are", "was", "were"):
        at += 1
    at += word(lexer, at) in WHO
    is_first = word(lexer, at) in _RATE  # rate easy higher
    at += is_first
    one = value_at(lexer, at)
    if one is None:
        return None
    behind = at + one[0] + (word(lexer, at + one[0]) in _ONES)
    is_got = word(lexer, behind + 2) in ("ratings", "rating", "stars", "feedback", "reviews")
    if not is_first and word(lexer, behind) != "rated" and not is_got:
        return None
    after = at + one[0]
    after += word(lexer, after) in _ONES
    after += word(lexer, after) in ("rated", "get", "gets", "got", "have", "has", "receive")
    is_got = word(lexer, after + 1) in ("ratings", "rating", "stars", "feedback", "reviews")
    if word(lexer, after) not in _RATED or word(lexer, after + 1 + is_got) not in ("than", "over"):
        return None
    after += is_got
    two = value_at(lexer, after + 2)
    if two is None or not {n for n, _ in one[1]} & {n for n, _ in two[1]}:
        return None
    end = after + 2 + two[0]
    end += word(lexer, end) in _ONES
    rated = (("METRIC", ["stars"]), ("COMPARE", "compare"))
    return end - start, "SAYING", (*rated, ("VALUE", one[1]), ("VS", "vs"), ("VALUE", two[1]))


def _beside_each_other(lexer: Lexer, at: int) -> Reading | None:
    """Read ``Anna + Ben`` as the games at which both sat."""
    said = {piece.text for piece in lexer.pieces[at + 1 :]}
    if "+" not in said:
        return None
    start = at
    at += word(lexer, at) in ("with", "of", "for", "when", "by")
    if (one := value_at(lexer, at)) is None or one[1][0][0] != "player":
        return None
    who: list[tuple[str, Any]] = [("FILTER", "where"), ("VALUE", one[1])]
    after = at + one[0]
    while word(lexer, after) == "+":
        found = value_at(lexer, after + 1)
        if found is None or found[1][0][0] != "player":
            break
        who += [("AND", "and"), ("VALUE", found[1])]
        after += 1 + found[0]
    return (after - start, "SAYING", (*who, ("TOGETHER", "together"))) if who[2:] else None


_A_VERSION: Final = r"(?:(?:rules? )?(?:(?:version|print|draft|edition)s? (?:v\.? ?)?|v\.? ?))"
_VERSION: Final = re.compile(
    rf"{_A_VERSION}(\d+(?:\.\d+)*)\b (?:vs\.?|versus|or|and|against|compared (?:to|with))"
    rf" {_A_VERSION}?(\d+(?:\.\d+)*)\b"
)


def _versions(lexer: Lexer, at: int) -> Reading | None:
    """Read ``v1.2 vs v1.3`` as two versions of the rules; as the store writes them, with v or without."""
    first = word(lexer, at)
    if not first.startswith(("v", "rule", "print", "draft", "edition")):
        return None
    start = lexer.pieces[at].start
    match = _VERSION.match(lexer.phrase.casefold(), start)
    if match is None:
        return None
    length = sum(start <= piece.start < match.end() for piece in lexer.pieces)
    known = lexer.names.dimensions.get("rules version")
    held = lexer.store.of(known) if lexer.store is not None and known is not None else None
    spelled = {one.casefold().removeprefix("v"): one for one in held or ()}
    sides = [("STRING", spelled.get(said, said)) for said in match.groups()]
    compared = (("COMPARE", "compare"), ("DIM", ["rules version"]))
    return length, "SAYING", (*compared, sides[0], ("VS", "vs"), sides[1])


def _on_and_off(lexer: Lexer, at: int) -> Reading | None:
    """Read ``signals on vs off`` as a game's switch turned on and turned off."""
    for length in range(1, 4):
        lead = at + length
        if word(lexer, lead) in ("on", "off") and word(lexer, lead + 1) in (
            "vs",
            "versus",
            "or",
            "/",
        ):
            if {word(lexer, lead), word(lexer, lead + 2)} != {"on", "off"}:
                return None
            name = switched(lexer, " ".join(word(lexer, one) for one in range(at, lead)))
            if not name:
                return None
            if lexer.names.dimensions[name].kind != "flag":
                return length + 3, "SAYING", (("BY", "by"), ("DIM", [name]))
            sides = (("STRING", "yes"), ("VS", "vs"), ("STRING", "no"))
            return length + 3, "SAYING", (("COMPARE", "compare"), ("DIM", [name]), *sides)
    return None


_ROSE: Final = (
    *(("go", "up"), ("went", "up"), ("go", "down"), ("went", "down"), ("get", "better")),
    *(("get", "worse"), ("increase",), ("rise",), ("improve",), ("drop",), ("fall",), ("change",)),
    *(("decrease",), ("got", "better"), ("got", "worse"), ("improved",), ("dropped",)),
)


def _after_a_version(lexer: Lexer, at: int) -> Reading | None:
    """Read ``after we changed to version 2`` as a split by version: it shows those before and after."""
    lead = next((one for one in _ROSE if says(lexer, at, one)), ())
    after = at + len(lead)
    if word(lexer, after) not in ("after", "since", "when", "once", "with"):
        return None
    if says(lexer, after + 1, ("version",)) and lead:  # drop after version B
        return after + 2 + lexer.word(after + 2)[0] - at, "SAYING", _BY_VERSION
    after += 1 + (word(lexer, after + 1) in WHO)
    verb = word(lexer, after) in ("changed", "switched", "moved", "went", "updated", "upgraded")
    if not verb or word(lexer, after + 1) != "to":
        return None
    after += 2 + (word(lexer, after + 2) in ARTICLES)
    after += word(lexer, after) == "new"
    after += word(lexer, after) in ("rule", "rules")
    is_named = word(lexer, after) in ("version", "print", "draft", "edition", "v")
    if not is_named and not word(lexer, after).startswith("v"):
        return None
    after += 1
    if after < len(lexer.pieces) and word(lexer, after) not in ("?", ".", ","):
        after += lexer.word(after)[0] - (lexer.word(after)[2][-1] in "?.,")
    return after - at, "SAYING", _BY_VERSION


_BY_VERSION: Final = (("BY", "by"), ("DIM", ["rules version"]))


def _around_a_version(lexer: Lexer, at: int) -> Reading | None:
    """Read ``before and after version 2`` as a split by version: it shows those before and after."""
    is_asked = word(lexer, 0) in ("did", "has", "have", "do", "does") and at > 1
    leads = (*((("after",), ("since",)) if is_asked else ()),)
    for lead in (
        *leads,
        ("before", "and", "after"),
        ("before", "vs", "after"),
        ("before", "/", "after"),
    ):
        after = at + len(lead)
        if says(lexer, at, lead) and word(lexer, after) in ("version", "print", "draft", "edition"):
            if after + 1 < len(lexer.pieces):
                return after + 1 + lexer.word(after + 1)[0] - at, "SAYING", _BY_VERSION
    return None


_READS: Final = (
    *(_both_outcomes, _less, _people_and_bots, _first_or_later),
    *(_how_they_compare, _enjoyed_more, _better_beside, _ones_compared),
    *(_or_more, _first_timers, _correlation, _and_their, _bigger_tables, _n_for_and),
    *(
        _rated_above,
        _beside_each_other,
        _versions,
        _on_and_off,
        _after_a_version,
        _around_a_version,
    ),
)


def sides(lexer: Lexer, at: int) -> Iterator[Reading]:
    """Yield what the words from a place on hold against each other."""
    for reads in _READS:
        found = reads(lexer, at)
        if found is not None:
            yield found
