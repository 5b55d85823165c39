"""Groups of words in loose order: the level who is most played, neither easy nor normal, hard - normal.

Each takes the lexer and a place, and returns what stands there, read as a saying.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from .patterns import ARTICLES, WHO, count_of, named, says, value_at, word

if TYPE_CHECKING:
    from ..lexer import Lexer, Reading
_QUARTILES: Final = (
    *(("PLAIN", ("quantile", 0.25)), ("COMMA", ",")),
    *(("PLAIN", ("median", None)), ("COMMA", ",")),
    ("PLAIN", ("quantile", 0.75)),
)
_ENDS: Final = frozenset({"?", ".", "!"})


def loosely(lexer: Lexer, at: int) -> Iterator[Reading]:
    """Yield what the words from a place on mean together."""
    for reads in _READS:
        found = reads(lexer, at)
        if found is not None:
            yield found


def _the_one_who(lexer: Lexer, at: int) -> Reading | None:
    """Read ``the level who is most played`` as which level is."""
    start = at + (word(lexer, at) in ARTICLES)
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
        lead += 1 + (word(lexer, lead + 1) in ARTICLES)
        for more, kind, metrics in named(lexer, lead):
            if kind == "METRIC":
                split = (("METRIC", metrics), ("BY", "by"), ("DIM", names))
                return lead + more - at, "SAYING", (*found, *split)
    return None


def _neither(lexer: Lexer, at: int) -> Reading | None:
    """Read ``neither easy nor normal`` as without both."""
    if word(lexer, at) != "neither" or (one := value_at(lexer, at + 1)) is None:
        return None
    joined = at + 1 + one[0]
    if word(lexer, joined) not in ("nor", "or") or (two := value_at(lexer, joined + 1)) is None:
        return None
    values = (("VALUE", one[1]), ("AND", "and"), ("VALUE", two[1]))
    return joined + 1 + two[0] - at, "SAYING", (("WITHOUT", "without"), *values)


def _all_except(lexer: Lexer, at: int) -> Reading | None:
    """Read ``all levels except easy`` as a split without one of its values."""
    start = at + (word(lexer, at) in ("for", "in", "on", "of", "over", "across"))
    if word(lexer, start) not in ("all", "every", "each", "any"):
        return None
    start += 1 + (word(lexer, start + 1) in ARTICLES)
    for length, symbol, names in named(lexer, start):
        if symbol != "DIM":
            continue
        after = start + length
        lead = next((one for one in _EXCEPT if says(lexer, after, one)), ())
        except_at = after + len(lead)
        found = value_at(lexer, except_at) if lead else None
        if found is None or found[1][0][0] not in names:
            continue
        split = (("BY", "by"), ("DIM", names), ("WITHOUT", "without"), ("VALUE", found[1]))
        return except_at + found[0] - at, "SAYING", split
    return None


_EXCEPT: Final = (
    *(("except", "for"), ("except",), ("other", "than"), ("apart", "from"), ("but", "not")),
    *(("but",), ("without",), ("excluding",), ("besides",)),
)


def _for_which(lexer: Lexer, at: int) -> Reading | None:
    """Read ``for which versions?`` at the end of a question as a split."""
    if at == 0 or word(lexer, at) not in ("for", "in", "on", "at", "by", "with", "of"):
        return None
    if word(lexer, at + 1) not in ("which", "what"):
        return None
    for length, symbol, names in named(lexer, at + 2):
        after = at + 2 + length
        is_end = lexer.is_whole and after == len(lexer.pieces)
        if symbol == "DIM" and (is_end or word(lexer, after) in _ENDS):
            return length + 2, "SAYING", (("BY", "by"), ("DIM", names))
    return None


def _piped(lexer: Lexer, at: int) -> Reading | None:
    """Read a bar between the parts of a question, where none is a condition: pot luck | bust rate."""
    is_bar = word(lexer, at) in ("|", "~", "/")
    if not is_bar or at == 0 or any(word(lexer, place) == "(" for place in range(at)):
        return None
    if word(lexer, at) == "|":
        found = [one for one in named(lexer, at + 1) if one[1] == "METRIC"]
        chosen = value_at(lexer, 0)
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


_NTH: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th)")
_NTHS: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}


def _players_nth(lexer: Lexer, at: int) -> Reading | None:
    """Read ``in each player's 1st, 2nd, 3rd game`` as the first three, one by one."""
    after = at + (word(lexer, at) in ("in", "for", "of", "by"))
    if not says(lexer, after, ("each", "player's")) and not says(lexer, after, ("a", "player's")):
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
    count, game = count_of(word(lexer, after)), _SCORED.get(word(lexer, after + 1))
    if count is None or game is None:
        return None
    score = (("FILTER", "where"), ("DIM", ["final score"]), ("CMP", "="), ("NUMBER", count))
    return after + 2 - at, "SAYING", (*score, ("AND", "and"), ("VALUE", [("game", game)]))


