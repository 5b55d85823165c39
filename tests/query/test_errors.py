"""What a phrase that is no question is answered: the place, the reason, the way out."""

from __future__ import annotations

import random
import re

import pytest

from storage.query import PhraseError, Query, read, run
from storage.query.catalogue import catalogue, normal
from storage.query.errors import pointed
from storage.query.query import Condition
from storage.query.suggestions.nearness import distance

from .stored import Stored, stored
from .test_phrase import Levels

NAMES = catalogue()


@pytest.fixture(scope="module")
def store() -> Stored:
    return stored()


def error_of(store: Stored, phrase: str) -> PhraseError:
    with pytest.raises(PhraseError) as caught:
        run(store.reading, phrase)
    return caught.value


# phrase: (what the caret stands under, code, suggestions)
ERRORS = {
    "pas rate by level": ("pas rate", "unknown-phrase", ("pass rate",)),
    "winn rate": ("winn rate", "unknown-phrase", ("win rate",)),
    "pass rate by levle": ("levle", "unknown-phrase", ("level",)),
    "pass rate by target nubmer": ("target nubmer", "unknown-phrase", ("target number",)),
    "turns per tarrget": ("per tarrget", "unknown-phrase", ("per target",)),
    "loss cuases": ("loss cuases", "unknown-phrase", ("loss causes",)),
    "pass rate for hrad": ("hrad", "unknown-phrase", ("hard",)),
    'win rate where level = "hrad"': ('"hrad"', "unknown-value", ("hard",)),
    "win rate where level = hrad": ("hrad", "unknown-value", ("hard",)),
    "pass rate by": ("", "incomplete", ("level", "player count", "player")),
    "median": ("", "incomplete", ("win rate", "pass rate", "turns per target")),
    "pass rate level": ("level", "unknown-phrase", ("by level",)),
    "win rate by operation": (
        "operation",
        "does-not-fit",
        ("level", "player count", "rules version"),
    ),
    "win rate by bananas": (
        "bananas",
        "unknown-phrase",
        ("win rate by level", "win rate by player count", "win rate"),
    ),
    "win rate by bananas for hard": (
        "bananas",
        "unknown-phrase",
        (
            "win rate by player count where level = hard",
            "win rate by player where level = hard",
            "win rate where level = hard",
        ),
    ),
    "pass rate for Zork": (
        "Zork",
        "unknown-phrase",
        ("pass rate", "pass rate by player", "pass rate by level"),
    ),
    "mean rule breaks per game": (
        "mean rule breaks per game",
        "does-not-fit",
        ("number of rule breaks",),
    ),
    "hits by bust cause": (
        "bust cause",
        "does-not-fit",
        ("level", "player count", "rules version"),
    ),
    "average game": (
        "average game",
        "what-of-it",
        ("mean turns per game", "mean game time"),
    ),
    "share of score": ("share of score", "unknown-phrase", None),
    "how long is a pass": ("how long is a pass", "unknown-phrase", None),
    "games passes": ("games passes", "two-questions", ("games, passes", "games by passes")),
    "pass rate for hard or Anna": (
        "or",
        "unknown-phrase",
        ("pass rate where level = hard and player = Anna",),
    ),
    "win rate by level in bins of 3": ("level in bins of 3", "unknown-phrase", ("level",)),
    "pass rate where turns > many": ("many", "unknown-phrase", ("1", "10", "100")),
    "pass rate where level > hard": (">", "unknown-phrase", ("=", "!=")),
    "win rate with ci 200 %": ("200", "unknown-phrase", ("90", "95", "99")),
    "win rate since soon": ("soon", "unknown-phrase", ("yesterday", "2026-11", "2026-11-29")),
    "win rate where played at > soon": (
        "soon",
        "unknown-phrase",
        ("yesterday", "2026-11", "2026-11-29"),
    ),
    "pass rate by level order by player": ("player", "unknown-phrase", ("level", "pass rate")),
    "win rate where level all of hard, easy": ("all of", "unknown-phrase", ("in",)),
    "what should I change": (
        "what should",
        "no-such-answer",
        None,
    ),
    "mean stack size where game = spot-on": (
        "game",
        "does-not-fit",
        None,
    ),
    "which games are outliers": (
        "outliers",
        "unknown-phrase",
        ("distribution of turns per game", "max turns per game", "p95 turns per game"),
    ),
    "win rate where turns between 9 and 3": ("9 and 3", "unknown-phrase", ("3 and 9",)),
    "win rate between 2026-11-20 and 2026-11-01": (
        "between 2026-11-20 and 2026-11-01",
        "unknown-phrase",
        ("between 2026-11-01 and 2026-11-20",),
    ),
    "win rate since 2026-11-20 until 2026-11-01": (
        "since 2026-11-20 until 2026-11-01",
        "unknown-phrase",
        ("since 2026-11-01 until 2026-11-20",),
    ),
    "top 0 players by win rate": ("0", "unknown-phrase", ("1", "5", "10")),
    "top 2.5 players by win rate": ("2.5", "unknown-phrase", ("1", "5", "10")),
    "win rate by turns in bins of 0": ("0", "unknown-phrase", ("1", "5", "10")),
    "win rate last 1000000000 days": ("1000000000", "unknown-phrase", ("3", "10", "30")),
    "win rate where level": ("", "incomplete", ("= easy", "= normal", "= hard")),
    "win rate where level =": ("", "incomplete", ("easy", "normal", "hard")),
    "win rate where turns between 3 and": ("", "incomplete", ("30",)),
    "win rate with ci lots": ("lots", "unknown-phrase", ("90", "95", "99")),
    "win rate with at least many games": ("many", "unknown-phrase", ("5", "10", "20")),
    "win rate where turns > 50 %": ("%", "unknown-phrase", ("win rate where turns > 50",)),
    "win rate by nth": ("nth", "unknown-phrase", ("nth game",)),
    "win rate including": (
        "including",
        "unknown-phrase",
        ("including bots",),
    ),
    'win rate for ""': ('""', "unknown-value", None),
    'win rate for hard"': ('"', "open-quote", None),
    "help": ("help", "unknown-phrase", None),
    "drop table games": ("drop", "sql", ()),
    "max win rate per session": (
        "max win rate per session",
        "does-not-fit",
        ("win rate by session order by win rate descending", "win rate by session"),
    ),
    "": ("", "empty", None),
    "??": (None, "empty", None),
}


