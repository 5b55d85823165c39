"""Groups of words around a number of their own: missed by 1, the last 3 turns, groups of four, by 100+.

Each takes the lexer and a place, and returns what stands there, read as a saying.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from .patterns import ARTICLES, count_of, says, value_at, word

if TYPE_CHECKING:
    from ..lexer import Lexer, Reading

_FROM_THE_END: Final = {
    **dict.fromkeys(("target", "targets"), "target from the end"),
    **dict.fromkeys(("pot", "pots"), "pot from the end"),
    **dict.fromkeys(("equation", "equations"), "equation from the end"),
    **dict.fromkeys(("trick", "round", "tricks", "rounds"), "round from the end"),
    **dict.fromkeys(("turn", "move", "turns", "moves"), "turn from the end"),
}
_DURING: Final = frozenset("in on of for during within at over".split())
_OF_GAMES: Final = frozenset("game games match".split())


def counted(lexer: Lexer, at: int) -> Iterator[Reading]:
    """Yield what the words from a place on mean together."""
    first = word(lexer, at)
    for leads, reads in _READS:
        if leads is None or first in leads:
            found = reads(lexer, at)
            if found is not None:
                yield found


def _the_last(lexer: Lexer, at: int) -> Reading | None:
    """Read ``on the last target``, and ``in the last 3 turns of a game``, as counted from the end."""
    after = at + (word(lexer, at) in _DURING)
    after += word(lexer, after) in ARTICLES
    after += word(lexer, after) == "very"
    if word(lexer, after) not in ("last", "final"):
        return None
    count = count_of(word(lexer, after + 1))
    after += 1 + (count is not None)
    said = word(lexer, after)
    name = _FROM_THE_END.get(said)
    if name is None or count == 0 or (count is None) == said.endswith("s"):
        return None
    end = after + 1
    of_what = end + 1 + (word(lexer, end + 1) in ARTICLES | {"each", "every"})
    is_led = word(lexer, end) in ("of", "in", "before", "for", "on")
    if is_led and word(lexer, end) in ("of", "in") and word(lexer, of_what) in _OF_GAMES:
        end = of_what + 1
    elif name == "turn from the end" and (is_led or (word(lexer, at) not in _DURING and not count)):
        return None  # the last move before a hit, the last turn of a target
    chosen = (("DIM", [name]), ("CMP", "<=" if count else "="), ("NUMBER", count or 1))
    return end - at, "SAYING", (("FILTER", "where"), *chosen)


def _missed_by(lexer: Lexer, at: int) -> Reading | None:
    """Read ``targets missed by 1`` as the losses that were so many short."""
    asked = 2 * (says(lexer, at, ("how", "many")) or says(lexer, at, ("number", "of")))
    asked += asked > 0 and word(lexer, at + asked) in ARTICLES
    is_named = word(lexer, at + asked) in _MISSED
    if asked and not is_named:
        return None
    after = at + asked + is_named
    after += is_named and word(lexer, after) in ("were", "was", "that", "we", "they")
    is_goal = word(lexer, at + asked) in ("target", "goal", "targets", "goals")
    verbs = ("missed", "lost", "failed") if is_named else ("missed", "lost")
    if word(lexer, after) not in verbs or word(lexer, after + 1) not in ("by", "with"):
        return None
    after += 2 + (word(lexer, after + 2) in ("only", "just", "exactly"))
    count = count_of(word(lexer, after))
    kind = word(lexer, after + 1)
    if not count:
        return None
    if kind not in _SHORT and not (is_goal or after + 1 >= len(lexer.pieces)):
        return None  # by 3 points
    end = after + 1 + (kind in _SHORT)
    end += word(lexer, end) in ("short", "missing", "left") and kind in _SHORT
    end += 2 * (kind in _SHORT and says(lexer, end, ("to", "go")))
    if "with" in (word(lexer, one) for one in range(at, end)) and end == after + 1 + 1:
        return None  # with 4 targets hit
    short = (("FILTER", "where"), ("DIM", ["shortfall"]), ("CMP", "="), ("NUMBER", count))
    total = (("AGG", ("total", None)),) if asked else ()
    return end - at, "SAYING", ((*total, ("METRIC", ["losses"]), *short) if is_named else short)


_MISSED: Final = frozenset("targets target goal goals games game pots".split())
_SHORT: Final = frozenset("target targets pot pots".split())


def _groups_of(lexer: Lexer, at: int) -> Reading | None:
    """Read ``from groups of four`` as the games of so many players."""
    after = at + (word(lexer, at) in ("from", "for", "of", "in", "by", "with", "at", "on", "per"))
    after += word(lexer, after) in ARTICLES
    some = count_of(word(lexer, after))
    if some:  # 4-player groups
        after += 1 + (word(lexer, after + 1) == "-")
        if word(lexer, after) not in ("player", "person", "people", "players"):
            return None
        if word(lexer, after + 1) not in _GROUPS:
            return None
        return (
            after + 2 - at,
            "SAYING",
            (("SIZE", "="), ("NUMBER", some), ("DIM", ["player count"])),
        )
    if word(lexer, after) not in _GROUPS or word(lexer, after + 1) != "of":
        return None
    count = count_of(word(lexer, after + 2))
    if not count:
        return None
    end = after + 3 + (word(lexer, after + 3) in ("players", "people", "persons"))
    sized = (("SIZE", "="), ("NUMBER", count), ("DIM", ["player count"]))
    return end - at, "SAYING", sized


_GROUPS: Final = frozenset("groups group tables table teams parties".split())


def _last_games(lexer: Lexer, at: int) -> Reading | None:
    """Read ``last 10`` at the end, and ``last games, like last 10``, as the last ten games."""
    after = at + (word(lexer, at) in ("in", "of", "over", "for", "from"))
    after += word(lexer, after) in ARTICLES
    if word(lexer, after) not in ("last", "past"):
        return None
    if word(lexer, after + 1) in ("games", "few"):
        after += 2 + (word(lexer, after + 2) == "games")
        after += word(lexer, after) in (",", "(")
        if word(lexer, after) not in ("like", "say", "about", "eg", "maybe"):
            return None
        after += 1 + (word(lexer, after + 1) in ARTICLES)
        after -= word(lexer, after) != "last"
    count = count_of(word(lexer, after + 1))
    end = after + 2
    end += word(lexer, end) in ("games", "ones", "or") and end < len(lexer.pieces)
    end += word(lexer, end) == "so"
    is_end = end >= len(lexer.pieces) or word(lexer, end) in ("?", ".", ")", ",")
    if not count or not is_end or end > len(lexer.pieces):
        return None
    return end - at, "SAYING", (("LAST", "last"), ("NUMBER", count), ("GAMES", "games"))


def _and_up(lexer: Lexer, at: int) -> tuple[int, int] | None:
    """Return how many players are meant and the place behind: 2p, 3+, 3 or more players."""
    said = word(lexer, at)
    count = count_of(said.removesuffix("p")) if said != "p" else None
    if not count:
        return None
    at += 1
    if word(lexer, at) == "-" and word(lexer, at + 1) in _PLAYERS:
        at += 1
    at += word(lexer, at) in _PLAYERS
    if word(lexer, at) == "+":
        at += 1
    elif word(lexer, at) in ("or", "and") and word(lexer, at + 1) in ("more", "up", "fewer"):
        at += 2
    at += word(lexer, at) in _PLAYERS
    return at, count


_PLAYERS: Final = frozenset("player players p people handed".split())


def _few_or_more(lexer: Lexer, at: int) -> Reading | None:
    """Read ``2p vs 3+`` as a split by how many played: what lies above is no one number."""
    said = {piece.text.casefold() for piece in lexer.pieces[at:]}
    if not said & {"+", "more", "up", "fewer"} or (one := _and_up(lexer, at)) is None:
        return None
    if word(lexer, one[0]) not in ("vs", "versus", "against"):
        return None
    two = _and_up(lexer, one[0] + 1)
    if two is None:
        return None
    words = {word(lexer, place) for place in range(at, two[0])}
    is_of_players = words & _PLAYERS or any(w.endswith("p") and w[:-1].isdecimal() for w in words)
    if not words & {"+", "more", "up", "fewer"} or not is_of_players:
        return None
    return two[0] - at, "SAYING", (("BY", "by"), ("DIM", ["player count"]))


def _played_at_least(lexer: Lexer, at: int) -> Reading | None:
    """Read ``how many people played at least five times`` as those players, one by one."""
    after = at + 2 * (says(lexer, at, ("how", "many")) or says(lexer, at, ("number", "of")))
    after += word(lexer, after) in ("which", "what")
    after += word(lexer, after) in ("different", "of", "our")
    if word(lexer, after) not in ("people", "players", "testers", "playtesters", "persons"):
        return None
    after += 1
    while word(lexer, after) in ("have", "has", "did", "who", "that", "had"):
        after += 1
    is_bare = word(lexer, after - 1) in ("have", "had") or word(lexer, after) == "with"
    if word(lexer, after) not in ("played", "play", "joined", "with") and not is_bare:
        return None
    after += word(lexer, after) in ("played", "play", "joined", "with")
    after += word(lexer, after) in ("in", "on")
    rows = (("METRIC", ["games"]), ("BY", "by"), ("DIM", ["player"]), ("FILTER", "with"))
    some = count_of(word(lexer, after))
    more = after + 1 + 2 * says(lexer, after + 1, ("or", "more")) + (word(lexer, after + 1) == "+")
    if some and more > after + 1 and word(lexer, more) in _TIMES:
        least = (("CMP", ">="), ("NUMBER", some), ("GAMES", "games"))
        return more + 1 - at, "SAYING", (*rows, *least)
    for length, key in lexer.keys(after):
        sign = next((one for kind, one in lexer.names.words.get(key, ()) if kind == "CMP"), None)
        count = count_of(word(lexer, after + length))
        if sign in (">=", ">") and count and word(lexer, after + length + 1) in _TIMES:
            least = (("CMP", ">="), ("NUMBER", count + (sign == ">")), ("GAMES", "games"))
            return after + length + 2 - at, "SAYING", (*rows, *least)
    return None


_TIMES: Final = frozenset("times games logs matches".split())


def _unit_behind(lexer: Lexer, at: int) -> Reading | None:
    """Read ``, seconds,`` and ``(minutes)`` behind a time as how it is told: time per turn, seconds."""
    if at == 0 or word(lexer, at + 1) not in _UNITS:
        return None
    said = {word(lexer, one) for one in range(at)}
    is_bracketed = word(lexer, at) == "("
    behind = word(lexer, at + 2)
    ends = {")"} if is_bracketed else {",", "by", "per", "for", ""}
    if not said & {"time", "long", "duration", "length"} or behind not in ends:
        return None
    return 2 + is_bracketed, "SAYING", (("IN_TIME", "time"),)


_UNITS: Final = frozenset("seconds secs sec s minutes mins min hours".split())


def _how_long(lexer: Lexer, at: int) -> Reading | None:
    """Read ``how long does an Expert game take`` as the turns and the time of such a game."""
    if not says(lexer, at, ("how", "long")):
        return None
    after = at + 2 + (word(lexer, at + 2) in ("do", "does", "did", "is", "are", "was"))
    after += word(lexer, after) in ARTICLES | {"most", "typical", "average", "your"}
    after += word(lexer, after) in ("typical", "average", "usual")
    found = value_at(lexer, after)
    if found is None or found[1][0][0] in ("game", "player", "rating"):
        return None
    after += found[0]
    if word(lexer, after) not in ("game", "games", "match", "matches"):
        return None
    after += 1 + (word(lexer, after + 1) in ("take", "last", "go", "run", "need", "takes", "lasts"))
    figures = (("METRIC", ["turns"]), ("PER_UNIT", "game"), ("COMMA", ","))
    chosen = (("METRIC", ["game time"]), ("FILTER", "where"), ("VALUE", found[1]))
    return after - at, "SAYING", (*figures, *chosen)


def _over_by(lexer: Lexer, at: int) -> Reading | None:
    """Read ``total overshot the target by 100+`` as the plays that left it so far above."""
    after = at + (word(lexer, at) in ("times", "plays", "turns", "often", "when", "how"))
    after += word(lexer, after) in ("many", "times", "often")
    after += word(lexer, after) in ("many", "times", "did", "was", "is", "does")
    after += word(lexer, after) in ("did", "was", "is", "does")
    after += word(lexer, after) in ARTICLES
    is_bare = word(lexer, after) in ("overshot", "overshoot", "overshoots")
    if word(lexer, after) not in ("total", "running", "table") and not is_bare:
        return None
    after += 0 if is_bare else 1 + (word(lexer, after) == "running")
    after += word(lexer, after) in ("was", "went", "is", "go", "got", "came")
    far = _bound(lexer, after) if word(lexer, after) not in _PAST else None
    if far is not None:  # was more than 100 above the target
        after = far[0]
    if word(lexer, after) not in _PAST:
        return None
    after += 1 + (word(lexer, after + 1) in ARTICLES)
    if word(lexer, after) not in ("target", "goal", "by" if is_bare else ""):
        return None
    after += word(lexer, after) != "by"
    if far is None:
        after += word(lexer, after) == "by"
        far = _bound(lexer, after)
        if far is None:
            return None
        after = far[0]
    over = (("DIM", ["points over the target"]), ("CMP", far[1]), ("NUMBER", far[2]))
    counted = (("AGG", ("total", None)), ("METRIC", ["plays"]), ("FILTER", "where"))
    return after - at, "SAYING", (*counted, *over)


_PAST: Final = frozenset(
    "overshot overshoot overshoots exceeded exceed above over past beyond".split()
)


def _bound(lexer: Lexer, at: int) -> tuple[int, str, int] | None:
    """Return the place behind a bound, its sign and its number: more than 100, 100+, 100 or more."""
    sign = ">="
    for length, key in lexer.keys(at):
        found = [one for kind, one in lexer.names.words.get(key, ()) if kind == "CMP"]
        if found and found[0] in (">", ">=") and count_of(word(lexer, at + length)):
            sign, at = found[0], at + length
            break
    number = count_of(word(lexer, at))
    if not number:
        return None
    at += 1 + (word(lexer, at + 1) == "+")
    at += 2 * says(lexer, at, ("or", "more"))
    at += word(lexer, at) == "points"
    return at, sign, number


_TENS: Final = {"fives": 5, "tens": 10, "twenties": 20, "fifties": 50, "hundreds": 100}


def _by_tens(lexer: Lexer, at: int) -> Reading | None:
    """Read ``by tens`` behind a number as bins of ten."""
    width = _TENS.get(word(lexer, at + 1))
    if at == 0 or width is None or word(lexer, at + 2) in ("digit", "digits"):
        return None
    return 2, "SAYING", (("BINS", "in bins of"), ("NUMBER", width))


def _shown_first(lexer: Lexer, at: int) -> Reading | None:
    """Read ``on the very first turn of a target`` as the first of the target's own."""
    after = at + 1 + (word(lexer, at + 1) in ARTICLES)
    after += word(lexer, after) == "very"
    number = _NTH.get(word(lexer, after))
    if number is None or word(lexer, after + 1) not in ("turn", "move", "go"):
        return None
    after += 2
    if word(lexer, after) not in ("of", "on", "for", "in"):
        return None
    after += 1 + (word(lexer, after + 1) in ARTICLES | {"each", "every"})
    if word(lexer, after) not in ("target", "pot", "equation", "trick", "round"):
        return None
    nth = (("DIM", ["turn of the round"]), ("CMP", "="), ("NUMBER", number))
    return after + 1 - at, "SAYING", (("FILTER", "where"), *nth)


