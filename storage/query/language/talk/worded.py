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
_OPERATIONS: Final = ("addition", "subtraction", "multiplication", "division")
_LAST_CARD: Final = (
    "(?:top spot )?(?:games?|matches|match) (?:that |which )?(?:are |were |was )?"
    "(?:end(?:s|ed|ing)?|won|decided|finish(?:es|ed|ing)?)(?: by| with| on| in| through)?"
    f" {_THE}(?:winning )?last(?: -)? cards?(?:(?: -)? wins?)?"
)
_ENDED_BY_IT: Final = (
    *(("METRIC", ["games"]), ("SUCH", "in which"), ("DIM", ["cause"])),
    *(("CMP", "="), ("STRING", "last-card-win")),
)
_OF_ALL: Final = "(?:%|percent|percentage|pct|share|rate|proportion)"
_LEADER: Final = (
    rf"{_THE}(?:lead(?:ing)? player|leader|starter|starting player|first player)"
    rf"(?: of {_THE}(?:round|trick))?"
)
_TRICK: Final = "(?:rounds?|tricks?)"
_UNABLE: Final = (
    "(?:couldn't|could not|couldnt|can't|cannot|can not|cant|didn't|did not|didnt|don't|do not"
    "|unable to|not able to|failed to|failing to)"
)
_ROW: Final = f"{_THE}(?:equator|row|table)"
_SOLVED: Final = (
    f"(?:when|once|after|where|at|for|on) {_THE}(?:(?:target|equation|it) )?(?:is |was |are |were |gets )?"
    "(?:solved|solve|found|finding|solving|reached|(?:correct|right) (?:equation|claim)|solution)"
)
_USUALLY: Final = "(?:usually|typically|normally|generally|often|commonly)"
_NEEDED: Final = (
    f"(?:(?:does|do|did|are|is|were) )?(?:(?:it|you|we|one|people|players) )?(?:{_USUALLY} )?"
    f"(?:(?:take|takes|took|need|needs|needed|required|used|necessary) )?(?:{_USUALLY} )?(?:in order )?"
)
_EQUATION: Final = f"{_THE}(?:equator targets?|equations?|solutions?)"
_FIND: Final = (
    rf"(?:(?:solve|find|claim) (?:{_EQUATION}|{_THE}targets?)"
    rf"|(?:reach|make|complete|get|form|build) {_EQUATION})\b"
)
_FAST: Final = (
    rf"(?:at|in|to|with|when) (?:{_FIND}|(?:solving|finding|claiming)(?: {_EQUATION}| {_THE}targets?)?"
    rf"|(?:reaching|making|spotting|seeing|building) {_EQUATION})\b"
)
_COLOUR: Final = rf"(?: {_THE}(?:led )?(?:colou?r|suit))?(?: led)?"
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
        for one in (*_OPERATIONS, "root", "power")
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
        ("solved",),
        tuple(
            (
                rf"(?:(?:targets|equations|equator) )?(?:that )?(?:are |were |was )?solved (?:with|using|by|through|thanks to)"
                rf" {_THE}(?:use of )?{what}(?! allowed| on\b| off\b| vs| and without| or without)\b",
                (("METRIC", [figure]),),
            )
            for what, figure in (
                (_POWERS, "powers used"),
                ("(?:square )?roots?(?! or| and)", "roots used"),
                ("powers?(?! or| and)", "powers used"),
                *((f"{one}s?", f"{one}s used") for one in _OPERATIONS),
            )
        ),
    ),
    (
        ("cards", "length"),
        (
            (
                rf"(?:how many |number of )?(?:cards|row length) (?:in|on|of|laid in|lie in|lying in) {_ROW} {_SOLVED}\b",
                "cards per equation",
            ),
            (
                rf"(?:how many|number of) cards {_NEEDED}to {_FIND}",
                (("METRIC", ["cards per equation"]),),
            ),
            (
                rf"cards (?:needed|required|used|necessary|it takes|taken) to {_FIND}",
                (("METRIC", ["cards per equation"]),),
            ),
        ),
    ),
    (
        ("last card",),
        (
            (
                rf"(?:time|seconds|delay|gap|how long|how many seconds)(?: is| it takes)?(?: there)? (?:from|between|after)"
                rf" (?:laying |playing |turning )?(?:of )?{_THE}last card(?: laid| turned| played| is laid| was laid)?"
                rf" (?:to|and|until|till|before) {_THE}(?:(?:correct|right|winning|first) )?"
                r"(?:equation|claim|solution|answer)\b",
                "claim time",
            ),
        ),
    ),
    *(
        (
            (f"{way}est",),
            (
                (
                    rf"(?:who|which player)(?: is| are| was| were|'s)? {_THE}{way}est {_FAST}",
                    f"which player has the {least} claim time",
                ),
            ),
        )
        for way, least in (("fast", "lowest"), ("quick", "lowest"), ("slow", "highest"))
    ),
    (
        ("follow",),
        (
            (
                rf"(?:who|which players?) {_UNABLE} follow{_COLOUR}(?: {_THE}most(?: often)?)?\b",
                "which player has the highest off-colour plays",
            ),
            (
                r"(?:(?:plays|turns|times|cards|players)(?: that| who| where| when| in which)? )?"
                rf"(?:(?:players?|someone|they) )?{_UNABLE} follow{_COLOUR}"
                r"(?: ,(?= (?:per|by|in|for) ))?(?! rate)\b",
                (("METRIC", ["off-colour plays"]),),
            ),
        ),
    ),
    (
        ("round", "trick"),
        (
            (
                rf"{_LEADER} wins?(?: {_THE}{_TRICK})?(?: {_OF_ALL})(?!\w)",
                "leader win rate",
            ),
            (rf"{_LEADER} wins? {_THE}{_TRICK}\b", "leader win rate"),
            (rf"{_LEADER} {_TRICK} win(?:s|ning)? {_OF_ALL}(?!\w)", "leader win rate"),
            (rf"{_TRICK} won by {_LEADER} {_OF_ALL}(?!\w)", "leader win rate"),
            (rf"{_TRICK} won by {_LEADER}\b(?! %)", "leader wins"),
        ),
    ),
    (
        ("dealer",),
        (
            (
                rf"(?:seat )?win(?:ning)? (?:rate|percentage|%|chance)s? (?:of|for) {_THE}(?:player|person|one|seat|neighbou?r)"
                rf"(?: (?:who|that) (?:sits|is))?(?: sitting)?(?: to| on)?(?: the)? left (?:of|to) {_THE}dealer\b",
                "seat win rate by seat",
            ),
            (
                rf"(?:seat )?win(?:ning)? (?:rate|percentage|%|chance)s? (?:of|for) {_THE}dealer 's left(?: neighbou?r)?\b",
                "seat win rate by seat",
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
        ("last card", "last-card"),
        tuple(
            (f"{before}{_LAST_CARD}{behind}", (("AGG", ("share", None)), *_ENDED_BY_IT))
            for before, behind in (
                (f"{_OF_ALL}(?: of)?(?: all)?(?: the)? ", f"(?! {_VS})"),
                ("", rf" (?:, )?{_OF_ALL}(?!\w)"),
            )
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