_OVER: Final = {
    **dict.fromkeys((("more", "than"), ("over",), (">",), ("above",)), ">"),
    **dict.fromkeys((("at", "least"), (">=",), ("≥",)), ">="),
    **dict.fromkeys((("less", "than"), ("fewer", "than"), ("under",), ("<",), ("below",)), "<"),
}
_HAD: Final = frozenset("has had have got gets won wins takes took scored scores with made".split())


def _winner_with(lexer: Lexer, at: int) -> Reading | None:
    """Read ``where the winner won more than 14 cards`` as what was scored in the end."""
    if word(lexer, at) not in ("where", "when", "whose", "in", "with", "that", "which"):
        return None
    after = at + 1 + (word(lexer, at + 1) == "which")
    after += word(lexer, after) in ARTICLES
    if word(lexer, after) not in ("winner", "winners"):
        return None
    after += 1 + (word(lexer, after + 1) in _HAD)
    after += word(lexer, after) == "won"
    sign = next((one for one in _OVER if says(lexer, after, one)), None)
    if sign is None:
        return None
    after += len(sign)
    count = count_of(word(lexer, after))
    if count is None or word(lexer, after + 1) not in ("cards", "points"):
        return None
    score = (("DIM", ["final score"]), ("CMP", _OVER[sign]), ("NUMBER", count))
    return after + 2 - at, "SAYING", (("FILTER", "where"), *score)


_EQUATIONS: Final = frozenset({"equation", "equations", "solution", "solutions"})


def _equations_of(lexer: Lexer, at: int) -> Reading | None:
    """Read ``two-card equations share`` as which part of all equations they are."""
    said = [(place, word(lexer, place)) for place in range(at, at + 6)]
    words = [(place, one) for place, one in said if one != "-"]
    count = count_of(words[0][1])
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
    way, count = _RANKED.get(one), count_of(two)
    if way is None:
        way, count = _RANKED.get(two), count_of(one)
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


_LAST: Final = {
    **dict.fromkeys(("avg", "average", "mean"), "mean"),
    **dict.fromkeys(("distribution", "histogram"), "distribution"),
    "median": "median",
}


def _aggregate_last(lexer: Lexer, at: int) -> Reading | None:
    """Read ``face cards in the row, avg`` as the average of all that stands before."""
    opens = word(lexer, at)
    if at == 0 or opens not in (",", "(") or not lexer.is_whole:
        return None
    name, after = _LAST.get(word(lexer, at + 1)), at + 2
    if name is None:
        return None
    after += opens == "(" and word(lexer, after) == ")"
    if after < len(lexer.pieces) and word(lexer, after) not in _ENDS:
        return None
    said = ("ON_AVERAGE", "mean") if name == "mean" else ("POSTFIX", name)
    return after - at, "SAYING", (said,)


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
    count = count_of(word(lexer, at + lead))
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
_LEARN: Final = (
    *(("improve",), ("learn",), ("get", "better"), ("become", "better"), ("win", "more")),
    *(("win", "more", "often"), ("play", "better")),
)
_WITH_TIME: Final = (("over", "time"), ("with", "time"), ("in", "the", "long", "run"))


def _learn(lexer: Lexer, at: int) -> Reading | None:
    """Read ``people improve over time`` as the course of a player's games, not of the months."""
    if word(lexer, at) not in WHO:
        return None
    for verb in _LEARN:
        for when in _WITH_TIME:
            if says(lexer, at + 1, (*verb, *when)):
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


def _whose(lexer: Lexer, at: int) -> Reading | None:
    """Read ``whose win rate is highest`` as which player has the highest."""
    if word(lexer, at) != "whose":
        return None
    for length, symbol, names in named(lexer, at + 1):
        after = at + 1 + length
        after += word(lexer, after) in ("is", "was", "are", "takes", "took")
        after += word(lexer, after) in ARTICLES
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
        count = count_of(word(lexer, length))
        behind = {word(lexer, place) for place in range(length + 1, length + 4)}
        if count is None or not behind & {"players", "turns", "people"}:
            continue
        for symbol, sign in lexer.names.words.get(key, ()):
            if symbol == "CMP" and sign not in ("=", "!=", "in", "not in", "all of"):
                chosen = (("FILTER", "where"), ("CMP", sign), ("NUMBER", count))
                return length + 1, "SAYING", chosen
            most = count_of(word(lexer, length + 2))
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
    first, after = value_at(lexer, 0), value_at(lexer, at + 1)
    is_led = first is not None and word(lexer, first[0]) == sign
    is_value = after is not None and not any(one[1] == "METRIC" for one in named(lexer, at + 1))
    return (1, "SAYING", "") if is_led or (sign == ";" and is_value) else None


def _only_behind(lexer: Lexer, at: int) -> Reading | None:
    """Read ``(hard only)`` as hard."""
    is_end = at + 1 == len(lexer.pieces) or word(lexer, at + 1) in (")", ",")
    return (1, "SAYING", "") if at and word(lexer, at) == "only" and is_end else None


