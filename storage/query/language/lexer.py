"""Looks up what the pieces of a phrase may be read as."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, Protocol, TypeAlias

from engine.metrics import Dimension

from ..catalogue import Catalogue, normal
from .pieces import number, pieces_of, unquoted
from .talk.apart import apart
from .talk.counted import counted
from .talk.loosely import loosely
from .talk.never import never
from .talk.patterns import patterns
from .talk.sides import sides
from .words import ABBREVIATED, MONTHS, NUMBERS, SKIPPED

LONGEST_VALUE: Final = 12
"""Words of a value that need no quotes."""

_PERCENTILE: Final = re.compile(r"p(\d{1,2}(?:\.\d+)?)$")
_PLAYERS: Final = re.compile(r"(\d{1,2})p(?:l|layers?)?$")
_YEAR: Final = re.compile(r"(?:19|20)\d\d(?:-\d\d(?:-\d\d)?)?$")
_ORDINAL: Final = re.compile(r"(\d{1,2}(?:\.\d+)?)(?:st|nd|rd|th)$")
_DAY: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")
_WORD_STOPS: Final = frozenset(",;()\"'<>=!")

_AT_AN_HOUR: Final = {
    **dict.fromkeys(("after", "since", "from"), ">="),
    **dict.fromkeys(("before", "until", "till"), "<"),
    "at": "=",
}
"""By the word before an hour: how the hours that are meant stand to it."""
_HOUR: Final = re.compile(r"(\d{1,2})(?::00|(?::00)?([ap])\.?m\.?|(?::00)?o['’]?clock)")

_BEFORE_A_DAY: Final = frozenset("since until before after from on till starting".split())

_REACHED: Final = frozenset("hit hits scored reached made got finished completed solved".split())
"""Before so many of all targets or pots."""

_SCORED: Final = {"targets": "spot-on", "pots": "pot-luck"}
"""By what a team scores, its game."""

_STACKS: Final = frozenset("stack stacks combo combos combination combinations".split())
"""What is laid of several cards at once."""

_LIKED: Final = frozenset("like enjoy love liking enjoying loving liked enjoyed loved".split())
_DID: Final = frozenset("did do does are were have is was".split())
_GREATLY: Final = frozenset("much strongly heavily greatly significantly".split())
_CHANGES: Final = frozenset(
    "matter influence affect impact change reduce increase raise lower help hurt".split()
)
_THEY: Final = frozenset("they we people players you testers kids everyone everybody".split())
"""Of whom it is asked."""

RATED: Final = "stars for "
"""Before what was rated, where the stars for it are a metric."""

Reading: TypeAlias = tuple[int, str, Any]
"""Pieces taken, the symbol they are, and its value."""


class Values(Protocol):
    """What the store holds."""

    def words(self) -> Mapping[str, list[tuple[str, str]]]:
        """Return the values that name their own dimension: normal form → (dimension, value)."""

    def of(self, dimension: Dimension) -> list[str] | None:
        """Return all values of a dimension, None where they are too many to look through."""


_FREQUENT: Final = frozenset("common frequent popular frequently often".split())


class Lexer:
    """Finds what the pieces at a place may be read as."""

    def __init__(
        self,
        phrase: str,
        names: Catalogue,
        store: Values | None,
        *,
        has_sayings: bool = True,
        is_whole: bool = True,
    ) -> None:
        self.phrase = phrase
        self.names = names
        self.store = store
        self.has_sayings = has_sayings
        """Whether groups of words may stand for others; what these stand for may not."""
        self.is_whole = is_whole
        """Whether nothing follows: a last word that leads to nothing is then passed over."""
        self.pieces = pieces_of(phrase)
        self._readings: dict[int, list[Reading]] = {}
        self.fixed = fixed_values(names)
        """The values that name their own dimension whatever a store holds, by their normal forms."""

    def readings(self, at: int) -> list[Reading]:
        """Return (pieces taken, symbol, value) of all that may stand at piece *at*, best first."""
        if at not in self._readings:
            self._readings[at] = self._read(at)
        return self._readings[at]

    def _read(self, at: int) -> list[Reading]:
        piece = self.pieces[at]
        found: list[Reading] = []
        if piece.kind == "string":
            found.append((1, "STRING", unquoted(piece.text)))
            return found
        for length, key in self._keys(at, self.names.longest):
            names: dict[str, list[str]] = {"METRIC": [], "DIM": []}
            for symbol, value in self.names.words.get(key, ()):
                if symbol == "SAYING" and not self.has_sayings and isinstance(value, str):
                    continue
                if symbol not in names:
                    found.append((length, symbol, value))
                    continue
                if not names[symbol]:
                    found.append((length, symbol, names[symbol]))
                names[symbol].append(value)
            if key in self.fixed:
                value = (length, "VALUE", self.fixed[key])
                found += [*_as_metrics([value]), value]
        if percent := _PERCENTILE.match(piece.text):
            if 0 < float(percent[1]) < 100:
                found += _quantile(1, percent[1])
        elif (nth := _ORDINAL.match(piece.text)) and self._word(at + 1).startswith("percentil"):
            found += _quantile(2, nth[1])
        elif nth and self._is_one_of_percentiles(at + 1):
            found += _quantile(1, nth[1])
        if piece.kind == "number":
            found.append((1, "NUMBER", number(piece.text)))
        elif piece.text.casefold() in NUMBERS:
            found.append((1, "NUMBER", NUMBERS[piece.text.casefold()]))
        if found and found[-1][1] == "NUMBER" and self._word(at + 1) in ("people", "persons"):
            found.append((2, "SAYING", (found[-1][1:], ("DIM", ["player count"]))))
        elif some := _PLAYERS.match(piece.text):
            named = (("NUMBER", int(some[1])), ("DIM", ["player count"]))
            found.append((1, "SAYING", named))
        if _YEAR.match(piece.text):
            found.append((1, "PERIOD", piece.text))
        found += [
            one
            for one in (
                self._clock(at),
                self._some_of(at),
                self._got_to(at),
                self._stacks(at),
                self._quoted(at),
                self._liked(at),
                self._chance(at),
                self._of_an_interval(at),
                self._how_much(at),
            )
            if one
        ]
        found += (
            (
                *patterns(self, at),
                *loosely(self, at),
                *sides(self, at),
                *counted(self, at),
                *never(self, at),
                *apart(self, at),
            )
            if self.has_sayings
            else ()
        )
        is_date = piece.kind == "number" or self._word(at) in MONTHS or _DAY.fullmatch(piece.text)
        if is_date and (day := self._day(at)) is not None:
            found.append(day)
        return sorted(found, key=lambda one: -one[0])

    def _is_one_of_percentiles(self, at: int) -> bool:
        """Tell whether ordinals follow that end in ``percentile``: 25th, *50th and 75th percentile*."""
        while self._word(at) in ("and", ",", "&", "/") or _ORDINAL.match(self._word(at)):
            at += 1
        return self._word(at).startswith("percentil")

    def _clock(self, at: int) -> Reading | None:
        """Return what reads as an hour of the day: after 10 pm, before 18:30, at 9 o'clock."""
        sign = _AT_AN_HOUR.get(self._word(at))
        if sign is None:
            return None
        for length in range(7, 1, -1):
            said = "".join(piece.text.casefold() for piece in self.pieces[at + 1 : at + length])
            if (match := _HOUR.fullmatch(said)) is None:
                continue
            hour, half = int(match[1]), match[2]
            if hour > (12 if half else 23) or (half and hour == 0):
                return None
            hour = hour % 12 + 12 * (half == "p") if half else hour
            chosen = (("FILTER", "where"), ("DIM", ["hour"]), ("CMP", sign), ("NUMBER", hour))
            return min(length, len(self.pieces) - at), "SAYING", chosen
        return None

    def _some_of(self, at: int) -> Reading | None:
        """Return what reads as a goal nearly reached: 4 of 5 targets, 12 out of 13 pots."""
        did = int(self._word(at) in _REACHED)
        some, *words = (self._word(at + did + ahead) for ahead in range(5))
        out = int(words[0] == "out")
        of, all_of, kind, *_ = words[out:]
        if of != "of" or kind not in _SCORED:
            return None
        first, last = (_count(one) for one in (some, all_of))
        if first is None or last is None or first > last:
            return None
        short = (("DIM", ["shortfall"]), ("CMP", "="), ("NUMBER", last - first))
        goal = (("AND", "and"), ("DIM", ["goal"]), ("CMP", "="), ("NUMBER", last))
        return did + 4 + out, "SAYING", (*short, *goal)

    def _got_to(self, at: int) -> Reading | None:
        """Return what reads as a score that was reached: did they get to 13 pots."""
        words = [self._word(at + ahead) for ahead in range(4)]
        if words[:2] in (["get", "to"], ["got", "to"], ["come", "to"], ["came", "to"]):
            length, (number, kind) = 4, words[2:]
        elif words[0] in ("reach", "reached", "reaching"):
            length, (number, kind) = 3, words[1:3]
        else:
            return None
        game, count = _SCORED.get(kind), _count(number)
        if game is None or count is None:
            return None
        score = (("FILTER", "where"), ("DIM", ["final score"]), ("CMP", ">="), ("NUMBER", count))
        return length, "SAYING", (*score, ("AND", "and"), ("VALUE", [("game", game)]))

    def _stacks(self, at: int) -> Reading | None:
        """Return what reads as stacks of so many cards: 2 card stacks, three-card combos."""
        words = [one for one in map(self._word, range(at, at + 5)) if one != "-"]
        count = _count(words[0])
        if count is None or words[1] not in ("card", "cards") or words[2] not in _STACKS:
            return None
        if at and self._word(at - 1) in _FREQUENT:
            return None  # which ones they are no log of facts tells
        sized = (("DIM", ["cards in the stack"]), ("CMP", "="), ("NUMBER", count))
        dashes = sum(self._word(at + ahead) == "-" for ahead in range(3))
        return 3 + dashes, "SAYING", (("METRIC", ["stacks played"]), ("SUCH", "in which"), *sized)

    def _liked(self, at: int) -> Reading | None:
        """Return what reads as whether it was fun, where a phrase begins with it: did they like top spot."""
        words = [self._word(ahead) for ahead in range(4)]
        is_asked = at == 0 and words[0] in _DID and words[2] in _LIKED
        if not is_asked or words[1] not in _THEY or words[3] in ("best", "most", "least", "more"):
            return None
        fun = ("VALUE", [("rating", "fun")])
        return 3, "SAYING", (("METRIC", ["stars"]), ("FILTER", "where"), fun)

    def _chance(self, at: int) -> Reading | None:
        """Return what reads as a probability that is written as one: P(win | hard)."""
        if self._word(at) in ("p", "pr", "prob", "probability") and self._word(at + 1) == "(":
            return 2, "AGG", ("share", None)
        is_in_one = any(self._word(one) == "(" for one in range(at))
        return (1, "FILTER", "where") if self._word(at) == "|" and is_in_one else None

    def _how_much(self, at: int) -> Reading | None:
        """Return ``how much does`` as nothing where it is asked what something changes."""
        words = [self._word(ahead) for ahead in range(len(self.pieces))]
        is_asked = at == 0 and words[0] == "how" and words[1:3] and words[1] in _GREATLY
        changes = bool(_CHANGES & set(words[3:]))
        is_asked = is_asked and len(words) > 2 and words[2] in _DID
        return (3, "SAYING", "") if is_asked and changes else None

    def _of_an_interval(self, at: int) -> Reading | None:
        """Return ``with`` before an interval's level as nothing: with 90 % confidence."""
        if self._word(at) not in ("with", "at", "and") or not self._word(at + 1).isdecimal():
            return None
        more = self._word(at + 2 + (self._word(at + 2) in ("%", "percent")))
        return (1, "SAYING", "") if more in ("ci", "confidence", "interval", "intervals") else None

    def _quoted(self, at: int) -> Reading | None:
        """Return ``with`` before a text in quotes as what looks for it: remarks with "slow"."""
        is_before = at + 1 < len(self.pieces) and self.pieces[at + 1].kind == "string"
        return (1, "CONTAINS", "contains") if is_before and self._word(at) == "with" else None

    def _day(self, at: int) -> Reading | None:
        """Return what reads as a day or month with its year: 1 March 2026, March 1st, 2026."""
        words = [self._word(at + ahead).rstrip(",") for ahead in range(5)]
        for length, pattern in (
            (4, "d m , y"),
            (4, "m d , y"),
            (4, "d of m y"),
            (3, "d m y"),
            (3, "m d y"),
            (2, "m y"),
            *self._without_a_year(at),
        ):
            found: dict[str, int] = {}
            for word, kind in zip(words, pattern.split(), strict=False):
                number = MONTHS.get(word, 0) if kind == "m" else _digits(word, kind)
                number = int(word == kind) if kind == "of" else number
                if number:
                    found[kind] = number
            if len(found) == len(pattern.replace(",", "").split()):
                if "y" not in found:
                    return length, "PERIOD", f"{found['m']:02}-{found['d']:02}"
                text = f"{found['y']}-{found['m']:02}" + (
                    f"-{found['d']:02}" if "d" in found else ""
                )
                return length, "PERIOD", text
        return None

    def _without_a_year(self, at: int) -> list[tuple[int, str]]:
        """Return how a day may be said whose year is not: 1 March, and March 1st; but no march 2."""
        is_nth = _ORDINAL.match(self._word(at + 1)) is not None
        is_led = at > 0 and self._word(at - 1) in _BEFORE_A_DAY
        return [(3, "d of m"), (2, "d m"), *([(2, "m d")] if is_nth or is_led else [])]

    def stored(self, at: int) -> list[Reading]:
        """Return what may stand at *at* as values of the store, longest first."""
        if self.store is None or self.pieces[at].kind == "string":
            return []
        words = self.store.words()
        found: list[Reading] = []
        for length, key in self._keys(at, LONGEST_VALUE):
            if key in words:
                found.append((length, "VALUE", words[key]))
            elif key.endswith("'s") and key[:-2] in words:
                found.append((length, "VALUE", words[key[:-2]]))
        return [*found, *_as_metrics(found)]

    def quoted(self, at: int) -> Reading | None:
        """Return a value in quotes that names its own dimension, None if it is none: for "Anna"."""
        if self.pieces[at].kind != "string":
            return None
        said = normal(unquoted(self.pieces[at].text))
        stored = self.store.words() if self.store is not None else {}
        found = self.fixed.get(said) or stored.get(said)
        return (1, "VALUE", found) if found else None

    def contains(self, at: int) -> list[Reading]:
        """Return what at a place looks for words in a text: mentioning, with."""
        words = [
            (length, symbol, value)
            for length, key in self.keys(at)
            for symbol, value in self.names.words.get(key, ())
            if symbol == "CONTAINS" and length == 1
        ]
        quoted = self._quoted(at)
        return [*words, quoted] if quoted else words

    def word(self, at: int) -> Reading:
        """Return the unbroken run of characters at *at* as a word of its own."""
        length, end = 1, self.pieces[at].end
        while at + length < len(self.pieces):
            piece = self.pieces[at + length]
            if piece.start != end or piece.text in _WORD_STOPS or piece.kind == "string":
                break
            if piece.text in "?!." and self.ends_at(at + length):
                break  # of the sentence: remarks about the signal?
            end = piece.end
            length += 1
        return length, "WORD", self.phrase[self.pieces[at].start : end]

    def ends_at(self, at: int) -> bool:
        """Tell whether nothing but the end of a sentence stands from *at* on."""
        return all(piece.text in "?!." for piece in self.pieces[at:])

    def _word(self, at: int) -> str:
        return self.pieces[at].text.casefold() if at < len(self.pieces) else ""

    def keys(self, at: int) -> list[tuple[int, str]]:
        """Return the normal forms of the first 1, 2, 3 … pieces that may be a key of the catalogue."""
        return self._keys(at, self.names.longest)

    def _keys(self, at: int, longest: int) -> list[tuple[int, str]]:
        """Return the normal forms of the first 1, 2, 3 … pieces, hyphens left out."""
        words: list[str] = []
        bare: list[str] = []
        found: list[tuple[int, str]] = []
        last = at - 1
        for place in range(at, len(self.pieces)):
            piece = self.pieces[place]
            if place <= last:
                continue
            if piece.kind == "string" or len(bare) >= longest:
                break
            if words and piece.text in "-_" and self._joins(place):
                continue
            word = piece.text.casefold().replace("’", "'")
            word = ABBREVIATED.get(word, word)
            last = place
            if word == "w" and self._is_with(place):  # w/o jokers, w/ jokers
                last = place + 1 + (self._word(place + 2) == "o")
                word = "with" if last == place + 1 else "without"
            words.append(word)
            found.append((last - at + 1, " ".join(words)))
            if not bare or word not in SKIPPED:
                bare.append(word)
                if len(bare) < len(words):
                    found.append((last - at + 1, " ".join(bare)))
        return found

    def _is_with(self, place: int) -> bool:
        """Tell whether a ``w`` is short for *with*, and not for what was won: w/l ratio."""
        is_slashed = self._word(place + 1) == "/"
        is_joined = is_slashed and self.pieces[place].end == self.pieces[place + 1].start
        return is_joined and self._word(place + 2) != "l"

    def _joins(self, place: int) -> bool:
        pieces = self.pieces
        return (
            place + 1 < len(pieces)
            and pieces[place - 1].end == pieces[place].start
            and pieces[place].end == pieces[place + 1].start
        )


