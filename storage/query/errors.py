"""What a phrase can get wrong."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import CardstatsError


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
    ) -> None:
        super().__init__(message, code=code, place=f"column {start + 1}", hint=hint)
        self.phrase = phrase
        self.start = start
        """Where the trouble begins, in characters from 0."""
        self.end = max(end, start + 1)
        self.suggestions = tuple(suggestions[:3])
        """Up to three things that may stand at that place instead."""
        self.expected = tuple(expected)

    def __str__(self) -> str:
        lines = [
            self.phrase,
            " " * self.start + "^" * (self.end - self.start),
            f"{self.message} [{self.code}]",
        ]
        if self.suggestions:
            lines.append("Did you mean " + _or(self.suggestions) + "?")
        if self.hint:
            lines.append(self.hint)
        return "\n".join(lines)


def _or(words: Sequence[str]) -> str:
    *first, last = (f"`{word}`" for word in words)
    return f"{', '.join(first)} or {last}" if first else last
