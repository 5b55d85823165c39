"""Groups of words in loose order: the level who is most played, neither easy nor normal, hard - normal.

Each takes the lexer and a place, and returns what stands there, read as a saying.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from .patterns import named, word
from .words import NUMBERS

if TYPE_CHECKING:
    from .lexer import Lexer, Reading

_ARTICLES: Final = frozenset({"the", "a", "an", "our", "your", "their"})
_QUARTILES: Final = (
    *(("PLAIN", ("quantile", 0.25)), ("COMMA", ",")),
    *(("PLAIN", ("median", None)), ("COMMA", ",")),
    ("PLAIN", ("quantile", 0.75)),
)
_PEOPLE: Final = frozenset("people humans human people's humans' human's players' testers".split())
_BOTS: Final = frozenset("bots bot bots' bot's".split())
_AGAINST: Final = frozenset("against vs versus minus or and - compared".split())
_ENDS: Final = frozenset({"?", ".", "!"})
_BETWEEN: Final = frozenset({"and", "vs", "versus", "or", ",", "against"})


def loosely(lexer: Lexer, at: int) -> Iterator[Reading]:
    """Yield what the words from a place on mean together."""
    for reads in _READS:
        found = reads(lexer, at)
        if found is not None:
            yield found


def _the_one_who(lexer: Lexer, at: int) -> Reading | None:
    """Read ``the level who is most played`` as which level is."""
    start = at + (word(lexer, at) in _ARTICLES)
    if at:
        return None
    for length, symbol, names in named(lexer, start):
        after = start + length
        if word(lexer, after - 1).endswith("s"):
            continue  # players who passed more than twice
        if symbol == "DIM" and word(lexer, after) in ("who", "that", "which"):
            after += 1 + (word(lexer, after + 1) in ("is", "was", "has", "had", "are", "gets"))
            return after - at, "SAYING", (("WHICH", "which"), ("DIM", names))
    return None


def _quartiles_behind(lexer: Lexer, at: int) -> Reading | None:
    """Read ``game length quartiles`` as the quartiles of it."""
    for length, symbol, names in named(lexer, at):
        if symbol == "METRIC" and word(lexer, at + length) in ("quartiles", "iqr"):
            return length + 1, "SAYING", (*_QUARTILES, ("METRIC", names))
    return None


def _split_before(lexer: Lexer, at: int) -> Reading | None:
    """Read ``quartiles by level of game time`` with the split behind."""
    found: tuple[Any, ...] | None = None
    if word(lexer, at) in ("quartiles", "iqr"):
        found = _QUARTILES
    else:
        for symbol, value in lexer.names.words.get(word(lexer, at), ()):
            if symbol == "AGG":
                found = ((symbol, value),)
    if found is None or word(lexer, at + 1) not in ("by", "per"):
        return None
    for length, symbol, names in named(lexer, at + 2):
        lead = at + 2 + length
        if symbol != "DIM" or word(lexer, lead) not in ("of", "for"):
            continue
        lead += 1 + (word(lexer, lead + 1) in _ARTICLES)
        for more, kind, metrics in named(lexer, lead):
            if kind == "METRIC":
                split = (("METRIC", metrics), ("BY", "by"), ("DIM", names))
                return lead + more - at, "SAYING", (*found, *split)
    return None


def _value(lexer: Lexer, at: int) -> tuple[int, list[tuple[str, str]]] | None:
    """Return the longest value that names its own dimension, with the pieces that it takes."""
    if at >= len(lexer.pieces):
        return None
    found = [(length, what) for length, symbol, what in lexer.stored(at) if symbol == "VALUE"]
    found += [(n, lexer.fixed[key]) for n, key in lexer.keys(at) if key in lexer.fixed]
    return max(found, key=lambda one: one[0], default=None)


def _neither(lexer: Lexer, at: int) -> Reading | None:
    """Read ``neither easy nor normal`` as without both."""
    if word(lexer, at) != "neither" or (one := _value(lexer, at + 1)) is None:
        return None
    joined = at + 1 + one[0]
    if word(lexer, joined) not in ("nor", "or") or (two := _value(lexer, joined + 1)) is None:
        return None
    values = (("VALUE", one[1]), ("AND", "and"), ("VALUE", two[1]))
    return joined + 1 + two[0] - at, "SAYING", (("WITHOUT", "without"), *values)


def _all_except(lexer: Lexer, at: int) -> Reading | None:
    """Read ``all levels except easy`` as a split without one of its values."""
    start = at + (word(lexer, at) in ("for", "in", "on", "of", "over", "across"))
    if word(lexer, start) not in ("all", "every", "each", "any"):
        return None
    start += 1 + (word(lexer, start + 1) in _ARTICLES)
    for length, symbol, names in named(lexer, start):
        if symbol != "DIM":
            continue
        after = start + length
        lead = next((one for one in _EXCEPT if _says(lexer, after, one)), ())
        except_at = after + len(lead)
        found = _value(lexer, except_at) if lead else None
        if found is None or found[1][0][0] not in names:
            continue
        split = (("BY", "by"), ("DIM", names), ("WITHOUT", "without"), ("VALUE", found[1]))
        return except_at + found[0] - at, "SAYING", split
    return None


_EXCEPT: Final = (
    *(("except", "for"), ("except",), ("other", "than"), ("apart", "from"), ("but", "not")),
    *(("but",), ("without",), ("excluding",), ("besides",)),
)


def _says(lexer: Lexer, at: int, words: tuple[str, ...]) -> bool:
    return all(word(lexer, at + ahead) == one for ahead, one in enumerate(words))


def _for_which(lexer: Lexer, at: int) -> Reading | None:
    """Read ``for which versions?`` at the end of a question as a split."""
    if at == 0 or word(lexer, at) not in ("for", "in", "on", "at", "by", "with", "of"):
        return None
    if word(lexer, at + 1) not in ("which", "what"):
        return None
    for length, symbol, names in named(lexer, at + 2):
        after = at + 2 + length
        if symbol == "DIM" and (after == len(lexer.pieces) or word(lexer, after) in _ENDS):
            return length + 2, "SAYING", (("BY", "by"), ("DIM", names))
    return None


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
    if not _LESS & said or (found := _value(lexer, at)) is None:
        return None  # the store is not looked into for nothing
    kinds = {name for name, _ in found[1]} - {"outcome"}
    sides: list[tuple[str, Any]] = [("VALUE", found[1])]
    after = at + found[0]
    while word(lexer, after) in _LESS:
        is_apart = lexer.pieces[after].start > lexer.pieces[after - 1].end
        found = _value(lexer, after + 1)
        if found is None or not kinds & {name for name, _ in found[1]}:
            break
        if not is_apart and word(lexer, after) != "/":
            break
        sides += [("VS", "vs"), ("VALUE", found[1])]
        after += 1 + found[0]
    return (after - at, "SAYING", tuple(sides)) if sides[1:] else None


def _piped(lexer: Lexer, at: int) -> Reading | None:
    """Read a bar between the parts of a question, where none is a condition: pot luck | bust rate."""
    is_bar = word(lexer, at) in ("|", "~", "/")
    if not is_bar or at == 0 or any(word(lexer, place) == "(" for place in range(at)):
        return None
    if word(lexer, at) == "|":
        found = [one for one in named(lexer, at + 1) if one[1] == "METRIC"]
        chosen = _value(lexer, 0)
        joined = () if chosen is not None and chosen[0] == at else (("COMMA", ","),)
        if found and found[0][0] > 1:
            return found[0][0] + 1, "SAYING", (*joined, ("METRIC", found[0][2]))
        return None
    lead = ("AGAINST", "vs") if word(lexer, at) == "~" else ("BY", "by")
    for length, symbol, names in named(lexer, at + 1):
        if symbol == "DIM":  # busts ~ level, win rate / level
            return length + 1, "SAYING", (lead, ("DIM", names))
    return None


def _of_people_alone(lexer: Lexer, at: int) -> Reading | None:
    """Read ``humans`` between commas as the games of people alone."""
    if word(lexer, at) not in ("humans", "human") or at == 0 or word(lexer, at - 1) != ",":
        return None
    is_end = at + 1 == len(lexer.pieces) or word(lexer, at + 1) == ","
    return (1, "SAYING", (("BOTS", "without"),)) if is_end else None


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


def _count(said: str) -> int | None:
    return int(said) if said.isdecimal() and len(said) < 4 else NUMBERS.get(said)


def _first_or_later(lexer: Lexer, at: int) -> Reading | None:
    """Read ``first five games of a player vs later games`` as two parts of a player's games."""
    if word(lexer, at) != "first" or not (count := _count(word(lexer, at + 1))):
        return None
    if word(lexer, at + 2) != "games":
        return None
    after = at + 3
    for whose in (("of", "a", "player"), ("of", "each", "player"), ("of", "players")):
        if _says(lexer, after, whose):
            after += len(whose)
            break
    if word(lexer, after) not in _BETWEEN or word(lexer, after + 1) not in ("later", "the"):
        return None
    end = after + 2 + (word(lexer, after + 2) in ("games", "ones", "later", "rest"))
    end += word(lexer, end) == "games"
    of_first = (("SIZE", "<="), ("NUMBER", count), ("DIM", ["nth game"]))
    return end - at, "SAYING", (*of_first, ("VS", "vs"), ("MORE", "more"))