@pytest.mark.parametrize("phrase", ERRORS)
def test_an_error_names_place_reason_and_way_out(store: Stored, phrase: str) -> None:
    under, code, suggestions = ERRORS[phrase]
    error = error_of(store, phrase)

    if under is not None:
        assert phrase[error.start : error.end].strip() == under
    assert error.code == code
    if suggestions is not None:
        assert error.suggestions == suggestions
    shown = str(error).splitlines()
    assert shown[0] == phrase
    assert re.fullmatch(r" *\^+", shown[1])
    assert f"[{code}]" in shown[2]


def test_a_suggestion_is_valid_at_its_place(store: Stored) -> None:
    """Put where the caret stands it reads, or reads on."""
    for phrase in ERRORS:
        error = error_of(store, phrase)
        for suggestion in error.suggestions:
            if error.is_whole:
                assert _start_of_error(store, suggestion) is None, (phrase, suggestion)
                continue
            if error.code in ("does-not-fit", "two-questions", "what-of-it") and " " in suggestion:
                mended = suggestion
            elif error.start >= len(phrase.rstrip()):
                mended = f"{phrase} {suggestion}"
            else:
                mended = f"{phrase[: error.start]}{suggestion}{phrase[error.end :]}"
            start = _start_of_error(store, mended)
            assert start is None or start > error.start, (phrase, suggestion)


def _start_of_error(store: Stored, phrase: str) -> int | None:
    try:
        run(store.reading, phrase)
    except PhraseError as error:
        return error.start
    return None


def typos(word: str, rng: random.Random) -> list[str]:
    """One letter dropped, doubled, changed, and two swapped, at places of their own."""
    at = [rng.randrange(len(word)) for _ in range(3)]
    swap = rng.randrange(len(word) - 1)
    letter = rng.choice("aeinrst")
    return [
        word[: at[0]] + word[at[0] + 1 :],
        word[: at[1]] + word[at[1]] + word[at[1] :],
        word[: at[2]] + letter + word[at[2] + 1 :],
        word[:swap] + word[swap + 1] + word[swap] + word[swap + 2 :],
    ]


