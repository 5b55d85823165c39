"""Leaves a phrase that does not read what helps: mended words, or questions to ask in its stead."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..catalogue import Catalogue, normal
from ..errors import EXPECTED, PhraseError
from ..language.lexer import Lexer, Values, fixed_values
from ..language.phrase import echo, quietly
from ..language.words import NOISE, SKIPPED
from ..query import Query, Step
from .alternatives import alternatives, can_be_told, known_nearest, where_to_look
from .composed import Composed, composed
from .fit import Fit
from .misspelt import with_a_name_mended
from .nearness import EVERYDAY, SUGGESTIONS, differ, distance, is_likely
from .reworded import against_another, each_apart, in_known_words, reworded
from .sql import in_words

DROPPED: Final = 4
"""Words that are left out to find what a phrase may have meant."""


_OF_THE_WHOLE: Final = frozenset({"empty", "too-long", "sql"})


def offer(error: PhraseError, names: Catalogue, store: Values | None) -> None:
    """Leave an error the suggestions that help, or find questions to ask in the phrase's stead."""
    if error.code == "sql":
        games = names.dimensions["game"].values
        found = quietly(in_words(error.phrase, games, names.metrics), names, store)
        if found is not None:
            error.asking([str(found)])
    if error.code in _OF_THE_WHOLE:
        return
    if error.is_whole:
        asked = [one for one in error.suggestions if quietly(one, names, store) is not None]
        error.suggestions, error.is_whole = tuple(asked), bool(asked)
    if error.is_whole:
        return
    offers = _Offers(error, names, store)
    if not (
        offers.in_other_words() or offers.mended() or offers.by_name() or offers.further_mended()
    ):
        offers.alike()


_TWO: Final = 2
_WELL: Final = 0.6
"""How much of two words side by side a question must say to go before a comma between them."""