_NTH: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th)")
_NTHS: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}


def _players_nth(lexer: Lexer, at: int) -> Reading | None:
    """Read ``in each player's 1st, 2nd, 3rd game`` as the first three, one by one."""
    after = at + (word(lexer, at) in ("in", "for", "of", "by"))
    if not _says(lexer, after, ("each", "player's")) and not _says(lexer, after, ("a", "player's")):
        return None
    after += 2
    numbers = []
    while after < len(lexer.pieces):
        said = word(lexer, after)
        match = _NTH.fullmatch(said)
        if match or said in _NTHS:
            numbers.append(int(match[1]) if match else _NTHS[said])
        elif said not in (",", "and", "&", "vs"):
            break
        after += 1
    if word(lexer, after) not in ("game", "games") or numbers != list(range(1, len(numbers) + 1)):
        return None
    first = (("FILTER", "where"), ("DIM", ["nth game"]), ("CMP", "<="), ("NUMBER", len(numbers)))
    return after + 1 - at, "SAYING", (("BY", "by"), ("DIM", ["nth game"]), *first)


_SCORED: Final = {"targets": "spot-on", "pots": "pot-luck"}


def _ended_with(lexer: Lexer, at: int) -> Reading | None:
    """Read ``ended with exactly 12 pots`` as what was scored in the end."""
    if word(lexer, at) not in ("ended", "end", "ending", "finished", "finish"):
        return None
    after = at + 1
    if word(lexer, after) not in ("with", "on", "at"):
        return None
    after += 1 + (word(lexer, after + 1) in ("exactly", "just", "only"))
    count, game = _count(word(lexer, after)), _SCORED.get(word(lexer, after + 1))
    if count is None or game is None:
        return None
    score = (("FILTER", "where"), ("DIM", ["final score"]), ("CMP", "="), ("NUMBER", count))
    return after + 2 - at, "SAYING", (*score, ("AND", "and"), ("VALUE", [("game", game)]))


