"""Groups of words around what never was, and around the card that was shown.

Each takes the lexer and a place, and returns what stands there, read as a saying.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from .patterns import ARTICLES, says, word

if TYPE_CHECKING:
    from ..lexer import Lexer, Reading

_WHO: Final = {
    **dict.fromkeys(
        "table tables group groups session sessions evening evenings".split(), "session"
    ),
    **dict.fromkeys("team teams pair pairs lineup lineups".split(), "line-up"),
    **dict.fromkeys("player players people tester testers person persons who".split(), "player"),
}
"""By who may have never won: a table is where people sat in an evening."""
_WON: Final = {
    **dict.fromkeys("won win wins".split(), ""),
    **dict.fromkeys("lost lose loses loss losses".split(), " descending"),
}
"""By what never was, in which order they stand who come first."""
_HAVE: Final = frozenset("have has had did do does".split())


def never(lexer: Lexer, at: int) -> Iterator[Reading]:
    """Yield what the words from a place on mean together."""
    for reads in (_never_won, _hit_with_it):
        found = reads(lexer, at)
        if found is not None:
            yield found


def _never_won(lexer: Lexer, at: int) -> Reading | None:
    """Read ``which tables have never won``, and ``groups without a win``, in order of the win rate."""
    if at and word(lexer, at - 1) in ("which", "what"):
        return None
    after = at + (word(lexer, at) in ("which", "what", "list", "show"))
    after += word(lexer, after) == "of"
    after += word(lexer, after) in ARTICLES
    who = _WHO.get(word(lexer, after))
    if who is None:
        return None
    after += 1
    after += word(lexer, after) in ("that", "who", "which")
    is_had = word(lexer, after) in _HAVE
    after += is_had
    if word(lexer, after) == "never" or says(lexer, after, ("not", "yet")):
        after += 1 + (word(lexer, after) == "not")
        after += word(lexer, after) in ("ever", "yet")
    elif word(lexer, after) in ("without", "no") or says(lexer, after, ("with", "no")):
        if word(lexer, after) == "no" and not is_had:
            return None
        after += 1 + (word(lexer, after) == "with")
    else:
        return None
    after += word(lexer, after) in ARTICLES | {"any", "single"}
    after += word(lexer, after) == "single"
    way = _WON.get(word(lexer, after))
    if way is None:
        return None
    after += 1
    after += word(lexer, after) in ARTICLES | {"any", "single"}
    after += word(lexer, after) == "single"
    after += word(lexer, after) in ("game", "games", "match")
    return after - at, "SAYING", f"win rate by {who} order by win rate{way}"


_SHARES: Final = (
    *(("share", "of"), ("%", "of"), ("percentage", "of"), ("percent", "of"), ("how", "often")),
    *(("proportion", "of"), ("%",)),
)
_HIT: Final = frozenset("finished hit made ended completed solved reached done".split())
_SHOWN: Final = frozenset("shown signalled signaled signal".split())


def _hit_with_it(lexer: Lexer, at: int) -> Reading | None:
    """Read ``% of targets finished with the shown card``, and how many were."""
    after = at + (word(lexer, at) in ("what", "which"))
    share = next((one for one in _SHARES if says(lexer, after, one)), ())
    after += len(share)
    counted = () if share else ("how", "many")
    is_counted = bool(counted) and says(lexer, at, counted)
    after += 2 * is_counted
    while word(lexer, after) in ARTICLES | {"all", "are", "is", "were", "was", "do", "did"}:
        after += 1
    is_hit = word(lexer, after) in _HIT
    after += is_hit
    if word(lexer, after) not in ("targets", "target", "hits"):
        return None
    is_hit |= word(lexer, after) == "hits"
    after += 1
    after += word(lexer, after) in ("are", "were", "is", "was", "that")
    after += word(lexer, after) in ("are", "were", "is", "was")
    if word(lexer, after) in _HIT:
        is_hit = True
        after += 1
    if not is_hit or word(lexer, after) not in ("with", "by", "using"):
        return None
    after += 1 + (word(lexer, after + 1) in ARTICLES)
    if word(lexer, after) in _SHOWN and word(lexer, after + 1) in ("card", "cards"):
        end = after + 2
    elif word(lexer, after) in ("card", "cards"):
        end = after + 1 + (word(lexer, after + 1) in ("that", "which"))
        end += word(lexer, end) in ("was", "had", "were", "is")
        end += word(lexer, end) == "been"
        if word(lexer, end) not in ("shown", "signalled", "signaled"):
            return None
        end += 1
    else:
        return None
    return end - at, "SAYING", "shown hit rate" if share else "number of shown hits"