def _quantile(length: int, percent: str) -> list[Reading]:
    value: tuple[str, float | None] = ("quantile", round(float(percent) / 100, 12))
    if value[1] == 0.5 and not percent.startswith("p"):
        value = ("median", None)
    return [(length, "AGG", value), (length, "PLAIN", value)]


def _count(word: str) -> int | None:
    """Return a small whole number, in digits or as a word."""
    return int(word) if word.isdecimal() and len(word) < 4 else NUMBERS.get(word)


def _digits(word: str, kind: str) -> int:
    """Return the number that may be a year (y) or a day (d), 0 if it is none."""
    match = (_YEAR if kind == "y" else _DAY).fullmatch(word) if kind in "yd" else None
    return int(match[0][:4] if kind == "y" else match[1]) if match and len(word) < 5 else 0


def _as_metrics(values: list[Reading]) -> list[Reading]:
    """Return what was rated as something that can be averaged: the stars that it got."""
    return [
        (length, "METRIC", [f"{RATED}{value}"])
        for length, _, found in values
        for name, value in found[:1]
        if name == "rating"
    ]


@lru_cache(maxsize=8)
def fixed_values(names: Catalogue) -> dict[str, list[tuple[str, str]]]:
    """Return the values that the catalogue itself knows and that name their own dimension."""
    found: dict[str, list[tuple[str, str]]] = {}
    for dimension in names.dimensions.values():
        for value, words in dimension.values.items():
            for word in (value, *words.split(",")):
                stands = dimension.names_itself or word in dimension.bare
                if word and stands and not (dimension.kind == "flag" and word == value):
                    for form in (word, *_singular(word, dimension)):
                        found.setdefault(normal(form), []).append((dimension.name, value))
    return found


def _singular(word: str, dimension: Dimension) -> list[str]:
    """Return how else a switch is said: with signal."""
    is_plural = dimension.kind == "flag" and " " in word and word.endswith("s")
    return [word.removesuffix("s")] if is_plural else []