_EQUATIONS: Final = frozenset({"equation", "equations", "solution", "solutions"})


def _equations_of(lexer: Lexer, at: int) -> Reading | None:
    """Read ``two-card equations share`` as which part of all equations they are."""
    said = [(place, word(lexer, place)) for place in range(at, at + 6)]
    words = [(place, one) for place, one in said if one != "-"]
    count = _count(words[0][1])
    if count is None or words[1][1] not in ("card", "cards") or words[2][1] not in _EQUATIONS:
        return None
    sized = (("DIM", ["cards used"]), ("CMP", "="), ("NUMBER", count))
    counted = (("METRIC", ["equations"]), ("SUCH", "in which"), *sized)
    if words[3][1] in ("share", "percentage", "rate", "%", "proportion"):
        return words[3][0] + 1 - at, "SAYING", (("AGG", ("share", None)), *counted)
    return words[2][0] + 1 - at, "SAYING", counted


_RANKED: Final = {"top": "top", "best": "top", "highest": "top", "lowest": "bottom"}
_SCORES: Final = frozenset({"scores", "score", "results"})


def _ranked_scores(lexer: Lexer, at: int) -> Reading | None:
    """Read ``top ten scores``, and ``ten highest scores``, as those of the games that reached them."""
    one, two, three = (word(lexer, at + ahead) for ahead in range(3))
    way, count = _RANKED.get(one), _count(two)
    if way is None:
        way, count = _RANKED.get(two), _count(one)
    if way is None or not count or three not in _SCORES:
        return None
    best = "max" if way == "top" else "min"
    figure = (("AGG", (best, None)), ("METRIC", ["seat score"]))
    ranked = (("BY", "by"), ("DIM", ["game id"]), ("TOP", way), ("NUMBER", count))
    return 3, "SAYING", (*figure, *ranked)