class _Offers:
    """Ways to help with one error, from the surest on. Each tells whether it found any."""

    def __init__(self, error: PhraseError, names: Catalogue, store: Values | None) -> None:
        self.error = error
        self.names = names
        self.store = store
        self.place = error.start
        is_missing = error.code == "unknown-value" and _is_keyword(error, names)
        self.given = () if is_missing else error.suggestions
        """What may stand at the place; nothing where the value is missing and the next word is there."""
        self.phrase = error.phrase
        """As far as it was mended."""
        self.loose = error.phrase
        """With words that the language does not know put in others."""
        self.rest: Query | None = None
        """How it reads without some words,"""
        self.dropped: list[str] = []
        """and these."""

    def in_other_words(self) -> bool:
        """Offer what a phrase asks that is said loosely, in another order, or breaks off."""
        error = self.error
        questions = _in_other_words(error, self.names, self.store)
        if not questions and error.code in ("two-questions", "incomplete"):
            questions = known_nearest(error.phrase, self.names, self.store)
        if questions:
            _ask_instead(error, questions)
            error.hint = ""
        return bool(questions)

    def mended(self) -> bool:
        """Keep what may stand at the place, if with it the phrase reads."""
        error = self.error
        reads = {one: self._read(error.mended(one)) for one in self.given}
        read = {one: found for one, found in reads.items() if found is not None}
        told = [one for one, found in read.items() if can_be_told(found, self.names)]
        # A name that was mistyped is offered even where it does not fit: the next error says so.
        is_open = bool(read) and (not told or error.code == "incomplete")
        if is_open and (questions := known_nearest(error.phrase, self.names, self.store)):
            _ask_instead(error, questions)
            return True
        if error.code == "two-questions" and (made := self._said_by_the_whole()) is not None:
            beside = [error.mended(one) for one in told]
            _ask_instead(error, [made, *beside][:SUGGESTIONS])
            return True
        if told or (read and error.code != "incomplete"):
            error.suggestions = tuple(told or read)
            return True
        return False

    def _said_by_the_whole(self) -> str | None:
        """Return the question that two words and what is about them make; two alone make none."""
        fit = Fit(self.error.phrase, self.names)
        if len(fit.said) <= _TWO:
            return None
        made = self._put_together(_spelled(self.phrase, self.names, self.store))
        return str(made.query) if made is not None and fit.of(made.query) >= _WELL else None

    def by_name(self) -> bool:
        """Offer the phrase with a name of several words mended that stands anywhere in it."""
        named = {one: self._read(one) for one in with_a_name_mended(self.phrase, self.names)}
        sound = {one: found for one, found in named.items() if found is not None}
        fitting = [one for one, found in sound.items() if can_be_told(found, self.names)]
        if sound:  # one that does not fit is offered where none does
            _ask_instead(self.error, [*fitting, *sound][:1])
        return bool(sound)

    def further_mended(self) -> bool:
        """Offer the phrase with more than this place mended."""
        self.phrase = self.loose = in_known_words(self.phrase)
        self._leave_out()
        if self._mended_behind():
            return True
        corrected = None if self.given else _corrected(self.error, self.names, self.store)
        if corrected is not None:
            _ask_instead(self.error, _told_or_nearest(corrected, self.names, self.store))
            return True
        if (spelled := _spelled(self.phrase, self.names, self.store)) != self.phrase:
            self.phrase = spelled
            if self._read(spelled) is not None:
                _ask_instead(self.error, _told_or_nearest(spelled, self.names, self.store))
                return True
            self._leave_out()
        return False

    def _mended_behind(self) -> bool:
        """Mend what else is wrong behind a place for which something is given."""
        for one in self.given if self.error.code != "incomplete" else ():
            mended = self.error.mended(one)
            another = echo(mended, self.names, self.store)
            for _ in range(DROPPED):
                if isinstance(another, Query):
                    self.error.asking([mended])
                    return True
                if another.start <= self.place or not _is_slip(another):
                    break
                mended = another.mended(another.suggestions[0])
                another = echo(mended, self.names, self.store)
            is_past = isinstance(another, PhraseError) and another.start > self.place
            if is_past and self.rest is None and self.phrase == self.loose:
                self.phrase = in_known_words(mended)
                self._leave_out()
        return False

    def alike(self) -> None:
        """Offer the questions that are most like the phrase, and say where to look if there are none."""
        error = self.error
        if self.rest is None:
            begun = _beginning(self.phrase, self.names, self.store)
            self.rest, self.dropped = begun or (None, self.dropped)
        rest = each_apart(self.rest, error.phrase) if self.rest is not None else None
        told = self.phrase, self.names, self.store
        questions = alternatives(
            *told, rest, self.dropped, self.loose, lambda: self._put_together(self.phrase)
        )
        is_long = error.end - error.start > SHORT  # socks are no stocks
        if not questions and is_long and _is_slip(error):
            return  # mended it does not read yet, and what is wrong behind it is told then
        _ask_instead(error, questions)
        if not error.suggestions:
            error.hint = where_to_look(error.phrase, self.names, self.store)
            return
        first = error.suggestions[0]
        if (
            rest is not None
            and error.suggestions == (str(rest),)
            and error.code == "unknown-phrase"
        ):
            _fill_up(error, rest, self.names)
        if rest is not None and self.dropped and str(rest) == first and not error.hint:
            which = "The first" if error.suggestions[1:] else "That"
            error.hint = f"{which} is the phrase without {' and '.join(self.dropped)}."

    def _put_together(self, spelled: str) -> Composed | None:
        return composed(
            spelled,
            self._read_of_known_values,
            lambda asked: can_be_told(asked, self.names, evenly=True),
        )

    def _read_of_known_values(self, phrase: str) -> Query | None:
        """Return how a phrase reads whose values the catalogue or the store knows: no card is called hand."""
        query = self._read(phrase)
        known = fixed_values(self.names)
        stored = self.store.words() if self.store is not None else {}
        for one in query.where if query is not None else ():
            if one.operator not in ("=", "!=", "all of"):
                continue
            for value in one.values:
                homes = (*known.get(normal(str(value)), ()), *stored.get(normal(str(value)), ()))
                if isinstance(value, str) and (one.dimension, value) not in homes:
                    return None
        return query

    def _read(self, phrase: str) -> Query | None:
        return quietly(phrase, self.names, self.store)

    def _leave_out(self) -> None:
        self.rest, self.dropped = _without(self.phrase, self.names, self.store)


def _in_other_words(error: PhraseError, names: Catalogue, store: Values | None) -> list[str]:
    """Return what a phrase asks that is said loosely, or in another order, none where it is neither."""

    def told(phrase: str) -> Query | None:
        found = quietly(phrase, names, store)
        return found if found is not None and can_be_told(found, names) else None

    if others := [one for one in against_another(error.phrase, names, store) if told(one)]:
        return others
    found = None if _is_slip(error) else reworded(error.phrase, names, store, told)
    if found is None:
        return []
    return list(dict.fromkeys([str(found), *known_nearest(error.phrase, names, store)]))


def _fill_up(error: PhraseError, rest: Query, names: Catalogue) -> None:
    """Offer beside the phrase without a word what may stand in its place, and where all of that is."""
    before = error.phrase[: error.start].rstrip().rpartition(" ")[2]
    leads = {symbol for symbol, _ in names.words.get(normal(before), ())}
    if not leads & {"BY", "FILTER"}:
        return
    is_split = "BY" in leads
    said = [step.dimension for step in rest.by] + [one.dimension for one in rest.where]
    split = [
        asked
        for name in (("level", "player count", "player") if is_split else ("player", "level"))
        if name not in said
        and can_be_told(asked := rest._replace(by=(*rest.by, Step(name))), names)
    ]
    shown = list(map(str, split[:2]))
    word = error.phrase[error.start : error.end]
    error.suggestions = (*shown, str(rest)) if is_split else (str(rest), *shown)
    error.hint = (
        "`cardstats dimensions` lists what answers are split by."
        if is_split
        else f"`cardstats values player` lists the players; a value of something else says of what:"
        f" location = '{word}'."
    )


