"""What is said to the shells when they complete: in bash the quotes are ours to see to.

zsh and fish quote what they are given; bash puts it into the line as it is.
"""

from __future__ import annotations

import os
import re
from typing import Any, Final

from click.shell_completion import (
    BashComplete,
    CompletionItem,
    ZshComplete,
    add_completion_class,
)

_SOURCE: Final = """\
%(complete_func)s() {
    local line type value
    COMPREPLY=()
    while IFS= read -r line; do
        IFS=',' read -r type value <<< "$line"
        if [[ $type == 'dir' ]]; then
            compopt -o dirnames
        elif [[ $type == 'file' ]]; then
            compopt -o default
        elif [[ $type == 'plain' ]]; then
            COMPREPLY+=("$value")
        fi
    done < <(IFS=$'\\n'; env COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD \
%(complete_var)s=bash_complete "$1")
    return 0
}

%(complete_func)s_setup() {
    complete -o nosort -F %(complete_func)s %(prog_name)s
}

%(complete_func)s_setup;
"""
"""click's own would let bash look for files that a value like ``a*b`` fits, and lose backslashes."""

_SPECIAL: Final = re.compile(r"([^\w@%+=:,./^-])")


class Bash(BashComplete):
    """Completion in bash, which quotes what it puts into the line."""

    source_template = _SOURCE

    def format_completion(self, item: CompletionItem[Any]) -> str:
        value = quoted(str(item.value), open_quote()) if item.type == "plain" else item.value
        return f"{item.type},{value}"


_KEEP: Final = """\
    # What goes on in several ways, some of them in quotes, is listed and takes nothing back.
    if (( compstate[nmatches] > 1 )) \\
        && [[ ${(LQ)compstate[unambiguous]} != *"${(LQ)PREFIX}"* ]]; then
        compstate[insert]=
        compstate[list]='list force'
    fi
"""


class Zsh(ZshComplete):
    """Completion in zsh, which keeps what was typed."""

    source_template = ZshComplete.source_template.replace("\n}\n", f"\n{_KEEP}}}\n", 1)


def open_quote() -> str:
    """Return the quote that the word to be completed begins with; nothing where it has none."""
    words = os.environ.get("COMP_WORDS", "").split("\n")
    at = int(os.environ.get("COMP_CWORD", "0"))
    word = words[at] if at < len(words) else ""
    return word[0] if word[:1] in ("'", '"') else ""


def quoted(text: str, quote: str) -> str:
    r"""Return *text* as bash has to read it behind an open *quote*.

    >>> print(quoted('player = "Anna B"', '"'), quoted("it's", "'"), quoted("it's 3", ""))
    player = \"Anna B\" it'\''s it\'s\ 3
    """
    if quote == '"':
        return re.sub(r'([\\"$`])', r"\\\1", text)
    if quote:
        return text.replace("'", "'\\''")
    return _SPECIAL.sub(r"\\\1", text)


def register() -> None:
    """Let click speak to the shells by this."""
    add_completion_class(Bash, "bash")
    add_completion_class(Zsh, "zsh")