_DATE: Final = re.compile(r"(\d{1,2})([/.])(\d{1,2})\2((?:19|20)\d\d)")


def _slashed(lexer: Lexer, at: int) -> Reading | None:
    """Read ``25/4/2024`` and ``4/25/2024`` as days; with dots the day stands first."""
    start = lexer.pieces[at].start
    match = _DATE.match(lexer.phrase, start)
    if match is None or match[0] != lexer.phrase[start : match.end()]:
        return None
    length = sum(start <= piece.start < match.end() for piece in lexer.pieces)
    first, second = int(match[1]), int(match[3])
    if match[2] == "/" and first <= 12 and second <= 12 and first != second:
        return length, "PERIOD", match[0]  # `Conditions.period` says why not
    day, month = (second, first) if match[2] == "/" and second > 12 else (first, second)
    return length, "PERIOD", f"{match[4]}-{month:02}-{day:02}"


def _plain(lexer: Lexer, at: int) -> tuple[str, Any] | None:
    """Return the aggregate that a word is, of those that may be asked together."""
    for symbol, value in lexer.names.words.get(word(lexer, at), ()):
        if symbol == "PLAIN":
            return symbol, value
    return None


def _several(lexer: Lexer, at: int, joints: tuple[str, ...]) -> tuple[int, list[tuple[str, Any]]]:
    """Return the aggregates from a place on that are joined so, with the place behind them."""
    found: list[tuple[str, Any]] = []
    while (one := _plain(lexer, at)) is not None:
        found += [("COMMA", ","), one] if found else [one]
        at += 1
        if word(lexer, at) in joints and _plain(lexer, at + 1) is not None:
            at += 1
        elif len(joints) == 1:  # mean median is read as it stands
            break
    return at, found


def _slashed_aggregates(lexer: Lexer, at: int) -> Reading | None:
    """Read ``mean/median/max`` as each of them."""
    after, found = _several(lexer, at, ("/",))
    return (after - at, "SAYING", tuple(found)) if found[1:] else None


def _aggregates_behind(lexer: Lexer, at: int) -> Reading | None:
    """Read ``turns per game, mean and sd`` as both of what stands before."""
    for length, symbol, names in named(lexer, at):
        after = at + length
        if symbol != "METRIC":
            continue
        unit = [
            one for one in lexer.names.words.get(_two(lexer, after), ()) if one[0] == "PER_UNIT"
        ]
        after += 2 * bool(unit)
        if word(lexer, after) not in (",", ":", "(", "-"):
            continue
        end, found = _several(lexer, after + 1, (",", "and", "&", "/", "+"))
        if found[1:]:
            end += word(lexer, end) == ")"
            return end - at, "SAYING", (*found, ("METRIC", names), *unit[:1])
    return None


def _two(lexer: Lexer, at: int) -> str:
    return f"{word(lexer, at)} {word(lexer, at + 1)}"