def _is_slip(error: PhraseError) -> bool:
    """Tell whether the first suggestion is what was typed but for a slip, and nothing else."""
    typed = normal(error.phrase[error.start : error.end])
    for one in error.suggestions[:1]:
        off = distance(typed, normal(one))
        return off <= 1 + len(typed) // LONG and is_likely(typed, normal(one), off)
    return False


def _told_or_nearest(phrase: str, names: Catalogue, store: Values | None) -> list[str]:
    """Return a phrase that reads, or where no log tells what it asks the nearest that one tells."""
    found = quietly(phrase, names, store)
    if found is not None and can_be_told(found, names):
        return [phrase]
    return known_nearest(phrase, names, store) or [phrase]


def _ask_instead(error: PhraseError, questions: Sequence[str]) -> None:
    error.asking(questions)
    if error.hint.startswith(EXPECTED):  # what may stand there helps nobody who has other words
        error.hint = ""


def _is_keyword(error: PhraseError, names: Catalogue) -> bool:
    said = error.phrase[error.start : error.end].casefold()
    return any(symbol in ("FILTER", "WITHOUT", "BY") for symbol, _ in names.words.get(said, ()))


def _corrected(error: PhraseError, names: Catalogue, store: Values | None) -> str | None:
    """Return the phrase with the word that is not known mended by one slip, if it then reads."""
    word = error.phrase[error.start : error.end].casefold()
    if len(word) < SHORT or " " in word or word in EVERYDAY:
        return None
    known = {one for said in names.words for one in said.split() if abs(len(one) - len(word)) < 2}
    for near in sorted(known):
        if distance(near, word) == 1:
            mended = f"{error.phrase[: error.start]}{near}{error.phrase[error.end :]}"
            if quietly(mended, names, store) is not None:
                return mended
    return None


def _spelled(phrase: str, names: Catalogue, store: Values | None) -> str:
    """Return the phrase with every word that is no word of anything as the one it is a slip from."""
    known = {one for said in names.words for one in said.split()} | NOISE | SKIPPED
    if store is not None:
        known |= {one for said in store.words() for one in said.split()}
    known |= {normal(one) for said in fixed_values(names) for one in said.split()}

    def mended(word: re.Match[str]) -> str:
        typed = word[0].casefold()
        if typed in EVERYDAY:
            return word[0]
        if typed not in known and (once := re.sub(_TWICE, r"\1", typed)) in known:
            return once  # spott onn
        if len(typed) < SHORT or typed in known:
            return word[0]
        most = 1 + (len(typed) >= LONG)
        near = [
            (off, one)
            for one in known
            if abs(len(one) - len(typed)) <= most
            and differ(one, typed) <= most
            and (off := distance(one, typed)) <= most
            and is_likely(typed, one, max(off, 2))  # poker is no joker
        ]
        return min(near)[1] if near else word[0]

    return re.sub(_WORD, mended, phrase)


_TWICE: Final = r"(.)\1"

_WORD: Final = r"[^\W\d_]+"

LONG: Final = 9
"""Letters of a word from which two slips leave it the same word."""

SHORT: Final = 5
"""Letters of a word below which one slip makes another word of it."""


_DANGLING: Final = r"\s+(a|an|the)$"
"""What is left of a word that was left out; a player may be called A."""


def _without(phrase: str, names: Catalogue, store: Values | None) -> tuple[Query | None, list[str]]:
    """Return how a phrase reads without the words that are not known, and these words."""
    dropped: list[str] = []
    for _ in range(DROPPED):
        found = echo(phrase, names, store)
        if isinstance(found, Query):
            return found, dropped
        is_tail = found.code == "incomplete"  # what led up to it goes as well
        start = len(phrase.rstrip().rpartition(" ")[0]) if is_tail else found.start
        word = phrase[start : found.end].strip()
        before = re.sub(_DANGLING, "", phrase[:start].rstrip())
        phrase = re.sub(_DANGLING, "", f"{before} {phrase[found.end :].lstrip()}".strip())
        if not word or not phrase:
            return None, dropped
        dropped += [] if is_tail else [f"`{word}`"]
    return quietly(phrase, names, store), dropped


def _beginning(
    phrase: str, names: Catalogue, store: Values | None
) -> tuple[Query, list[str]] | None:
    """Return how a phrase reads up to the place that does not, where a figure is asked for there."""
    found = echo(phrase, names, store)
    end = found.start if isinstance(found, PhraseError) else 0
    for _ in range(DROPPED):
        begun = re.sub(_DANGLING, "", phrase[:end].rstrip(" ,;:"))
        if " " not in begun:
            return None
        asked = quietly(begun, names, store)
        if asked is not None:
            behind = Lexer(phrase[len(begun) :], names, store)
            symbols = {one[1] for at in range(len(behind.pieces)) for one in behind.readings(at)}
            is_only_counted = asked.measures[0].metric == "games" and not asked.by
            if is_only_counted or "METRIC" in symbols:
                return None
            return asked, [f"`{phrase[len(begun) :].strip()}`"]
        end = begun.rindex(" ")
    return None
