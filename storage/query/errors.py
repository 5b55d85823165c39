"""What a phrase can get wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final
from unicodedata import category, east_asian_width

from engine.errors import CardstatsError

EXPECTED: Final = "Here may stand "
"""How a hint begins that lists what the grammar accepts."""


class PhraseError(CardstatsError):
    """A phrase that is no question: mend the phrase."""

    code = "unknown-phrase"

    def __init__(
        self,
        phrase: str,
        start: int,
        end: int,
        message: str,
        *,
        code: str | None = None,
        hint: str = "",
        suggestions: Sequence[str] = (),
        expected: Sequence[str] = (),
        is_whole: bool = False,
    ) -> None:
        super().__init__(message, code=code, place=f"column {start + 1}", hint=hint)
        self.phrase = phrase
        self.start = start
        """Where the trouble begins, in characters from 0."""
        self.end = max(end, start + 1)
        self.suggestions = tuple(suggestions[:3])
        """Up to three things that may stand at that place instead."""
        self.is_whole = is_whole
        """The suggestions are questions by themselves, to be asked in the phrase's stead."""
        self.expected = tuple(expected)

    def mended(self, suggestion: str) -> str:
        """Return the phrase with *suggestion* put in the place of what is wrong."""
        if self.is_whole:
            return suggestion
        before, after = self.phrase[: self.start], self.phrase[self.end :]
        gap = " " if before and not after and not before[-1].isspace() else ""
        return f"{before}{gap}{suggestion}{after}"

    def keeping(self, is_good: Callable[[str], bool]) -> PhraseError:
        """Return the error without the suggestions that mend nothing."""
        self.suggestions = tuple(one for one in self.suggestions if is_good(self.mended(one)))
        return self

    def asking(self, questions: Sequence[str]) -> PhraseError:
        """Return the error with questions to be asked instead."""
        self.suggestions = tuple(questions[:3])
        self.is_whole = True
        return self

    def __str__(self) -> str:
        lines = [
            *pointed(self.phrase, self.start, self.end),
            f"{self.message} [{self.code}]",
        ]
        if self.suggestions:
            typed = self.phrase[self.start : self.end]
            lines.append(offered(self.suggestions, typed, is_whole=self.is_whole))
        if self.hint:
            lines.append(self.hint)
        return "\n".join(lines)


def offered(suggestions: Sequence[str], typed: str, *, is_whole: bool) -> str:
    """Return the sentence that offers *suggestions* in the place of what was *typed*.

    >>> offered(["hard"], "hrad", is_whole=False), offered(["easy", "hard"], "", is_whole=False)
    ('Did you mean `hard`?', 'It may go on with `easy` or `hard`.')
    """
    shown = _or(suggestions)
    if is_whole:
        return f"You may ask {shown}."
    if not typed.strip():
        return f"It may go on with {shown}."
    from .suggestions.nearness import nearest

    alike = any(nearest(one, [typed]) or nearest(typed, [one]) for one in suggestions)
    return f"Did you mean {shown}?" if alike else f"You may say {shown}."


def pointed(phrase: str, start: int, end: int) -> tuple[str, str]:
    """Return a phrase in one line, and carets that stand under a part of it in a terminal.

    Letters of Chinese and most emoji are two columns wide there, accents that combine none; a tab is a
    tab in both lines. What would move the cursor is a blank.

    >>> pointed("胜率 by levle", 6, 11)
    ('胜率 by levle', '        ^^^^^')
    """
    shown = "".join(one if one == "\t" or one.isprintable() else " " for one in phrase)
    lead = "".join("\t" if one == "\t" else " " * _columns(one) for one in shown[:start])
    under = sum(map(_columns, shown[start:end])) + max(0, end - len(shown))
    return shown, lead + "^" * max(1, under)


def _columns(letter: str) -> int:
    """Return how wide a letter is in a terminal (Unicode Standard Annex 11)."""
    if letter.isascii():
        return 1
    if category(letter) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1


def _or(words: Sequence[str]) -> str:
    *first, last = (f"`{word}`" for word in words)
    return f"{', '.join(first)} or {last}" if first else last