_NTH: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}


def _turns_of_nth(lexer: Lexer, at: int) -> Reading | None:
    """Read ``how many turns does the last target take`` as the average of such a target."""
    if not says(lexer, at, ("how", "many", "turns")) and not says(lexer, at, ("how", "long")):
        return None
    after = at + 2 + (word(lexer, at + 1) == "many")
    after += word(lexer, after) in ("do", "does", "did", "is", "was")
    after += word(lexer, after) in ARTICLES
    nth, one = word(lexer, after), word(lexer, after + 1)
    number = _NTH.get(nth, 1 if nth in ("last", "final") else None)
    if number is None or one not in ("target", "pot", "equation", "trick"):
        return None
    if word(lexer, after + 2) not in ("take", "need", "last", "takes", "needs"):
        return None
    numbered = "round" if one == "trick" else f"{one} number"
    name = numbered if nth in _NTH else _FROM_THE_END[one]
    chosen = (("DIM", [name]), ("CMP", "="), ("NUMBER", number))
    turns = (("METRIC", ["turns"]), ("PER_UNIT", one), ("FILTER", "where"))
    return after + 3 - at, "SAYING", (*turns, *chosen)


def _finished_next(lexer: Lexer, at: int) -> Reading | None:
    """Read ``pots at 11 get finished on the next move`` as how often that is so."""
    after = at + 2 * (says(lexer, at, ("how", "many")) or says(lexer, at, ("how", "often")))
    after += word(lexer, after) in ("do", "does", "is", "are", "did")
    after += word(lexer, after) in ARTICLES
    if word(lexer, after) not in ("pots", "pot"):
        return None
    after += 1 + (word(lexer, after + 1) in ("left", "is", "are"))
    count = count_of(word(lexer, after + 1))
    if word(lexer, after) != "at" or count is None:
        return None
    after += 2 + (word(lexer, after + 2) in ("get", "gets", "are", "is", "were", "got", "be"))
    if word(lexer, after) not in ("finished", "scored", "completed", "finish", "score"):
        return None
    after += 1 + (word(lexer, after + 1) in ("on", "by", "in", "with"))
    after += word(lexer, after) in ARTICLES
    after += word(lexer, after) == "very"
    if word(lexer, after) != "next" or word(lexer, after + 1) not in (
        "move",
        "turn",
        "player",
        "play",
    ):
        return None
    left = (("DIM", ["pot total"]), ("CMP", "="), ("NUMBER", count))
    return after + 2 - at, "SAYING", (("METRIC", ["pass-on rate"]), ("FILTER", "where"), *left)


