"""In which ways a saying is written down, and what the tables of sayings share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from typing import Any, Final, ParamSpec, TypeAlias

from ..words import SKIPPED

Saying: TypeAlias = tuple[str, Any]
"""What is said, and what is meant: a piece of a phrase, or its tokens."""

Rounds: TypeAlias = Sequence[tuple[str, str]]
"""What games call their rounds, one and several of each kind: target, targets."""

_Given = ParamSpec("_Given")

NTH: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
AGAINST: Final = ("vs", "versus", "compared to", "compared with", "against", "than", "and", "or")

_COMMA: Final = re.compile(r"(?<! ),\s+")
"""Between two of them; a comma that is said has a space before it."""


def separate(said: str) -> list[str]:
    """Return what is said in each way.

    >>> separate("odd or even, left , middle , right")
    ['odd or even', 'left , middle , right']
    """
    return [words.strip() for words in _COMMA.split(said) if words.strip()]


def ways(words: str) -> list[str]:
    """Return what is said as it is written, and as it is looked up where other words are skipped.

    Behind a ``=`` it is said in the one way alone: without *us*, "bots better than us" has no end.

    >>> ways("how do games end"), ways("=bots better than us")
    (['how do games end', 'how games end'], ['bots better than us'])
    """
    if words.startswith("="):
        return [words[1:]]
    first, *others = words.split()
    kept = [first, *(one for one in others if one not in SKIPPED)]
    return list(dict.fromkeys([words, " ".join(kept)])) if len(kept) > 2 else [words]


def both_ways(
    sayings: Callable[_Given, Iterator[Saying]],
) -> Callable[_Given, Iterator[Saying]]:
    """Make each saying one that is looked up in both `ways`."""

    @wraps(sayings)
    def in_both(*given: _Given.args, **named: _Given.kwargs) -> Iterator[Saying]:
        for words, meaning in sayings(*given, **named):
            yield from ((one, meaning) for one in ways(words))

    return in_both
