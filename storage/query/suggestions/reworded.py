"""Says a phrase in loose English with the words that questions are asked in.

What comes out is offered and never run, so that more may be guessed here than where phrases are
read: what is meant nearly always, and what could mean another thing as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from ..catalogue import Catalogue, normal
from ..language.lexer import Lexer, Values
from ..query import Query, Step, shown_value

_PEOPLE: Final = r"(?:people|humans?|persons|real players|human players)"
_BOTS: Final = r"(?:bots?|computers?|the ai)"
_AGAINST: Final = r"(?:against|vs\.?|versus|or|minus|compared (?:to|with)|and)"
_MORE: Final = r"(?:over|above|more than)"
_BEFORE_WHICH: Final = r"(?:\bfor |\bof |\bwith |\bby |\bonly |, ?)"
_BY_VERSION: Final = " vs previous rules version "

_LOOSE: Final[tuple[tuple[str, str], ...]] = (
    # -- talk around the question
    (
        r"^\W*(?:i['’]d|i would|we['’]d|we would) (?:like|love) to (?:know|see)\b(?: (?:whether|if))?",
        "",
    ),
    (r"^\W*(?:i wonder|i am curious|just curious|curious|no idea)\b,?(?: (?:whether|if))?", ""),
    (r"\b(?:any idea|do you know|does anyone know)\b(?: (?:whether|if))?", ""),
    (
        r"\bwith (?:the |its |their )?(?:confidence|error|credible) (?:intervals?|bars?|bands?)\b",
        "",
    ),
    (r",? ?\b(?:as )?(?:an? )?(?:chart|graph|plot|histogram|heatmap|diagram|table)$", ""),
    (r", (?:in )?(?:seconds|minutes)(?=,)", ""),
    # -- signs and words of other tongues of the trade
    (r"(?:,| and) length\b", ", game length"),
    (r"(?<=[^\W\d]) / (?=[^\W\d])", ", "),
    (r"\b(?:win ?rates?|winrates?)\b", "win rate"),
    (r"\bfailed (?:equations?|claims?)\b", "wrong claims"),
    (r"\b(?:standard error|std\.? error|margin of error|sem)\b(?: of)?", "sd"),
    (r"\b(?:wait(?:ed|ing|s)?(?: times?)?|downtime)\b", "turn time"),
    (
        r"\brounds? (?:that |which )?(?:(?:were|are|got) tied|(?:ended|end) in an? (?:tie|draw))\b",
        "number of tied rounds",
    ),
    (
        r"^(?:what )?(?:share|proportion|percent(?:age)?|fraction) of turns (?:(?:that|which) )?"
        r"(?:are|were|got)? ?(?:passes|passed)\b",
        "pass rate",
    ),
    (
        r"\b(mean|average|avg|median|max|min|typical)? ?lengths? of (.+? )?games?\b",
        r"\1 game length for \2games",
    ),
    (
        r"\b(hit|bust|pass|solve|set-up|tie-break) (?:chances?|probability|odds|percentages?|likelihood)\b",
        r"\1 rate",
    ),
    (r"\bend(?:s|ed)? up (?:as |being )?", ""),
    (r"^how (?:well )?(?:is|was|are|were) (.+?) (?:received|liked|rated)\b", r"mean stars for \1"),
    (r"^(.+? games?) list$", r"\1"),
    (r"^targets? (\d+)[:,]? (.+)$", r"\2 where target value = \1"),
    (
        r"^.*?\b(?:drop-?off|drop|gap|jump|difference|increase|decrease|change|step) (?:in|of|for) (.+?)"
        r" (?:from|between) (\w+) (?:to|and) (\w+)",
        r"\1 compare \2 vs \3",
    ),
    (
        r"^(?:the )?(?:number of times|how often|how many times) (?:a |the )?pots? (?:hits?|reach(?:es|ed)?"
        r"|makes?|made) (?:exactly )?\d+",
        "number of pots scored",
    ),
    (r"\bsuccess rates? of claims\b|\bclaim success(?: rate)?\b", "right claim rate"),
    (r"^(turn|play|pass|bust|claim|trick) counts?\b", r"number of \1es"),
    (r"\bnumber of (turn|play|claim|trick)es\b", r"number of \1s"),
    (r"\b(?:by|per) suits?\b", "by card"),
    (rf"^targets?(?: values?)? {_MORE} (\d+)[:,] (.+)$", r"\2 where target value > \1"),
    (
        r"\b(?:if|when|where) (?:the|a) game (?:is|was) (won|lost|abandoned)\b",
        r"where outcome = \1",
    ),
    # -- numbers and dates
    (
        r"\b(?:teams?|groups?|tables?) of (\w+)(?: (?:and|or|vs\.?|versus) (\w+))(?: players?)?\b",
        r"player count \1 vs \2",
    ),
    (r"\b(for|with) (two|three|four|five|six|\d)$", r"\1 \2 players"),
    (r"\b(\d+) (\d+),? (or|and) (\d+)\b", r"\1, \2 \3 \4"),
    (r"\b(\d+) ?(?:%|percent|th)? ?(?:quantile|percentile)s?(?: of| for)?", r"p\1"),
    (
        r"^([^,:]+)[,:] (p\d+|median|mean|average|max|min|sd)(?: of)?(?=,| by| for| on|$),?",
        r"\2 \1",
    ),
    (r"^(.*?)\bdeciles?(?: of| for)?\b(.*)$", r"p10, median and p90 of \1\2"),
    # -- who is counted, and who is not
    (r"\b(.+?)['’]?s? (.+?) minus (.+?)['’]?s? \2\b", r"\2 compare \1 vs \3"),
    (rf"\bcompare {_BOTS} vs {_PEOPLE}", "compare played by bots vs humans including bots"),
    (
        rf"^(.+?)[:,]? {_PEOPLE} {_AGAINST} {_BOTS}$",
        r"\1 compare played by humans vs bots including bots",
    ),
    (rf"{_BEFORE_WHICH}{_PEOPLE}(?: only)?\b(?!['’]| vs)", " without bots"),
    (r"\bneither (?:on |in |by )?(\w+) nor (?:on |in |by )?(\w+)", r"without \1 and without \2"),
    (r"\b(?:other than|apart from|excluding|not counting|but not|except for|except)\b", "without"),
    (r"\b(?:by|per|for each) who(?:m|ever)?\b.*$", "by player"),
    (
        rf"^how often (?:do|does|did) (?:the |our )?{_PEOPLE} (?:beat|defeat|win against) (?:the )?{_BOTS}",
        "win rate vs bots",
    ),
    (
        r"^how (?:does|do|did|is|well does|well did) (?:\w+) (?:do|doing|fare|perform|play|score)\b(.*?),?"
        r" (?:compared (?:with|to)|against|vs\.?|versus) (?:everyone|everybody|(?:all )?(?:the )?others?"
        r"|(?:all )?the rest|all|anyone)(?: else)?",
        r"win rate by player \1",
    ),
    (
        r"\bby (?:the )?(?:how many|number of) (?:people|players|persons)"
        r"(?: (?:there were|were there|were playing|played|play|sat(?: down)?|took part))?",
        "by player count",
    ),
    (
        r"\b(?:where|when|in which) all (two|three|four|five|six|\d) (?:of us )?(?:played|play|sat)\b",
        r"with \1 players",
    ),
    # -- when
    (
        r"\b(?:last|previous) (week|month|year|quarter) (?:vs\.?|versus|against|compared (?:to|with)|and)"
        r" (?:this|the current) \1\b",
        r"vs previous \1",
    ),
    (
        r"^(?:at |in |on )?(?:which|what) (hour|weekday|day|month|week)s? (?:do|did|does)"
        r" (?:people|we|they|players|groups|everyone) (?:usually |mostly |mainly )?play(?: at| most| in)?\b",
        r"number of games by \1",
    ),
    (
        r"^(?:were|are|did we have) (?:there )?(?:more|fewer) (\w+) in (\w+) than in (\w+)$",
        r"number of \1 by month",
    ),
    (r"\b(?:in|during) calendar week \d+\b|\bin week \d+\b", "by week"),
    (
        r"\bwhen (?:was|were|did we play) (?:the |our )?(?:last|latest|first|most recent) (.+?) games?\b",
        r"number of games by day for \1",
    ),
    # -- versions of rules
    (
        r"\b(?:compare )?(?:rules? )?(?:versions? |v)[\d.]+ (?:and|vs\.?|against|to|versus|or)"
        r" (?:(?:rules? )?version |v)?[\d.]+\b",
        _BY_VERSION,
    ),
    # -- how games end
    (r"\bhow (?:do|did) (?:the |our |most )?games end\b", "number of games by cause"),
    (r"\band why\b", "by cause"),
    (
        r"\bwith (?:the |an )?(?:empty stock|stock empty)\b|\bwith no stock(?: left)?\b"
        r"|\b(?:where |when |in which )?(?:the )?stock (?:ran|runs|is|was|has run) (?:out|empty)\b",
        "with unused stock = 0",
    ),
    # -- how many, how long, how often
    (
        r"\b(?:time to think|thinking time|think time)(?: (?:per|for) (?:a |each )?(?:move|turn))?\b",
        "turn time",
    ),
    (
        r"^how many players? (?:is|are) (?:usual|normal|typical|common)\b",
        "number of games by player count",
    ),
    (
        r"^(?:in )?which (session|level|game|version|month|week) (?:did |does |do )?(\w+)"
        r" (?:make|score|get|win|take)[sd]? (?:the )?(?:most|least|fewest|more) (\w+)\b",
        r"\3 by \1 for \2",
    ),
    (
        r"^(?:(?:share|proportion|percent(?:age)?|rate) of )?pots? (?:that )?(?:were |are |go |went )?"
        r"(?:bust|busted)\b(?: by (?:exceeding|going over|passing) \d+)?",
        "bust rate",
    ),
    (
        r"\bwin rate (?:if|when|where|with) (?:the |a )?target (?:is|of|=)",
        "win rate by goal where goal is",
    ),
    # -- is it so?
    (r"^is (.+?)(?: really)? at \d+ ?(?:%|percent)", r"win rate for \1"),
    (
        r"^(?:is |are )?(.+?) (?:is |are )?(?:really |much |way )?too (?:hard|difficult|tough|easy|simple)\b",
        r"win rate for \1",
    ),
)
"""How people say it, and how it is asked; each is put where it stands, one after the other."""

_RULES: Final = tuple((re.compile(said, re.IGNORECASE), asked) for said, asked in _LOOSE)

_NUMBERS: Final = {
    word: str(number)
    for number, word in enumerate(
        "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(),
        11,
    )
} | {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60"}
_NUMBER: Final = re.compile(rf"\b({'|'.join(_NUMBERS)})\b", re.IGNORECASE)

_MARKS: Final = re.compile(r"\s*[,:;–—]\s+|\?|!")
_BLANKS: Final = re.compile(r"\s+")
_SAME: Final = re.compile(r"\b([\w.-]+) (?:vs\.?|versus|against) \1\b", re.IGNORECASE)


def in_known_words(phrase: str) -> str:
    """Return the phrase as questions are asked, itself where nothing in it is said loosely.

    >>> in_known_words("I'd like to know whether Hard is too hard")
    'win rate for Hard'
    >>> in_known_words("which hour do people play at")
    'number of games by hour'
    """
    found = _NUMBER.sub(lambda word: _NUMBERS[word[0].casefold()], phrase)
    for said, asked in _RULES:
        found = _BLANKS.sub(" ", said.sub(asked, found)).strip()
    return found if found != _BLANKS.sub(" ", phrase).strip() else phrase


def reworded(
    phrase: str, names: Catalogue, store: Values | None, read: Callable[[str], Query | None]
) -> Query | None:
    """Return the question that a phrase asks in other words or in another order, if one is found."""
    loose = in_known_words(phrase)
    for text in _in_order(loose, names, store, is_known=loose == phrase):
        found = read(text)
        if found is not None:
            apart = each_apart(found, phrase)
            return apart if read(str(apart)) is not None else found
    return None


_APART: Final = re.compile(r"/|\b(?:vs|versus|against|compared?|comparison)\b", re.IGNORECASE)


def each_apart(query: Query, phrase: str) -> Query:
    """Return a question by what its phrase holds side by side: normal / hard / expert."""
    if query.compare is not None or query.by or not _APART.search(phrase):
        return query
    several = [one for one in query.where if one.operator == "=" and len(one.values) > 1]
    return query._replace(by=tuple(Step(one.dimension) for one in several))


def _in_order(
    phrase: str, names: Catalogue, store: Values | None, *, is_known: bool
) -> Iterator[str]:
    """Yield the phrase, without the signs in it, and with what is asked for put first."""
    if not is_known:
        yield phrase
    plain = _BLANKS.sub(" ", _MARKS.sub(" ", phrase)).strip()
    if plain != phrase:
        yield plain
    lexer = Lexer(plain, names, store)
    for at, piece in enumerate(lexer.pieces):
        lengths = [length for length, symbol, _ in lexer.readings(at) if symbol == "METRIC"]
        if not lengths:
            continue
        end = lexer.pieces[at + max(lengths) - 1].end
        metric, before, after = plain[piece.start : end], plain[: piece.start], plain[end:].strip()
        before = _LINK.sub("", before).strip()
        if before and not after:
            yield from (f"{metric} {lead} {before}" for lead in ("where", "for", "by"))
        elif before:
            yield f"{metric} {after} for {before}"
        return


_LINK: Final = re.compile(r"\s+(?:and|with|then|of|the|in|,)*\s*$", re.IGNORECASE)


def against_another(phrase: str, names: Catalogue, store: Values | None) -> list[str]:
    """Return comparisons with others for one that holds a value against itself: hard vs hard."""
    same = _SAME.search(phrase)
    if same is None:
        return []
    lexer = Lexer(same[1], names, store)
    readings = [*lexer.readings(0), *lexer.stored(0)] if lexer.pieces else []
    homes = [value[0] for _, symbol, value in readings if symbol == "VALUE"]
    metric = _asked_for(phrase, names, store)
    for name, value in homes[:1]:
        dimension = names.dimensions[name]
        stored = store.of(dimension) if store is not None else None
        known = dict.fromkeys([*dimension.order, *dimension.values, *(stored or ())])
        others = [one for one in known if one != value and (stored is None or one in stored)]
        return [
            f"{metric} compare {name} {shown_value(value)} vs {shown_value(one)}"
            for one in others[:3]
        ]
    return []


def _asked_for(phrase: str, names: Catalogue, store: Values | None) -> str:
    """Return the metric that a phrase names, the win rate where it names none."""
    lexer = Lexer(phrase, names, store)
    for at in range(len(lexer.pieces)):
        for _, symbol, value in lexer.readings(at):
            if symbol == "METRIC" and normal(value[0]) in names.metrics:
                return str(value[0])
    return "win rate"