@pytest.mark.parametrize(("kind", "lead"), [("metric", ""), ("dimension", "win rate by ")])
def test_a_typo_in_a_name_suggests_the_name_first(kind: str, lead: str) -> None:
    """Of those that do not happen to be words themselves, at least 95 in a hundred."""
    rng = random.Random(1)
    names = NAMES.metrics if kind == "metric" else NAMES.dimensions
    tried, missed = 0, []
    for name in names:
        for typo in typos(name, rng):
            try:
                read(lead + typo, store=Levels())
            except PhraseError as error:
                tried += 1
                if not error.suggestions or not _means(error.suggestions[0], name, kind):
                    missed.append((typo, name, error.suggestions))
    assert tried > 3 * len(names) * 0.8
    assert len(missed) <= 0.05 * tried, missed


def test_a_typo_in_the_name_of_a_condition_suggests_the_name_first() -> None:
    """Where the first word of a name is one by itself too, the trouble is told of a later place."""
    rng = random.Random(8)
    tried, missed = 0, []
    for name in NAMES.dimensions:
        wanted = read(f"win rate where {name} is known", store=Levels())
        for typo in typos(name, rng):
            phrase = f"win rate where {typo} is known"
            try:
                read(phrase, store=Levels())
            except PhraseError as error:
                tried += 1
                try:
                    found = read(error.mended([*error.suggestions, ""][0]), store=Levels())
                except PhraseError:
                    found = None
                if found != wanted:
                    missed.append((typo, name, error.suggestions))
    assert tried > 3 * len(NAMES.dimensions) * 0.8
    assert len(missed) <= 0.05 * tried, missed


KEYWORDS = {  # where it stands: words there
    "{} turns per target": [
        "median",
        "average",
        "number of",
        "distribution of",
        "standard deviation of",
    ],
    "pass rate {} level": ["by", "across", "for each", "split by"],
    "pass rate {} hard": ["where", "without", "excluding", "when", "except"],
    "win rate level {} 3": ["between"],
    "{} level normal vs hard": ["compare"],
    "win rate normal {} hard": ["versus", "against", "compared to"],
    "win rate by {}": ["month", "week", "quarter"],
    "win rate {} bots": ["including", "without"],
    "win rate {} 30 days": ["last"],
    "win rate by level order by level {}": ["descending", "ascending"],
}


def test_a_typo_in_a_keyword_suggests_it_first() -> None:
    rng = random.Random(3)
    tried, missed = 0, []
    for place, words in KEYWORDS.items():
        for word in words * 2:
            for typo in typos(word, rng):
                phrase = place.format(typo)
                error = _error(phrase)
                if error is None or word in ("by", "last"):  # too short to tell one slip from many
                    continue
                tried += 1
                mended = [error.mended(one) for one in error.suggestions[:1]]
                if not mended or _error(mended[0]) is not None:
                    missed.append((phrase, error.suggestions))
    assert tried > 100
    assert len(missed) <= 0.05 * tried, missed


def test_a_typo_in_a_value_suggests_it_first() -> None:
    rng = random.Random(4)
    tried, missed = 0, []
    for value in VALUES:
        for lead in ("win rate for ", "games by level for ", "win rate without ", "games in "):
            for typo in typos(value, rng):
                error = _error(lead + typo)
                if error is None:
                    continue
                tried += 1
                mended = [error.mended(one) for one in error.suggestions[:1]]
                if not mended or _reading(mended[0]) != _reading(lead + value):
                    missed.append((lead + typo, error.suggestions))
    assert tried > 200
    assert len(missed) <= 0.05 * tried, missed


@pytest.mark.parametrize("place", ["win rate where {0} = {1}", "compare {0} {1} vs {2} win rate"])
def test_a_typo_behind_its_dimension_suggests_the_value_first(place: str) -> None:
    """Of every dimension whose values are fixed, and of those that the store holds."""
    rng = random.Random(6)
    tried, missed = 0, []
    for name, values in _named_values().items():
        for value in values:
            other = next(one for one in values if one != value)
            for typo in typos(value, rng):
                error = _error(place.format(name, _quoted(typo), _quoted(other)))
                if error is None or error.code != "unknown-value":  # a value or word by chance
                    continue
                tried += 1
                if error.suggestions[:1] != (value,):
                    missed.append((name, typo, error.suggestions))
    assert tried > 100
    assert len(missed) <= 0.05 * tried, missed