def _won_by_so_many(lexer: Lexer, at: int) -> Reading | None:
    """Read ``what percentage of Normal games did two players win`` as the win rate of such games."""
    after = at + (word(lexer, at) in ("what", "which"))
    share = next((one for one in _PARTS if says(lexer, after, one)), ())
    after += len(share)
    if not share or word(lexer, after) != "of":
        return None
    after += 1 + (word(lexer, after + 1) in ARTICLES | {"all"})
    chosen = value_at(lexer, after) if word(lexer, after) != "games" else None
    after += chosen[0] if chosen else 0
    if word(lexer, after) not in ("games", "matches"):
        return None
    after += 1
    if word(lexer, after) not in ("did", "do", "were", "are"):
        return None
    is_passive = word(lexer, after) in ("were", "are")
    after += 1
    won = {"won": "win rate", "lost": "loss rate"} if is_passive else {}
    won |= {} if is_passive else {"win": "win rate", "lose": "loss rate"}
    count = None
    if not is_passive:
        count = count_of(word(lexer, after))
        after += count is not None
        if word(lexer, after) not in ("players", "people", "we", "they", "player"):
            return None
        after += 1
        after += word(lexer, after) in ("teams", "games")
    rate = won.get(word(lexer, after))
    if rate is None:
        return None
    after += 1
    if is_passive and word(lexer, after) == "by":
        count = count_of(word(lexer, after + 1))
        if not count or word(lexer, after + 2) not in ("players", "people"):
            return None
        after += 3
    found: tuple[tuple[str, Any], ...] = (("METRIC", [rate]),)
    found += (("FILTER", "where"), ("VALUE", chosen[1])) if chosen else ()
    found += (("SIZE", "="), ("NUMBER", count), ("DIM", ["player count"])) if count else ()
    return (after - at, "SAYING", found) if count or (chosen and not is_passive) else None


