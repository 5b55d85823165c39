"""Groups of words that tell cases apart: left vs right pot busts, first games vs later ones, since version B.

Each takes the lexer and a place, and returns what stands there, read as a saying.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from .patterns import ARTICLES, count_of, named, says, value_at, word

if TYPE_CHECKING:
    from ..lexer import Lexer, Reading

_AGAINST: Final = frozenset("vs versus and or against , / compared than".split())
_IN: Final = frozenset("in of on for at with".split())


def apart(lexer: Lexer, at: int) -> Iterator[Reading]:
    """Yield what the words from a place on mean together."""
    first = word(lexer, at)
    for leads, reads in _READS:
        if first in leads:
            found = reads(lexer, at)
            if found is not None:
                yield found


def _joined(lexer: Lexer, at: int) -> int:
    """Return the place behind what stands between two sides."""
    if word(lexer, at) == "compared":
        return at + 1 + (word(lexer, at + 1) in ("to", "with"))
    at += word(lexer, at) in _AGAINST
    return at + (word(lexer, at) in ("and", "or", "vs"))


def _split(lexer: Lexer, at: int, end: int, name: str) -> Reading:
    """Return a split, before which or behind which it is said of what."""
    split = (("BY", "by"), ("DIM", [name]))
    is_before = any(one[1] == "METRIC" for one in named(lexer, end))
    return end - at, "SAYING", (*split, ("ABOUT", "about")) if is_before else split


_PLACES: Final = frozenset({"left", "middle", "right", "center", "centre"})


def _pots_apart(lexer: Lexer, at: int) -> Reading | None:
    """Read ``left vs middle vs right pot busts`` as what is asked of each."""
    after = at + (word(lexer, at) in _IN)
    after += word(lexer, after) in ARTICLES
    places = 0
    while word(lexer, after) in _PLACES:
        places += 1
        after += 1
        ahead = after + (word(lexer, after) in ("pot", "pots"))
        ahead = _joined(lexer, ahead)
        ahead += word(lexer, ahead) in ARTICLES
        after = ahead if word(lexer, ahead) in _PLACES else after
    if places < 2 or word(lexer, after) not in ("pot", "pots"):
        return None
    if not any(one[1] == "METRIC" and one[0] > 1 for one in named(lexer, after)):
        after += 1  # but not of *pot score rate*
    said = [one for place in (*range(at), after) for one in named(lexer, place)]
    if any(one[1] == "METRIC" for one in said) or word(lexer, at) in _IN:
        return _split(lexer, at, after, "pot place")
    return after - at, "SAYING", "pot score rate by pot place"


_LATER: Final = frozenset("later following other others next second subsequent rest".split())
_LONG: Final = (
    *(("METRIC", ["turns"]), ("PER_UNIT", "game"), ("COMMA", ",")),
    ("METRIC", ["game time"]),
)
_NTH_GAME: Final = (("BY", "by"), ("DIM", ["nth game"]))


def _later(lexer: Lexer, at: int) -> int:
    """Return the place behind *compared with later ones*, 0 where it is not said."""
    after = _joined(lexer, at)
    if after == at:
        return 0
    after += word(lexer, after) in _IN
    after += word(lexer, after) in ARTICLES
    after += word(lexer, after) == "all"
    if word(lexer, after) not in _LATER:
        return 0
    after += 1
    return after + (word(lexer, after) in ("games", "game", "ones", "one"))


def _first_games(lexer: Lexer, at: int) -> Reading | None:
    """Read ``first games vs later ones`` as a split by which game it is of a player."""
    is_led = word(lexer, at) in _IN
    after = at + is_led
    after += word(lexer, after) in ARTICLES
    if word(lexer, after) != "first" or word(lexer, after + 1) not in ("game", "games"):
        return None
    after += 2
    for said, figures in _THAN.items():
        words = (*said.split(), "than")
        if says(lexer, after, words):
            end = _later(lexer, after + len(words) - 1)
            return (end - at, "SAYING", (*figures, *_NTH_GAME)) if end else None
    end = _later(lexer, after)
    return _split(lexer, at, end, "nth game") if end else None


_THAN: Final[dict[str, tuple[tuple[str, Any], ...]]] = {
    **dict.fromkeys(("longer", "shorter", "take longer", "last longer"), _LONG),
    **dict.fromkeys(("harder", "easier"), (("METRIC", ["win rate"]),)),
    **dict.fromkeys(("slower", "faster"), (("METRIC", ["turn time"]),)),
    **dict.fromkeys(("more fun", "less fun", "rated higher"), (("METRIC", ["stars"]),)),
}
"""By how first games may differ from later ones, what tells it."""


def _how_long_first(lexer: Lexer, at: int) -> Reading | None:
    """Read ``how long does a first game take``, and compared with later ones."""
    if not says(lexer, at, ("how", "long")):
        return None
    after = at + 2 + (word(lexer, at + 2) in ("do", "does", "did", "is", "are"))
    after += word(lexer, after) in ARTICLES
    after += says(lexer, after, ("player", "'s"))
    if word(lexer, after) != "first" or word(lexer, after + 1) not in ("game", "games"):
        return None
    after += 2
    after += word(lexer, after) in ("take", "last", "go", "run", "need")
    end = _later(lexer, after)
    if end:
        return end - at, "SAYING", (*_LONG, *_NTH_GAME)
    if word(lexer, after) in ("of", "in", "vs"):  # of an evening
        return None
    first = (("FILTER", "where"), ("DIM", ["nth game"]), ("CMP", "="), ("NUMBER", 1))
    return after - at, "SAYING", (*_LONG, *first)


_CAME_OUT: Final = frozenset(
    "lost won ended losses wins defeats finished abandoned victories".split()
)
_SCORED: Final = {
    **dict.fromkeys(("pot", "pots"), "pot-luck"),
    **dict.fromkeys(("target", "targets"), "spot-on"),
}
_ELSE: Final = frozenset(
    "left short missing to remaining unfinished open unhit busted bust"
    " scored hit finished made done completed reached".split()
)
"""Behind so many, what says that those were not scored, or says by itself that they were."""


def _with_so_many(lexer: Lexer, at: int) -> Reading | None:
    """Read ``games lost with 12 pots`` as those of that score."""
    before = {word(lexer, place) for place in range(max(at - 3, 0), at)}
    if not before & _CAME_OUT:
        return None
    after = at + 1 + (word(lexer, at + 1) in ("exactly", "only", "just"))
    sign = "="
    for length, key in lexer.keys(after):
        found = [one for kind, one in lexer.names.words.get(key, ()) if kind == "CMP"]
        if found and count_of(word(lexer, after + length)) is not None:
            sign, after = found[0], after + length
            break
    count = count_of(word(lexer, after))
    game = _SCORED.get(word(lexer, after + 1))
    if count is None or game is None or word(lexer, after + 2) in _ELSE:
        return None
    end = after + 2
    scored = (("DIM", ["final score"]), ("CMP", sign), ("NUMBER", count))
    of_game = (("AND", "and"), ("DIM", ["game"]), ("CMP", "="), ("STRING", game))
    return end - at, "SAYING", (("FILTER", "where"), *scored, *of_game)


def _ratings_of(lexer: Lexer, at: int) -> Reading | None:
    """Read ``ratings 1 or 2``, and 1 or 2 star ratings, as those of so many stars."""
    is_behind = word(lexer, at) in ("rating", "ratings")
    after = at + is_behind
    after += is_behind and word(lexer, after) in ("of", "with", "=", "is", "are", ":")
    stars: list[int] = []
    while (count := count_of(word(lexer, after))) is not None and 1 <= count <= 5:
        stars.append(count)
        after += 1
        ahead = after + (word(lexer, after) in ("or", "and", ",", "/"))
        is_more = count_of(word(lexer, ahead)) is not None and ahead > after
        after = ahead if is_more else after
    if not stars or (not is_behind and len(stars) < 2):
        return None
    after += word(lexer, after) == "-" and not is_behind
    if word(lexer, after) in ("star", "stars"):
        after += 1
    elif not is_behind or word(lexer, after) in ("-", "to", ".", "player", "players", "games"):
        return None
    if not is_behind and word(lexer, after) not in ("rating", "ratings", "reviews"):
        return None
    after += not is_behind
    such: tuple[tuple[str, Any], ...] = (("NUMBER", stars[0]),)
    for one in stars[1:]:
        such += (("OR", "or"), ("NUMBER", one))
    rated = (("METRIC", ["ratings"]), ("FILTER", "where"), ("DIM", ["stars"]), ("CMP", "="))
    return after - at, "SAYING", (("AGG", ("total", None)), *rated, *such)


_NOT_RATED: Final = frozenset({"player", "remark", "stars", "finisher", "starter", "player kind"})
_COUNTED: Final = frozenset("of many star stars number total count sum no median max min".split())
_BEST: Final = frozenset({"best", "highest", "worst", "lowest", "top", "average", "mean", "avg"})


def _ratings_by(lexer: Lexer, at: int) -> Reading | None:
    """Read ``ratings by level`` as how each was rated; how many there are is asked by *number of*."""
    after = at + (word(lexer, at) in _BEST)
    if word(lexer, after) != "ratings" or word(lexer, at - 1 if at else -1) in _COUNTED:
        return None
    if at and count_of(word(lexer, at - 1)) is not None:
        return None
    after += 1
    lead = word(lexer, after)
    is_each = lead in _IN and word(lexer, after + 1) in ("each", "every")
    if lead not in ("by", "per") and not is_each:
        return None
    end = after + 1 + is_each
    if lead == "per" and word(lexer, end) in lexer.names.units:
        return None  # ratings per game are counted
    found = [one for one in named(lexer, end) if one[1] == "DIM"]
    if not found or found[0][2][0] in _NOT_RATED:
        return None
    return end - at, "SAYING", (("METRIC", ["stars"]), ("BY", "by"))


_VERSIONS: Final = ("version", "rules", "print", "draft", "edition")


def _since_version(lexer: Lexer, at: int) -> Reading | None:
    """Read ``since version B`` as that one and those that are named behind it."""
    after = at + 1 + (word(lexer, at + 1) in ARTICLES)
    is_named = False
    while word(lexer, after) in _VERSIONS:
        is_named = True
        after += 1
    dimension = lexer.names.dimensions["rules version"]
    known = (lexer.store.of(dimension) if lexer.store is not None else None) or []
    said = word(lexer, after)
    found = [one for one in known if one.casefold() in (said, f"v{said}")]
    is_version = is_named or (found and not said.isdecimal())
    if not found or not is_version:
        return None
    later = sorted(
        (
            one
            for one in known
            if _shape(one) == _shape(found[0]) and _order(one) >= _order(found[0])
        ),
        key=_order,
    )
    chosen: tuple[tuple[str, Any], ...] = (("STRING", later[0]),)
    for one in later[1:]:
        chosen += (("OR", "or"), ("STRING", one))
    where = (("FILTER", "where"), ("DIM", ["rules version"]), ("CMP", "="))
    return after + 1 - at, "SAYING", (*where, *chosen)


def _shape(version: str) -> str:
    """Return how a version is written: those that are written alike follow each other."""
    return re.sub(r"[\d.]+", "0", version) if len(version) > 1 or version.isdecimal() else "a"


def _order(version: str) -> list[tuple[int, str]]:
    return [
        (int(one), "") if one.isdecimal() else (0, one) for one in re.findall(r"\d+|\D+", version)
    ]


_FINISH: Final = frozenset("finish complete score make".split())


def _used_to_finish(lexer: Lexer, at: int) -> Reading | None:
    """Read ``aces used to finish a pot %`` as what pots came to by such a card."""
    after = at
    share = next((one for one in _SHARES if says(lexer, at, one)), ())
    after += len(share)
    after += word(lexer, after) in ("do", "does", "are", "is")
    after += word(lexer, after) in ARTICLES
    found = value_at(lexer, after)
    if found is None or found[1][0][0] != "rank":
        return None
    after += found[0]
    after += word(lexer, after) in ("that", "are", "is", "which")
    after += word(lexer, after) in ("used", "played", "laid")
    after += word(lexer, after) in ("to", "for", "that")
    if word(lexer, after) not in _FINISH | {"finishes", "finishing", "completes", "finished"}:
        return None
    after += 1 + (word(lexer, after + 1) in ARTICLES)
    if word(lexer, after) not in ("pot", "pots"):
        return None
    after += 1
    after += word(lexer, after) in ("%", "share", "rate", "percentage")
    split = (("AGG", ("total", None)), ("METRIC", ["plays"]), ("BY", "by"), ("DIM", ["pot total"]))
    return after - at, "SAYING", (*split, ("FILTER", "where"), ("VALUE", found[1]))


_SHARES: Final = (
    *(("share", "of"), ("%", "of"), ("percentage", "of"), ("how", "often"), ("how", "many")),
    ("proportion", "of"),
)


def _passing_through(lexer: Lexer, at: int) -> Reading | None:
    """Read ``pots passing through 11`` as those that came to it by some card."""
    after = at + 1
    after += word(lexer, after) in ("that", "which", "who")
    if word(lexer, after) not in _PASSING:
        return None
    after += 1
    after += word(lexer, after) in ("through", "by", "at", "to", "over", "total")
    after += word(lexer, after) in ("exactly", "a", "the")
    after += word(lexer, after) == "total"
    after += word(lexer, after) == "of"
    count = count_of(word(lexer, after))
    if count is None or count >= 21:
        return None
    came_to = (("DIM", ["pot total"]), ("CMP", "="), ("NUMBER", count))
    return after + 1 - at, "SAYING", (("METRIC", ["pots"]), ("FILTER", "where"), *came_to)


_PASSING: Final = frozenset("passing pass passed going go went through".split())


def _nobody(lexer: Lexer, at: int) -> Reading | None:
    """Read ``games where nobody passed`` as those of none, and where somebody did."""
    after = at + (word(lexer, at) in ("in", "for", "of"))
    is_led = word(lexer, after) in ("where", "when", "which", "that", "whenever")
    after += is_led
    who = word(lexer, after)
    is_none = who in ("nobody", "none", "noone") or says(lexer, after, ("no", "one"))
    is_none |= who == "no" and word(lexer, after + 1) in ("player", "people", "players", "-")
    if not is_none and who not in ("somebody", "someone", "anyone", "anybody"):
        return None
    after += 1 + (who == "no") + says(lexer, after, ("no", "-", "one"))
    while word(lexer, after) in ("ever", "had", "has", "have", "did", "does", "was", "to"):
        after += 1
    for said, chosen in _DID.items():
        words = tuple(said.split())
        if says(lexer, after, words):
            some = (("DIM", [chosen]), ("CMP", "=" if is_none else ">"), ("NUMBER", 0))
            end = after + len(words)
            if word(lexer, end) in ("more", "less", "twice", "on", "for"):
                return None
            lead = ("SUCH", "in which")
            return end - at, "SAYING", (lead, *some)
    return None


_DID: Final = {
    **dict.fromkeys(("passed a turn", "passed", "passes", "pass"), "game passes"),
    **dict.fromkeys(("went bust", "busted a pot", "busted", "bust"), "game busts"),
    **dict.fromkeys(("showed a card", "shows a card", "show a card"), "game signals"),
    **dict.fromkeys(("signalled", "signaled", "signals"), "game signals"),
    **dict.fromkeys(("gave a signal", "used a signal", "used signals"), "game signals"),
}

_READS: Final[tuple[tuple[frozenset[str], Any], ...]] = (
    (_PLACES | _IN | ARTICLES, _pots_apart),
    (frozenset({"first"}) | _IN | ARTICLES, _first_games),
    (frozenset({"how"}), _how_long_first),
    (frozenset({"with", "at", "on", "after", "having"}), _with_so_many),
    (frozenset("rating ratings 1 2 3 4 5 one two three four five".split()), _ratings_of),
    (_BEST | {"ratings"}, _ratings_by),
    (frozenset({"since"}), _since_version),
    (frozenset("share % percentage how proportion".split()), _used_to_finish),
    (frozenset("aces ace kings king queens queen jacks jack tens fives".split()), _used_to_finish),
    (frozenset({"pots", "pot"}), _passing_through),
    (
        frozenset("in for of where when which that whenever nobody none noone no".split()),
        _nobody,
    ),
)
"""By the words that each may begin with."""
