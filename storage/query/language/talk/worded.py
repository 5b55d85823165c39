"""Reads by patterns of words what is said of who begins, how games end and the course of a session.

They are made ready when a phrase has a word that one of them needs: that takes as long as to read it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

_THE: Final = "(?:the |a |an |our |each |every )?"
_SESSION: Final = f"{_THE}(?:session|evening|night|game night|day)\\b"
_VS: Final = "(?:vs|versus|or|and|compared to|compared with)"
_BEGINNER: Final = (
    r"(?:(?:starting|first) players?|starters?|(?:players?|persons?|people|ones?|whoever|who)(?: who)?"
    r" (?:starts?|started|begins?|began|(?:leads?|goes|go|plays?|moves?) first)(?: first)?)"
)
_WORSE: Final = (
    "(?:later in|late in|in the course of|over the course of|towards the end of|during) "
)
_NTH: Final = {"first": 1, "second": 2, "third": 3}
_COURSE: Final = (("BY", "by"), ("DIM", ["session game"]), ("ABOUT", "about"))
_POWERS: Final = (
    r"(?:powers? (?:or|and|/|and / or) (?:square )?roots?|(?:square )?roots? (?:or|and) powers?)"
)
_TIE_BREAK: Final = r"tie ?(?:- ?)?break(?:er)?s?"
_FIRST: Final = (
    r"(?:(?:shared|joint|tied) (?:first(?: place)?|win|victory|winners?)|(?:a )?draws?"
    r"|ties? for (?:the )?(?:first(?: place)?|win|lead)|(?:two|several|more than one) winners?)"
)
_LEFT: Final = (
    r"(?:being )?(?:the )?(?:alone with cards|leftover cards|(?:only|last|sole)(?: (?:one|player))?"
    r"(?: left)? with cards(?: left)?|(?:only )?one(?: player)? left with cards)"
)
_SHARED: Final = (
    *(("METRIC", ["games"]), ("SUCH", "in which"), ("DIM", ["winning margin"])),
    *(("CMP", "="), ("NUMBER", 0)),
)
_STACKED: Final = (
    *(("SIZE", "<="), ("NUMBER", 1), ("DIM", ["cards in the stack"])),
    *(("VS", "vs"), ("MORE", "more")),
)
_ENDED: Final = (("BY", "by"), ("DIM", ["cause"]), ("VALUE", [("game", "top-spot")]))
_BY_NEED: Final[tuple[tuple[tuple[str, ...], tuple[tuple[str, Any], ...]], ...]] = (
    (
        ("first", "start", "begin", "began"),
        (
            (
                rf"{_BEGINNER} (?:more (?:often|likely to) )?wins?(?: more often| most often| more| most)?\b",
                "seat win rate by seat",
            ),
            (
                rf"{_BEGINNER} (?:scores? (?:more|higher|better|most)(?: points)?|(?:gets?|makes?) more points"
                r"|(?:have |has )?(?:an )?(?:edge|advantage)|better off|favou?red)\b",
                "seat score by seat",
            ),
        ),
    ),
    (
        ("session", "evening", "night", "day"),
        (
            (rf"(?:get )?(?:better|worse) {_WORSE}{_SESSION}", "win rate by session game"),
            (rf"(?:get )?(?:slower|faster|tired) {_WORSE}{_SESSION}", "turn time by session game"),
            (
                rf"(?:later in|in the course of|over the course of|towards the end of) {_SESSION}",
                "by session game",
            ),
            (
                rf"(?:during|within|throughout|late in) {_THE}(?:session|game night)\b",
                "by session game",
            ),
            (rf"as {_SESSION} goes on", "by session game"),
            (
                rf"(?:(?:in|for|of) {_THE})?first half of {_SESSION} {_VS} {_THE}second half(?: of {_SESSION})?",
                _COURSE,
            ),
            (
                rf"(?:(?:in|for|of) {_THE})?first game of {_SESSION} {_VS} {_THE}"
                rf"(?:later games?|later ones|rest|last game|last one|others)(?: of {_SESSION})?",
                _COURSE,
            ),
            *(
                (
                    rf"(?:(?:in|for|of) {_THE})?{word} game of {_SESSION}",
                    f"where session game = {number}",
                )
                for word, number in _NTH.items()
            ),
        ),
    ),
    *(
        (
            (one,),
            (
                (
                    rf"how often (?:is |are |was |were )?{_THE}{one}s? used in {_THE}"
                    r"(?:equations?|solutions?|right claims|equator)\b",
                    f"share of {one}s used",
                ),
                (
                    r"(?:(?:correct|right|winning|solved) equations|solutions|right claims|correct claims)"
                    rf" (?:that )?(?:with|using|uses?|contain(?:ing)?) {_THE}(?:square )?{one}s?\b(?! or| and)",
                    (("METRIC", [f"{one}s used"]),),
                ),
            ),
        )
        for one in ("addition", "subtraction", "multiplication", "division", "root", "power")
    ),
    (
        ("powers", "roots"),
        (
            (
                r"(?:(?:correct |right |winning |solved )?equations|solutions|right claims|correct claims)"
                rf" (?:that )?(?:with|using|uses?|contain(?:ing)?) {_POWERS}\b",
                (("METRIC", ["powers used"]),),
            ),
            (
                rf"(?:with )?(?:{_POWERS}|powers|roots) (?:on (?:vs|versus|or|/|and) off"
                r"|allowed (?:vs|versus|or) (?:not(?: allowed)?|forbidden)|allowed)",
                (("BY", "by"), ("DIM", ["powers allowed"])),
            ),
        ),
    ),
    (
        ("tie",),
        (
            (
                r"(?:share|percentage|percent|proportion|%) (?:of )?(?:all )?(?:the )?(?:rounds|tricks)"
                r" (?:(?:that|which|are|were|being) )*(?:go(?:es|ing)?|went|get|need(?:ed|ing)?|end(?:ed)?"
                rf"|with|decided|settled|in|requir(?:e|ing))(?: (?:to|into|in|by))? {_THE}{_TIE_BREAK}\b",
                "tie-break rate",
            ),
        ),
    ),
    (
        ("single card", "one card", "1 card", "single-card"),
        (
            (
                r"(?:(?:for|of|with|when playing) )?(?:a )?(?:single|one|1)(?: -)? cards?(?: plays?)?"
                rf" {_VS} (?:combos?|combinations|several(?: cards)?|stacks|more(?: cards)?)\b",
                _STACKED,
            ),
        ),
    ),
    (
        ("last card",),
        (
            (
                r"(?:(?:that )?(?:end(?:ed|ing)?|decided|finish(?:ed)?) (?:by |with |in )?)?"
                rf"{_THE}(?:winning (?:with )?)?{_THE}last cards?(?: wins?)? {_VS} {_LEFT}",
                _ENDED,
            ),
        ),
    ),
    (
        ("shared", "joint", "tie", "draw", "winners"),
        (
            (
                rf"(?:games|matches) (?:that |which )?(?:(?:end|finish)(?:ed|ing)? (?:in|with)|with) {_THE}{_FIRST}\b",
                _SHARED,
            ),
            (
                rf"how often (?:is there |are there |do |does )?{_THE}(?:games? (?:end|finish) (?:in|with) {_THE})?{_FIRST}\b",
                (("AGG", ("share", None)), *_SHARED),
            ),
            (r"(?:shared|joint) (?:victories|wins|first places|winners)\b", _SHARED),
            *(
                (
                    rf"how often (?:do |does )?{_THE}{name} (?:games?|matches|match)"
                    rf" (?:end|finish)s? (?:in|with) {_THE}(?:{_FIRST}|tie)\b",
                    (("AGG", ("share", None)), *_SHARED, ("VALUE", [("game", game)])),
                )
                for name, game in (("top spot", "top-spot"), ("equator", "equator"))
            ),
        ),
    ),
)
"""Words of which a phrase has one, and what may then be said, with what it means."""
LONGEST: Final = 14
"""Words of the longest."""


def worded(phrase: str, words: Sequence[str]) -> Iterator[tuple[int, str, Any]]:
    """Yield what *words* mean together, which stand at some place of *phrase*: a lexer's readings."""
    whole = phrase.casefold()
    for at, (needs, _) in enumerate(_BY_NEED):
        if any(need in whole for need in needs):
            for pattern, meaning in _ready(at):
                match = pattern.match(" ".join(words))
                if match is not None:
                    yield match[0].count(" ") + 1, "SAYING", meaning


@cache
def _ready(at: int) -> list[tuple[re.Pattern[str], Any]]:
    return [(re.compile(pattern), meaning) for pattern, meaning in _BY_NEED[at][1]]