def _fast_with(lexer: Lexer, at: int) -> Reading | None:
    """Read ``fastest equation with 2 cards`` as that of so many cards in the row."""
    said = {word(lexer, place) for place in range(at)}
    if not said & {"equation", "equations"} or not said & {"fastest", "quickest", "slowest"}:
        return None
    count = count_of(word(lexer, at + 1))
    if not count or word(lexer, at + 2) not in ("cards", "card"):
        return None
    row = (("DIM", ["row length"]), ("CMP", "="), ("NUMBER", count))
    return 3, "SAYING", (("FILTER", "where"), *row)


_PARTS: Final = (
    *(("percentage",), ("%",), ("percent",), ("share",), ("proportion",), ("part",), ("fraction",)),
    ("per", "cent"),
)

_READS: Final[tuple[tuple[frozenset[str] | None, Any], ...]] = (
    (_DURING | {"last", "final", "very"}, _the_last),
    (_MISSED | {"missed", "lost", "how", "number"}, _missed_by),
    (None, _groups_of),
    (frozenset({"in", "of", "over", "for", "from", "the", "our", "last", "past"}), _last_games),
    (None, _few_or_more),
    (frozenset("how which what number people players testers".split()), _played_at_least),
    (frozenset({",", "("}), _unit_behind),
    (frozenset({"how"}), _how_long),
    (frozenset({"with", "of", "in", "from"}), _fast_with),
    (frozenset("what which percentage % percent share proportion".split()), _won_by_so_many),
    (frozenset({"how"}), _turns_of_nth),
    (frozenset({"how", "pots", "pot"}), _finished_next),
    (
        frozenset(
            "times plays turns how when total running the overshot overshoot overshoots".split()
        ),
        _over_by,
    ),
    (frozenset({"by", "in"}), _by_tens),
    (frozenset({"on", "in", "at", "during", "for"}), _shown_first),
)
"""By the words that each may begin with, any where there are too many."""
