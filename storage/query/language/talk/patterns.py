"""Groups of words that are made of others: for all four games, the first 3 targets, more passes mean.

Each takes the lexer and a place, and returns what stands there, read as a saying.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from ..pieces import unquoted
from ..words import NUMBERS, SKIPPED
from .worded import LONGEST, worded

if TYPE_CHECKING:
    from ..lexer import Lexer, Reading

_LEADS: Final = frozenset("for of in across over by per at on with".split())
_EACH: Final = (("each", "of"), ("each", "one", "of"), ("every", "one", "of"), ("any", "of"))
_MORE: Final = frozenset("more fewer less many longer bigger larger higher greater".split())
_LEAD_TO: Final = frozenset(
    "mean means lead leads cause causes bring brings make makes go goes give".split()
)
_DURING: Final = frozenset("for of in on during within at over".split())
_NUMBERED: Final = {
    "targets": "target number",
    "pots": "pot number",
    "equations": "equation number",
    "tricks": "round",
    "rounds": "round",
    "turns": "turn",
    "moves": "turn",
    "games": "nth game",
}
"""By what comes one after the other in a game, the number of each."""


def patterns(lexer: Lexer, at: int) -> Iterator[Reading]:
    """Yield what the words from a place on mean together."""
    yield from worded(
        lexer.phrase, [piece.text.casefold() for piece in lexer.pieces[at : at + LONGEST]]
    )
    for reads in _READS:
        found = reads(lexer, at)
        if found is not None:
            yield found


def _all_of_a_kind(lexer: Lexer, at: int) -> Reading | None:
    """Read ``for all levels``, and ``in each of the four games``, as a split.

    All games without their number are no split: they are what every question is asked of.
    """
    if word(lexer, at) not in _LEADS:
        return None
    words = [word(lexer, at + ahead) for ahead in range(1, 4)]
    after = at + 1
    if words[0] == "all":
        after += 1
    elif each := next((one for one in _EACH if tuple(words[: len(one)]) == one), None):
        after += len(each)
    else:
        return None
    after, is_numbered = _past_a_number(lexer, after)
    name, length = _text_dimension(lexer, after)
    if not name or (name == "game" and words[0] == "all" and not is_numbered):
        return None
    return after + length - at, "SAYING", (("BY", "by"), ("DIM", [name]))


def _past_a_number(lexer: Lexer, at: int) -> tuple[int, bool]:
    """Return the place behind ``the four``, and whether there was a number."""
    is_numbered = False
    while (said := word(lexer, at)) in SKIPPED or said in NUMBERS or said.isdecimal():
        is_numbered |= said not in SKIPPED
        at += 1
    return at, is_numbered or word(lexer, at) in ("different", "various")


def _text_dimension(lexer: Lexer, at: int) -> tuple[str, int]:
    """Return the dimension that several of a kind are named after, and how many pieces it takes."""
    if word(lexer, at) in ("different", "various"):
        name, length = _text_dimension(lexer, at + 1)
        return name, length + 1
    known = lexer.names.dimensions
    for length, symbol, names in named(lexer, at):
        if symbol == "DIM":
            several = lexer.phrase[lexer.pieces[at].start : lexer.pieces[at + length - 1].end]
            is_plural = several.casefold().endswith("s")
            kinds = [one for one in names if known[one].kind == "text" or one == "player count"]
            kinds.sort(key=lambda one: one == "player count")
            return (kinds[0], length) if kinds and is_plural else ("", 0)
    return "", 0


def _more_leads_to(lexer: Lexer, at: int) -> Reading | None:
    """Read ``do more passes mean more losses``: the second by the first, of which games have more."""
    if word(lexer, at) not in _MORE:
        return None
    for length, symbol, names in named(lexer, at + 1):
        after = at + 1 + length
        if symbol != "DIM" or word(lexer, after) not in _LEAD_TO:
            continue
        of_games = [one for one in names if "games" in lexer.names.dimensions[one].at]
        if names[0] == "game":  # a game is longer in turns, and more in nothing
            of_games = ["game turns"] if word(lexer, at) == "longer" else []
        if not of_games:
            continue
        after += 1 + (word(lexer, after + 1) in ("to", "for", "with"))
        after += word(lexer, after) in _MORE or word(lexer, after) in ("lower", "better", "worse")
        return after - at, "SAYING", (("BY", "related to"), ("DIM", of_games))
    return None


def _the_first(lexer: Lexer, at: int) -> Reading | None:
    """Read ``in the first 3 targets`` as those up to the third."""
    if word(lexer, at) not in _DURING:
        return None
    ahead = at + 1 + (word(lexer, at + 1) in ("the", "our", "their"))
    if word(lexer, ahead) != "first":
        return None
    count = word(lexer, ahead + 1)
    name = _NUMBERED.get(word(lexer, ahead + 2))
    number = int(count) if count.isdecimal() and len(count) < 4 else NUMBERS.get(count)
    if name is None or not number:
        return None
    chosen: tuple[tuple[str, Any], ...]
    chosen = (("FILTER", "where"), ("DIM", [name]), ("CMP", "<="), ("NUMBER", number))
    if name == "turn" and _ROUNDS & {word(lexer, place) for place in range(at)}:
        # targets hit in the first 3 turns are hit in as many of their own
        of_its_own = [one for symbol, one in lexer.names.words["turns"] if symbol == "DIM"]
        chosen = (("SIZE", "<="), ("NUMBER", number), ("DIM", of_its_own))
    end = ahead + 3
    if name == "nth game" and word(lexer, end) in ("of", "for"):  # of a player
        of_each = (
            word(lexer, end + 1) in ("a", "each", "every") and word(lexer, end + 2) == "player"
        )
        end += 3 * of_each
    return end - at, "SAYING", chosen


def _with_or_without(lexer: Lexer, at: int) -> Reading | None:
    """Read ``with jokers vs without`` as a split by what there may be or not."""
    if word(lexer, at) != "with":
        return None
    for length in range(1, 4):
        against = at + 1 + length
        if word(lexer, against) not in _AGAINST or word(lexer, against + 1) not in _NONE:
            continue
        what = [word(lexer, place) for place in range(at + 1, against)]
        name = switched(lexer, " ".join(what))
        if name == "signals allowed" and _is_of_targets(lexer):
            name = "target signalled"  # of the target, not of its game
        end = against + 2
        who = [one for one in lexer.stored(at + 1) if one[:2] == (length, "VALUE")]
        if who and who[0][2][0][0] == "player":  # with Carla vs without her
            end += word(lexer, end) in (*what, "him", "her", "them")
            return end - at, "SAYING", (("BOTH", "both"), ("VALUE", who[0][2]))
        again = [word(lexer, place) for place in range(end, end + len(what))]
        is_flag = bool(name) and lexer.names.dimensions[name].kind == "flag"
        if not name or (is_flag and again == what and name != "target signalled"):
            return None  # both are values
        end += len(what) if again == what else word(lexer, end) in ("it", "them", "any", "one")
        sides = (("STRING", "yes"), ("VS", "vs"), ("STRING", "no"))
        compared = (("COMPARE", "compare"), ("DIM", [name]), *sides)
        return end - at, "SAYING", compared if is_flag else (("BY", "by"), ("DIM", [name]))
    return None


def _is_of_targets(lexer: Lexer) -> bool:
    """Tell whether a phrase asks of targets, each with a signal or none: signals are the game's."""
    said = {piece.text.casefold() for piece in lexer.pieces}
    return bool(said & {"target", "targets", "hit", "hits"}) and "signal" in said