def _named_values() -> dict[str, list[str]]:
    """Return values of more than three letters, of which there is more than one."""
    found: dict[str, list[str]] = {}
    for dimension in NAMES.dimensions.values():
        stored_values = Levels().of(dimension) or []
        known = [one for one in (*dimension.values, *stored_values) if len(one) > 3]
        if dimension.kind == "text" and len(known) > 1:
            found[dimension.name] = known
    return found


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


VALUES = (
    *("hard", "easy", "normal", "expert", "Anna", "abandoned", "spot-on", "equator", "top-spot"),
    *("pot-luck", "finished", "Saturday", "Wednesday", "difficulty", "humans", "multiply", "aces"),
)


def _reading(phrase: str) -> Query | None:
    try:
        return read(phrase, store=Levels())
    except PhraseError:
        return None


def _error(phrase: str) -> PhraseError | None:
    try:
        read(phrase, store=Levels())
    except PhraseError as error:
        return error
    return None


def _means(word: str, name: str, kind: str) -> bool:
    symbol = "METRIC" if kind == "metric" else "DIM"
    return (symbol, name) in NAMES.words.get(word, ()) or word == name


def test_distances_count_swaps_as_one() -> None:
    assert distance("hrad", "hard") == 1
    assert distance("tragets", "targets") == 1
    assert distance("", "abc") == 3
    assert distance("target", "target") == 0


# -- nothing that is written in a phrase becomes SQL

INJECTIONS = [
    "'; DROP TABLE games; --",
    "' OR 1=1 --",
    '" OR ""="',
    "$v0",
    "x'); SELECT * FROM violations; --",
    "')) UNION SELECT 1 --",
    "\\'; --",
    "/* */ hard",
    "hard\x00'",
    "%s {0} ?",
    "read_csv('/etc/passwd')",
    "🂡'\u2028\u202e",
]
PLACES = [
    'win rate where player = "{}"',
    'win rate where session != "{}"',
    'win rate where log id in "{}", "x"',
    'pass rate where card = "{}"',
    'compare session "{}" vs "x" pass rate',
    'share of games in which log id = "{}"',
    'win rate where starter is not "{}"',
    'win rate where tag = "{}"',
    'games where player all of "{}", "x"',
    'win rate for session "{}"',
    'win rate without session "{}"',
    'win rate for normal and session "{}"',
    'compare location "x" vs "y" vs "{}" win rate',
    'win rate where cause = "{}" by level',
    'win rate by player where remark = "{}"',
    'turns of session "{}" vs session "x"',
    'pass rate where level = "{}" or "hard"',
    'rejected logs where rule break = "{}"',
    'win rate where rating = "{}" vs bots',
    'win rate where weekday = "{}" last 3 sessions',
]
UNREAD_PLACES = [
    "win rate since {}",
    "win rate until {}",
    "win rate where played at > {}",
    "win rate where turns > {}",
    "win rate where turns between {} and 3",
    "win rate last {} games",
    "win rate with at least {} games",
    "win rate by level top {}",
    "win rate by turns in bins of {}",
    "win rate with ci {}",
    "win rate with {} players",
    "win rate order by {}",
    "{}",
    "{} by level",
    "win rate by {}",
    "win rate for {}",
    "win rate per {}",
    "compare {} vs hard",
]
"""Where a number, a date or a name stands: a text there is answered, whatever is in it."""


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("text", INJECTIONS)
def test_a_value_is_never_read_as_sql(store: Stored, place: str, text: str) -> None:
    """It is looked for, and not found; the store stays as it is."""
    games = run(store.reading, "games including bots").rows

    phrase = place.format(text.replace('"', '""'))
    if "card" in place:  # too many to look through, so it is looked for
        result = run(store.reading, phrase)
        assert text in [value for _, values in result.statements for value in values.values()]
        assert all(text not in sql or text == "$v0" for sql, _ in result.statements)
    else:
        assert error_of(store, phrase).code == "unknown-value"
    assert run(store.reading, "games including bots").rows == games