_LEVELS_OF_CI: Final = ("confidence", "confidence interval", "confidence intervals", "ci")


def _with_interval(lexer: Lexer, at: int) -> Reading | None:
    """Read ``with confidence interval`` at the end as one of 95 %."""
    after = at
    while word(lexer, after) in (",", "with", "and", "a", "its", "their", "plus", "including"):
        after += 1
    if after == at:
        return None
    if not any(word(lexer, after) == one.split()[0] for one in _LEVELS_OF_CI):
        return None
    last = after + 1 + (word(lexer, after + 1) in ("interval", "intervals"))
    if last < len(lexer.pieces) and word(lexer, last) not in _ENDS | {","}:
        return None
    return last - at, "SAYING", (("CI", "ci"), ("NUMBER", 95))


def _least_games(lexer: Lexer, at: int) -> Reading | None:
    """Read ``minimum 10 games:`` as a bound of what is shown."""
    lead = 1 + (word(lexer, at + 1) == "of")
    if word(lexer, at) not in ("minimum", "min", "min."):
        return None
    count = _count(word(lexer, at + lead))
    if not count or word(lexer, at + lead + 1) not in ("games", "logs", "matches"):
        return None
    least = (("SIZE", ">="), ("NUMBER", count), ("GAMES", "games"))
    return lead + 2, "SAYING", least


_CLOCKS: Final = frozenset("minute minutes second seconds time".split())
_TIMES: Final = {
    "round": "time per round",
    "target": "time per target",
    "game": "game time",
    "turn": "turn time",
}


def _time_for_one(lexer: Lexer, at: int) -> Reading | None:
    """Read ``how many minutes for a round`` as the time of one."""
    if word(lexer, at) != "how" or word(lexer, at + 1) not in ("many", "much"):
        return None
    after = at + 3
    if word(lexer, at + 2) not in _CLOCKS or word(lexer, after) not in _LEADS_TO_ONE:
        return None
    after += 1 + (word(lexer, after + 1) in ("a", "one", "each", "every"))
    meant = _TIMES.get(word(lexer, after))
    return (after + 1 - at, "SAYING", meant) if meant else None


_LEADS_TO_ONE: Final = frozenset({"for", "per", "in", "does", "takes", "a"})
_WHO: Final = frozenset("people players we they testers".split())
_LEARN: Final = (
    *(("improve",), ("learn",), ("get", "better"), ("become", "better"), ("win", "more")),
    *(("win", "more", "often"), ("play", "better")),
)
_WITH_TIME: Final = (("over", "time"), ("with", "time"), ("in", "the", "long", "run"))


def _learn(lexer: Lexer, at: int) -> Reading | None:
    """Read ``people improve over time`` as the course of a player's games, not of the months."""
    if word(lexer, at) not in _WHO:
        return None
    for verb in _LEARN:
        for when in _WITH_TIME:
            if _says(lexer, at + 1, (*verb, *when)):
                return 1 + len(verb) + len(when), "SAYING", "win rate by nth game"
    return None


def _most_in_one_session(lexer: Lexer, at: int) -> Reading | None:
    """Read ``most busts in one session`` as the session with the most of them."""
    way = {"most": "top", "fewest": "bottom", "highest": "top"}.get(word(lexer, at))
    if way is None:
        return None
    for length, symbol, names in named(lexer, at + 1):
        after = at + 1 + length
        if symbol != "METRIC" or word(lexer, after) != "in":
            continue
        after += 1 + (word(lexer, after + 1) in ("one", "a", "any", "single"))
        after += word(lexer, after) == "single"
        if word(lexer, after) in ("session", "evening"):
            counted = (("AGG", ("total", None)), ("METRIC", names), ("BY", "by"))
            ranked = (("DIM", ["session"]), ("TOP", way), ("NUMBER", 1))
            return after + 1 - at, "SAYING", (*counted, *ranked)
    return None