def _or_none(lexer: Lexer, at: int) -> Reading | None:
    """Read ``jokers vs no jokers`` likewise."""
    for length in range(1, 3):
        against = at + length
        what = [word(lexer, place) for place in range(at, against)]
        again = [word(lexer, place) for place in range(against + 2, against + 2 + length)]
        if word(lexer, against) in _AGAINST and word(lexer, against + 1) in _NONE and what == again:
            name = switched(lexer, " ".join(what))
            split = (("BY", "by"), ("DIM", [name]))
            return (2 * length + 2, "SAYING", split) if name else None
    return None


def switched(lexer: Lexer, what: str) -> str:
    """Return the dimension that tells whether a game had something: jokers, signals, open cards."""
    found = lexer.fixed.get(f"with {what}") or lexer.fixed.get(what)
    if found:
        name = found[0][0]
        return name if lexer.names.dimensions[name].kind == "flag" else ""
    for symbol, name in lexer.names.words.get(what, ()):
        if symbol == "DIM" and "games" in lexer.names.dimensions[name].at:
            return str(name)
    return ""


def _a_team(lexer: Lexer, at: int) -> Reading | None:
    """Read ``the team Anna and Ben`` as those who sat together."""
    ahead = at + (word(lexer, at) in ("of", "for", "by"))
    ahead += word(lexer, ahead) == "the"
    if word(lexer, ahead) not in _TEAMS or ahead + 1 >= len(lexer.pieces):
        return None
    behind = ahead + 1 + (word(lexer, ahead + 1) in ("of", ":"))
    if behind >= len(lexer.pieces):
        return None
    who = [value for _, symbol, value in lexer.stored(behind) if symbol == "VALUE"]
    if not who or who[0][0][0] != "player":
        return None
    return behind - at, "SAYING", (("TOGETHER", "together"), ("FILTER", "where"))


