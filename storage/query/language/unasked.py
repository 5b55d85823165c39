"""Refuses what is no question by its first look: counsel, halves of all games, SQL, an open quote."""

from __future__ import annotations

import re
from typing import Final

from ..catalogue import Catalogue
from ..errors import PhraseError
from .lexer import Values
from .pieces import pieces_of

_ADVICE: Final = re.compile(
    r"\s*(how\s+(do|can|could|should|would|might)\s+(i|we|you)\s+(make|fix|improve|reduce|increase"
    r"|raise|lower|balance|change|get|win|beat)|what\s+(\w+\s+)?(should|shall|would|will|could|can)"
    r"|(should|shall)\s+(i|we)|predict|forecast|will\s+(people|players|it|this|we|they|the|anyone))\b",
    re.IGNORECASE,
)
"""How those ask who want counsel, or what will be."""


def refuse_advice(phrase: str) -> None:
    match = _ADVICE.match(phrase)
    if match is not None:
        raise PhraseError(
            phrase,
            match.start(1),
            match.end(1),
            "Answers count what was played: they give no advice and make no forecast.",
            code="no-such-answer",
        )


_HALVES: Final = re.compile(
    r"\bhal(f|ves) of (all )?(the |our |my |their |these |those |all )*(games|matches|playtests)\b",
    re.IGNORECASE,
)


def refuse_halves(phrase: str, names: Catalogue, store: Values | None) -> None:
    """Refuse ``first half of our games``: the half of a game is another one."""
    match = _HALVES.search(phrase)
    if match is None:
        return
    from ..suggestions.alternatives import halves_of_games

    raise PhraseError(
        phrase,
        *match.span(),
        "All games are not told in two halves; they are told by month, or one after the other.",
        code="no-such-answer",
        suggestions=halves_of_games(phrase, names, store),
        is_whole=True,
    )


_SQL: Final = re.compile(
    r"\s*(select|with|insert|update|delete|drop|create)\b.*(\bfrom\b|\btable\b|\bset\b|\binto\b|\*)",
    re.IGNORECASE | re.DOTALL,
)
_SURELY: Final = (  # a string: `re` compiles and keeps it when it is first wanted, which is seldom
    r"(?i)\s*(select\b|drop\s+(table|view|schema|database)|delete\s+from|insert\s+into|create\s+(table|view)"
    r"|update\s+\w+\s+set|with\s+\w+\s+as\s*\()"
)


def refuse_sql(phrase: str) -> None:
    match = _SQL.match(phrase)
    if match is None or not (re.match(_SURELY, phrase) or match[1].isupper()):
        return  # with Anna, from Essen
    raise PhraseError(
        phrase,
        match.start(1),
        match.end(1),
        "This is SQL, and a question is asked in words.",
        code="sql",
        hint="`cardstats sql` takes a SELECT; in words: win rate by level.",
    )


_OPEN: Final = {'"': '"', "“": "”", "„": "“", "«": "»"}
"""Quotes that are no apostrophes, with what closes them."""


def refuse_open_quote(phrase: str) -> None:
    for piece in pieces_of(phrase):
        if piece.kind == "sign" and piece.text in _OPEN:
            rest = phrase[piece.start :].rstrip()
            word = rest.split()[0]
            raise PhraseError(
                phrase,
                piece.start,
                piece.start + len(word),
                f"The quote before `{word[1:]}` is not closed."
                if len(word) > 1
                else "This quote has no other half.",
                code="open-quote",
                suggestions=(word + _OPEN[piece.text],) if len(word) > 1 else (),
                hint="" if len(word) > 1 else "Write it on both sides of a value, or leave it out.",
            )


_TOP: Final = (
    r"\s*(top|best|bottom|worst|highest|lowest)\s+(\d+)\s+(?:by|with|in)\s+(?:the\s+)?"
    r"(?:(?:most|least|fewest|highest|lowest)\s+)?(?P<figure>\S.*)"
)


def refuse_top_of_nothing(phrase: str, names: Catalogue, store: Values | None) -> None:
    """Refuse ``top 5 by win rate``: who or what is ranked is not said."""
    match = re.fullmatch(_TOP, phrase, re.IGNORECASE)
    if match is None:
        return
    from .phrase import quietly

    figure = match["figure"].rstrip(" ?.!")
    asked = quietly(figure, names, store)
    if asked is None or asked.by or asked.measures[0].metric == "games":
        return
    whom = ("players", "levels", "sessions")
    is_low = match[1].casefold() in ("bottom", "worst", "lowest")
    plain = "bottom" if is_low else "top"  # some figures have no worst
    leads = [f"{one} {match[2]}" for one in (match[1], plain)]
    asked_for = [[f"{lead} {one} by {figure}" for one in whom] for lead in leads]
    reads = quietly(asked_for[0][0], names, store) is not None
    raise PhraseError(
        phrase,
        match.start(1),
        match.end(2),
        f"The {match[1]} {match[2]} of whom, or of what?",
        suggestions=asked_for[0] if reads else asked_for[1],
        is_whole=True,
    )