def _sized_before(lexer: Lexer, at: int) -> Reading | None:
    """Read ``targets over 500:`` before a question as those that it is asked of."""
    if at or word(lexer, 0) not in ("targets", "target"):
        return None
    sign = next((v for s, v in lexer.names.words.get(word(lexer, 1), ()) if s == "SIZE"), None)
    count = word(lexer, 2)
    if sign is None or not count.isdecimal() or word(lexer, 3) != ":":
        return None
    value = (("DIM", ["target value"]), ("CMP", sign), ("NUMBER", int(count)))
    return 4, "SAYING", (("FILTER", "for"), *value)


def _how_they_compare(lexer: Lexer, at: int) -> Reading | None:
    """Read ``how does hard compare to normal``, and ``how do levels compare``."""
    if at or word(lexer, 0) != "how" or word(lexer, 1) not in ("do", "does", "did"):
        return None
    start = 2 + (word(lexer, 2) in _ARTICLES)
    one = _value(lexer, start)
    if one is not None and word(lexer, start + one[0]) == "compare":
        after = start + one[0] + 1
        if word(lexer, after) not in ("to", "with", "against", "and"):
            return None
        two = _value(lexer, after + 1)
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
    rated = is_led and _value(lexer, at + 1)
    is_rated = bool(rated) and rated[1][0][0] == "rating" if rated else False
    return is_led and (is_rated or any(one[1] == "METRIC" for one in named(lexer, at + 1)))


def _whose(lexer: Lexer, at: int) -> Reading | None:
    """Read ``whose win rate is highest`` as which player has the highest."""
    if word(lexer, at) != "whose":
        return None
    for length, symbol, names in named(lexer, at + 1):
        after = at + 1 + length
        after += word(lexer, after) in ("is", "was", "are", "takes", "took")
        after += word(lexer, after) in _ARTICLES
        if symbol != "METRIC":
            continue
        for sign, value in lexer.names.words.get(word(lexer, after), ()):
            if sign == "AGG" and value[0] in ("max", "min"):
                is_turn = names[0] == "turns" and word(lexer, at + 1) == "turn"
                chosen = ["turn time"] if is_turn else names
                which = (("WHICH", "which"), ("DIM", ["player"]))
                return after + 1 - at, "SAYING", (*which, (sign, value), ("METRIC", chosen))
    return None


def _bounded_first(lexer: Lexer, at: int) -> Reading | None:
    """Read ``less than 3 players, win rate`` as a condition though nothing leads to it."""
    if at:
        return None
    for length, key in lexer.keys(0):
        count = _count(word(lexer, length))
        behind = {word(lexer, place) for place in range(length + 1, length + 4)}
        if count is None or not behind & {"players", "turns", "people"}:
            continue
        for symbol, sign in lexer.names.words.get(key, ()):
            if symbol == "CMP" and sign not in ("=", "!=", "in", "not in", "all of"):
                chosen = (("FILTER", "where"), ("CMP", sign), ("NUMBER", count))
                return length + 1, "SAYING", chosen
            most = _count(word(lexer, length + 2))
            if symbol == "BETWEEN" and most is not None and word(lexer, length + 1) == "and":
                bounds = (("NUMBER", count), ("AND", "and"), ("NUMBER", most))
                return length + 3, "SAYING", (("FILTER", "where"), ("BETWEEN", "between"), *bounds)
    return None


def _between_parts(lexer: Lexer, at: int) -> Reading | None:
    """Read ``Spot On / Hard / win rate``, and ``win rate; Spot On; hard``, without their signs."""
    sign = word(lexer, at)
    if sign not in ("/", ">", ";") or at == 0 or at + 1 >= len(lexer.pieces):
        return None
    is_apart = sign == ";" or lexer.pieces[at].start > lexer.pieces[at - 1].end
    if not is_apart:
        return None
    first, after = _value(lexer, 0), _value(lexer, at + 1)
    is_led = first is not None and word(lexer, first[0]) == sign
    is_value = after is not None and not any(one[1] == "METRIC" for one in named(lexer, at + 1))
    return (1, "SAYING", "") if is_led or (sign == ";" and is_value) else None