_TEAMS: Final = frozenset({"team", "pair", "duo", "couple", "trio", "group"})


def _of_digits(lexer: Lexer, at: int) -> Reading | None:
    """Read ``for two-digit targets`` as those from 10 to 99."""
    if word(lexer, at) not in ("for", "of", "on", "with", "in"):
        return None
    digits = _DIGITS.get(word(lexer, at + 1), 0)
    words = [word(lexer, place) for place in range(at + 2, at + 6)]
    dash = words[0] == "-"
    if not digits or words[dash] not in ("digit", "digits"):
        return None
    if words[dash + 1] not in ("target", "targets", "numbers"):
        return None
    least, most = (10 ** (digits - 1)) * (digits > 1), 10**digits - 1
    between = (("BETWEEN", "between"), ("NUMBER", least), ("AND", "and"), ("NUMBER", most))
    return 4 + dash, "SAYING", (("FILTER", "where"), ("DIM", ["target value"]), *between)


def _mentioned(lexer: Lexer, at: int) -> Reading | None:
    """Read ``how often was "slow" mentioned`` as the remarks that have it."""
    if [word(lexer, at), word(lexer, at + 1)] != ["how", "often"]:
        return None
    ahead = at + 2 + (word(lexer, at + 2) in ("was", "is", "were", "did", "does"))
    if word(lexer, ahead + 1) not in ("mentioned", "said", "written") or not _is_text(lexer, ahead):
        return None
    text = unquoted(lexer.pieces[ahead].text)
    found = (("METRIC", ["remarks"]), ("CONTAINS", "contains"), ("STRING", text))
    return ahead + 2 - at, "SAYING", found


def _mentioning(lexer: Lexer, at: int) -> Reading | None:
    """Read ``mentioning "slow" or "dull"`` as the remarks with one of them."""
    if not _is_text(lexer, at + 1) or word(lexer, at + 2) != "or" or not _is_text(lexer, at + 3):
        return None
    if at == 0 or not any(one[1] == "CONTAINS" for one in lexer.contains(at)):
        return None
    looked_for = (("FILTER", "where"), ("DIM", ["remark"]), ("CONTAINS", "contains"))
    one, two = (("STRING", unquoted(lexer.pieces[at + ahead].text)) for ahead in (1, 3))
    return 4, "SAYING", (*looked_for, one, ("OR", "or"), two)


def _is_text(lexer: Lexer, at: int) -> bool:
    return at < len(lexer.pieces) and lexer.pieces[at].kind == "string"


def _with_unknown(lexer: Lexer, at: int) -> Reading | None:
    """Read ``with unknown date``."""
    if word(lexer, at) != "with" or word(lexer, at + 1) not in ("unknown", "missing"):
        return None
    for length, symbol, names in named(lexer, at + 2):
        if symbol == "DIM":
            unknown = (("FILTER", "where"), ("DIM", names), ("KNOWN", False))
            return length + 2, "SAYING", unknown
    return None


def _numbered_sides(lexer: Lexer, at: int) -> Reading | None:
    """Read ``seat 0 vs seat 1`` as a comparison of two numbers."""
    said = [word(lexer, at + ahead) for ahead in range(5)]
    if said[0] not in _NUMBERS or not said[1].isdecimal() or said[2] not in _AGAINST:
        return None
    again = said[3] == said[0]
    other = said[3 + again] if 3 + again < len(said) else ""
    if not other.isdecimal():
        return None
    sides = (("NUMBER", int(said[1])), ("VS", "vs"), ("NUMBER", int(other)))
    return 4 + again, "SAYING", (("COMPARE", "compare"), ("DIM", [_NUMBERS[said[0]]]), *sides)


_NUMBERS: Final = {"seat": "seat", "target": "target number", "pot": "pot number", "round": "round"}
_DIGITS: Final = {**{str(n): n for n in range(1, 5)}, "one": 1, "two": 2, "three": 3, "four": 4}
_AGAINST: Final = frozenset({"vs", "versus", "and", "or", "against"})
_NONE: Final = frozenset({"without", "no"})
_ROUNDS: Final = frozenset(
    "target targets hit hits pot pots equation equations trick tricks".split()
)


def _within_of_it(lexer: Lexer, at: int) -> Reading | None:
    """Read ``when the total is within 13 of the target`` as the distance before the move."""
    if word(lexer, at) not in _WHEN:
        return None
    ahead = at + (word(lexer, at) != "within")
    while word(lexer, ahead) in SKIPPED or word(lexer, ahead) in ("total", "distance"):
        ahead += 1
    count = word(lexer, ahead + 1)
    is_near = word(lexer, ahead) == "within" and count.isdecimal()
    if not is_near or word(lexer, ahead + 2) not in ("of", "from"):
        return None
    end = ahead + 3 + (word(lexer, ahead + 3) in SKIPPED)
    if word(lexer, end) not in ("target", "goal"):
        return None
    near = (("DIM", ["distance before"]), ("CMP", "<="), ("NUMBER", int(count)))
    return end + 1 - at, "SAYING", (("FILTER", "where"), *near)