def _latest(lexer: Lexer, at: int) -> Reading | None:
    """Read ``5 most recent games`` as the last five."""
    count = count_of(word(lexer, at))
    after = at + 1 + (word(lexer, at + 1) == "most")
    if not count or word(lexer, after) not in ("recent", "latest", "last", "newest"):
        return None
    if word(lexer, after + 1) not in ("games", "matches"):
        return None
    last = (("LAST", "last"), ("NUMBER", count), ("GAMES", "games"))
    return after + 2 - at, "SAYING", last


_LAST_SEEN: Final = frozenset("played tested playtested seen here there around present on".split())


def _last_played(lexer: Lexer, at: int) -> Reading | None:
    """Read ``when was Top Spot last played`` as the last day of its games."""
    if word(lexer, at) != "when" or word(lexer, at + 1) not in ("was", "were", "is"):
        return None
    start = at + 2 + (word(lexer, at + 2) in ARTICLES)
    found = value_at(lexer, start)
    if found is None:
        return None
    after = start + found[0] + (word(lexer, start + found[0]) in ("game", "level", "rules"))
    if word(lexer, after) != "last" or word(lexer, after + 1) not in _LAST_SEEN:
        return None
    after += 2
    for behind in (("the", "table"), ("at", "the", "table"), ("with", "us"), ("by", "us")):
        after += len(behind) * says(lexer, after, behind)
    name, value = found[1][0]
    if len(found[1]) > 1 or '"' in value:
        return None
    chosen = f'where {name} = "{value}"'
    return after - at, "SAYING", f"games by day {chosen} order by day descending first 1"


def _highest_average(lexer: Lexer, at: int) -> Reading | None:
    """Read ``who has the highest average score`` as the highest: players are ranked by a mean."""
    asks = {word(lexer, place) for place in range(at)}
    if "who" not in asks and not (asks & {"which", "what"} and asks & _HAD):
        return None
    if word(lexer, at + 1) not in ("average", "avg", "avg.", "mean"):
        return None
    for symbol, value in lexer.names.words.get(word(lexer, at), ()):
        if symbol == "AGG" and value[0] in ("max", "min"):
            return 2, "SAYING", ((symbol, value),)
    return None


_MOST: Final = frozenset("most fewest least highest lowest best worst longest shortest".split())


def _players_with_most(lexer: Lexer, at: int) -> Reading | None:
    """Read ``players with the most games`` as which of them has the most."""
    if at or word(lexer, 0) not in ("players", "people", "testers", "playtesters"):
        return None
    end = 2 + (word(lexer, 2) == "the")
    if word(lexer, 1) not in ("with", "having") or word(lexer, end) not in _MOST:
        return None
    return end, "SAYING", (("WHICH", "which"), ("DIM", ["player"]))


def _by_figure_of(lexer: Lexer, at: int) -> Reading | None:
    """Read ``top 5 players by equator points`` as ranked by the points, in that game."""
    ranks = {"top", "bottom", "best", "worst", "rank", "ranked", "ranking"}
    if word(lexer, at) != "by" or not ranks & {word(lexer, place) for place in range(at)}:
        return None
    found = value_at(lexer, at + 1)
    if found is None or found[1][0][0] != "game":
        return None
    behind = at + 1 + found[0]
    for length, symbol, names in named(lexer, behind):
        if symbol == "METRIC":
            figure = (("BY", "by"), ("METRIC", names), ("VALUE", found[1]))
            return behind + length - at, "SAYING", figure
    return None


def _scores_with_their_number(lexer: Lexer, at: int) -> Reading | None:
    """Read ``best scores top spot top 10``, the number last, as those of the games that reached them."""
    way = _RANKED.get(word(lexer, at))
    if at or way is None or word(lexer, 1) not in _SCORES or not lexer.is_whole:
        return None
    last = len(lexer.pieces) - 2
    if word(lexer, last) not in ("top", "bottom", "first") or not count_of(word(lexer, last + 1)):
        return None
    if "by" in {word(lexer, place) for place in range(last)}:
        return None
    best = "max" if way == "top" else "min"
    figure = (("AGG", (best, None)), ("METRIC", ["seat score"]))
    return 2, "SAYING", (*figure, ("BY", "by"), ("DIM", ["game id"]))


_READS: Final = (
    *(_latest, _last_played, _highest_average, _players_with_most, _by_figure_of),
    _scores_with_their_number,
    *(_whose, _bounded_first, _between_parts, _only_behind),
    *(_time_for_one, _learn, _most_in_one_session, _sized_before),
    *(_the_one_who, _quartiles_behind, _split_before, _neither, _all_except, _for_which),
    *(_piped, _of_people_alone),
    *(
        _players_nth,
        _ended_with,
        _winner_with,
        _equations_of,
        _ranked_scores,
        _slashed,
        _with_interval,
    ),
    *(_least_games, _slashed_aggregates, _aggregates_behind, _aggregate_last),
)