@pytest.mark.parametrize("place", UNREAD_PLACES)
@pytest.mark.parametrize("text", [*INJECTIONS, '"; DROP TABLE games; --"', "1; DROP TABLE games"])
def test_what_stands_for_a_number_a_date_or_a_name_is_never_sql(
    store: Stored, place: str, text: str
) -> None:
    games = run(store.reading, "games including bots").rows
    try:
        result = run(store.reading, place.format(text))
    except PhraseError as error:
        assert error.message  # noqa: PT017 - either way is right
    else:
        assert all("DROP" not in sql and "read_csv" not in sql for sql, _ in result.statements)
    assert run(store.reading, "games including bots").rows == games


@pytest.mark.parametrize("text", INJECTIONS)
def test_values_of_a_query_object_are_bound_too(store: Stored, text: str) -> None:
    from storage.query.query import Comparison, Condition, Measure, Query

    query = Query(
        (Measure("share", "games", such=(Condition("log id", "=", (text,)),)),),
        where=(Condition("player", "!=", (text,)), Condition("session", "=", (text, "night-1"))),
        compare=Comparison("rules version", (text, "print A")),
    )

    result = run(store.reading, query)

    assert result.rows


def test_an_odd_name_is_found_by_its_name() -> None:
    """What looks like SQL may be what somebody is called."""
    odd = "Robert'); DROP TABLE games;--"

    class Odd(Levels):
        def of(self, dimension):
            return [odd]

    query = read(f'pass rate where player = "{odd}"', store=Odd())

    assert query.where[0].values == (odd,)


@pytest.mark.parametrize("place", ["win rate for {}", "win rate for player {}", "win rate {}"])
@pytest.mark.parametrize("quoted", ["'x'' or 1=1 --'", '"x\' or 1=1 --"'])
def test_a_name_that_nobody_has_is_told_as_such_however_it_is_quoted(
    store: Stored, place: str, quoted: str
) -> None:
    phrase = place.format(quoted)

    error = error_of(store, phrase)

    assert error.code == "unknown-value"
    assert phrase[error.start : error.end] == quoted
    assert "`x' or 1=1 --`" in error.message
    assert "player" in error.message


@pytest.mark.parametrize(
    ("phrase", "columns"),
    [
        ("win rate by levle", 12),
        ("胜率 win rate by levle", 17),  # Unicode Standard Annex 11: each of the two is wide
        ("🎲 win rate by levle", 15),
        ("Zoe\u0301 win rate by levle", 16),  # a combining accent takes no column
    ],
)
def test_the_caret_stands_under_the_place_in_a_terminal(phrase: str, columns: int) -> None:
    at = phrase.index("levle")

    shown, caret = pointed(phrase, at, at + 5)

    assert shown == phrase
    assert caret == " " * columns + "^" * 5


def test_a_tab_stays_one_and_what_moves_the_cursor_is_a_blank() -> None:
    shown, caret = pointed("win\trate\nby\x1b levle", 13, 18)

    assert shown == "win\trate by  levle"
    assert caret == "   \t" + " " * 9 + "^" * 5


class Hostile(Levels):
    """A store whose players are called as nobody should be."""

    NAMES = (
        "=1+2",
        "@cmd",
        "x; y",
        'Say "hi"',
        "<b>",
        "🎲 Ünal",
        "'; DROP TABLE games; --",
        "$1",
        "-5",
        "--",
    )

    def words(self):
        return {normal(one): [("player", one)] for one in self.NAMES}

    def of(self, dimension):
        return list(self.NAMES) if dimension.name == "player" else super().of(dimension)


@pytest.mark.parametrize("name", Hostile.NAMES)
@pytest.mark.parametrize("lead", ["win rate for ", "win rate where player = "])
def test_a_name_with_signs_is_read_or_offered_in_quotes(lead: str, name: str) -> None:
    """Whatever it is called; and none of them breaks the reader."""
    quoted = '"' + name.replace('"', '""') + '"'
    assert read(f"win rate for {quoted}", store=Hostile()).where == (
        Condition("player", "=", (name,)),
    )
    found, error = None, None
    try:
        found = read(lead + name, store=Hostile())
    except PhraseError as caught:
        error = caught
    if found is not None:
        assert found.where[0].values == (name,)
    elif name[0] not in "-'":  # a minus begins a number, and a quote a text
        assert error is not None
        assert quoted in error.suggestions