_WHEN: Final = frozenset("when if while with where within".split())


def _in_one_turn(lexer: Lexer, at: int) -> Reading | None:
    """Read ``targets hit in one turn``, and on the first turn, as those of so many turns of their own."""
    if not _ROUNDS & {word(lexer, place) for place in range(at)}:
        return None
    words = [word(lexer, at + ahead) for ahead in range(4)]
    is_one = words[0] in ("in", "within", "after") and words[1] in ("one", "1", "a")
    is_one |= words[0] in ("in", "on", "with", "by", "at") and words[1:3] == ["the", "first"]
    is_one |= words[0] in ("in", "on", "with", "by", "at") and words[1:2] == ["first"]
    length = 2 + (words[1:3] == ["the", "first"] or words[2:3] == ["single"])
    if not is_one or words[length] not in ("turn", "move", "play", "card", "try", "go", "attempt"):
        return None
    turns = [one for symbol, one in lexer.names.words["turns"] if symbol == "DIM"]
    return length + 1, "SAYING", (("SIZE", "="), ("NUMBER", 1), ("DIM", turns))


def _chosen(lexer: Lexer, at: int) -> Reading | None:
    """Read ``level = hard`` as a condition where none was begun."""
    for length, symbol, names in named(lexer, at):
        if symbol == "DIM" and word(lexer, at + length) in _SIGNS:
            return length, "SAYING", (("FILTER", "where"), ("DIM", names))
    return None


_SIGNS: Final = frozenset({"=", "==", "!=", "<", ">", "<=", ">=", "≥", "≤", "≠"})


def _quarter(lexer: Lexer, at: int) -> Reading | None:
    """Read ``Q1 2026``, and ``2026 Q1``; without its year it is the latest one that has begun."""
    first, second = word(lexer, at), word(lexer, at + 1)
    if _QUARTER.fullmatch(first):
        is_year = len(second) == 4 and second.isdecimal()
        return 1 + is_year, "PERIOD", f"{second}-{first}" if is_year else first
    if len(first) == 4 and first.isdecimal() and _QUARTER.fullmatch(second):
        return 2, "PERIOD", f"{first}-{second}"
    return None


_QUARTER: Final = re.compile("q[1-4]")


_READS: Final = (
    *(
        _all_of_a_kind,
        _more_leads_to,
        _the_first,
        _within_of_it,
        _with_or_without,
        _or_none,
        _a_team,
    ),
    *(
        _of_digits,
        _mentioned,
        _mentioning,
        _with_unknown,
        _numbered_sides,
        _in_one_turn,
        _chosen,
        _quarter,
    ),
)


def named(lexer: Lexer, at: int) -> list[tuple[int, str, Any]]:
    """Return what the words at a place are called in the catalogue, longest first."""
    if at >= len(lexer.pieces):
        return []
    found = []
    for length, key in lexer.keys(at):
        for symbol in ("METRIC", "DIM"):
            names = [name for one, name in lexer.names.words.get(key, ()) if one == symbol]
            found += [(length, symbol, names)] if names else []
    return sorted(found, key=lambda one: -one[0])


def word(lexer: Lexer, at: int) -> str:
    """Return the piece at a place in small letters, nothing behind the last."""
    return lexer.pieces[at].text.casefold() if at < len(lexer.pieces) else ""


ARTICLES: Final = frozenset({"the", "a", "an", "our", "your", "their"})
WHO: Final = frozenset("people players we they testers".split())


def value_at(lexer: Lexer, at: int) -> tuple[int, list[tuple[str, str]]] | None:
    """Return the longest value that names its own dimension, with the pieces that it takes."""
    if at >= len(lexer.pieces):
        return None
    found = [(length, what) for length, symbol, what in lexer.stored(at) if symbol == "VALUE"]
    found += [(n, lexer.fixed[key]) for n, key in lexer.keys(at) if key in lexer.fixed]
    return max(found, key=lambda one: one[0], default=None)


def says(lexer: Lexer, at: int, words: tuple[str, ...]) -> bool:
    """Tell whether these words stand at a place."""
    return all(word(lexer, at + ahead) == one for ahead, one in enumerate(words))


def count_of(said: str) -> int | None:
    """Return a small whole number, in digits or as a word."""
    return int(said) if said.isdecimal() and len(said) < 4 else NUMBERS.get(said)
