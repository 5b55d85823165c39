"""What a phrase can get wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

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
            self.phrase,
            " " * self.start + "^" * (self.end - self.start),
            f"{self.message} [{self.code}]",
        ]
        if self.suggestions:
            lead, end = ("You may ask ", ".") if self.is_whole else ("Did you mean ", "?")
            lines.append(lead + _or(self.suggestions) + end)
        if self.hint:
            lines.append(self.hint)
        return "\n".join(lines)


def _or(words: Sequence[str]) -> str:
    *first, last = (f"`{word}`" for word in words)
    return f"{', '.join(first)} or {last}" if first else last