def _only_behind(lexer: Lexer, at: int) -> Reading | None:
    """Read ``(hard only)`` as hard."""
    is_end = at + 1 == len(lexer.pieces) or word(lexer, at + 1) in (")", ",")
    return (1, "SAYING", "") if at and word(lexer, at) == "only" and is_end else None


def _enjoyed_more(lexer: Lexer, at: int) -> Reading | None:
    """Read ``enjoy Spot On more than Pot Luck`` as the fun of both."""
    start = at
    if word(lexer, at) in ("do", "did") and word(lexer, at + 1) in _WHO:
        at += 2
    if word(lexer, at) not in ("enjoy", "like", "love", "prefer", "enjoyed", "liked", "preferred"):
        return None
    if (one := _value(lexer, at + 1)) is None:
        return None
    after = at + 1 + one[0]
    if word(lexer, after) in ("more", "better", "less"):
        after += 1
    if word(lexer, after) not in ("than", "to", "over"):
        return None
    if (two := _value(lexer, after + 1)) is None:
        return None
    fun = (("METRIC", ["stars for fun"]),)
    sides = (("COMPARE", "compare"), ("VALUE", one[1]), ("VS", "vs"), ("VALUE", two[1]))
    return after + 1 + two[0] - start, "SAYING", (*fun, *sides)


_ONES: Final = frozenset("games game ones matches sessions".split())


def _ones_compared(lexer: Lexer, at: int) -> Reading | None:
    """Read ``monday games vs friday games`` as one value held against the other."""
    said = {piece.text.casefold() for piece in lexer.pieces[at + 1 :]}
    if not said & _ONES or not said & {"vs", "versus"} or (one := _value(lexer, at)) is None:
        return None
    after = at + one[0]
    if word(lexer, after) not in _ONES or word(lexer, after + 1) not in ("vs", "versus"):
        return None
    two = _value(lexer, after + 2)
    if two is None or two[1][0][0] != one[1][0][0]:
        return None
    end = after + 2 + two[0]
    end += word(lexer, end) in _ONES
    return end - at, "SAYING", (("VALUE", one[1]), ("VS", "vs"), ("VALUE", two[1]))


def _latest(lexer: Lexer, at: int) -> Reading | None:
    """Read ``5 most recent games`` as the last five."""
    count = _count(word(lexer, at))
    after = at + 1 + (word(lexer, at + 1) == "most")
    if not count or word(lexer, after) not in ("recent", "latest", "last", "newest"):
        return None
    if word(lexer, after + 1) not in ("games", "matches"):
        return None
    last = (("LAST", "last"), ("NUMBER", count), ("GAMES", "games"))
    return after + 2 - at, "SAYING", last


_DOES: Final = frozenset("do play win score perform".split())
_BETTER: Final = frozenset("better worse more".split())


def _better_beside(lexer: Lexer, at: int) -> Reading | None:
    """Read ``does Carla do better with Ben`` as her games with him and without."""
    if word(lexer, at) not in ("does", "do", "did", "is") or (one := _value(lexer, at + 1)) is None:
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
    two = _value(lexer, after)
    if two is None or two[1][0][0] != "player":
        return None
    chosen = (("METRIC", ["win rate"]), ("FILTER", "of"), ("VALUE", one[1]))
    return after + two[0] - at, "SAYING", (*chosen, ("BOTH", "both"), ("VALUE", two[1]))


_READS: Final = (
    _better_beside,
    *(_ones_compared, _latest),
    *(_how_they_compare, _whose, _bounded_first, _between_parts, _only_behind, _enjoyed_more),
    *(_time_for_one, _learn, _most_in_one_session, _sized_before),
    *(_the_one_who, _quartiles_behind, _split_before, _neither, _all_except, _for_which),
    *(_both_outcomes, _less, _piped, _of_people_alone, _people_and_bots, _first_or_later),
    *(_players_nth, _ended_with, _equations_of, _ranked_scores, _slashed, _with_interval),
    *(_least_games, _slashed_aggregates, _aggregates_behind),
)
