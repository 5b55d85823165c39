"""Puts another name in the place of one player's, wherever a log says it.

Where the log names players (``players``, and ``player`` in moves and feedback) the name is replaced
where it is that player's. In what people wrote freely (notes, remarks, the session, the log's own
id, keys that begin with ``x-`` and whatever a rejected log holds beside its fields) it is replaced
where it stands as a word. What the rules read stays: a player may well be called Pass.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from . import games
from .envelope import FIELDS
from .errors import UnknownGame
from .names import fold

_FIXED: Final = ("format", "game", "source", "played_at")
"""Fields of the envelope that hold words of the format alone."""
_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "rules": ("level", "options"),
    "deal": ("hands", "stock"),
    "result": ("outcome", "score"),
}
"""Objects of the envelope, with the fields in them that the rules read."""
_SHORT: Final = 2
"""Letters of a name that, in other case, is any word: "al" is none's name."""


@dataclass(slots=True)
class Renaming:
    """One name in the place of another."""

    old: str
    new: str
    cuts: bool = False
    """Texts grow no longer than they were, for those that stood at the limit of their field."""
    named: int = 0
    """Times that the log names the player."""
    is_taken: bool = False
    """The log names somebody else by the new name."""
    _old: str = field(init=False)
    _new: str = field(init=False)
    _word: re.Pattern[str] = field(init=False)
    _plain: str = field(init=False)

    def __post_init__(self) -> None:
        self._old, self._new = fold(self.old), fold(self.new)
        name = unicodedata.normalize("NFC", self.old.strip())
        before = "(?<![^\\W_])" if _ends_words(name[0]) else ""
        after = "(?![^\\W_])" if _ends_words(name[-1]) else ""
        case = re.IGNORECASE if len(name) > _SHORT else re.NOFLAG
        self._word = re.compile(before + re.escape(name) + after, case)
        self._plain = re.sub(r"[^A-Za-z0-9._-]", "-", self.new)

    def document(self, log: Mapping[str, Any]) -> dict[str, Any]:
        """Return *log* with the new name; counts in `named`, and looks for the new one."""
        made: dict[str, Any] = {}
        for key, value in log.items():
            if key in _FIXED:
                made[key] = value
            elif key == "players" and isinstance(value, list):
                made[key] = [self._player(player) for player in value]
            elif key == "moves" and isinstance(value, list):
                made[key] = self._moves(value, log.get("game"))
            elif key == "feedback" and isinstance(value, list):
                made[key] = [self._said(one, ("ratings", "move")) for one in value]
            elif key in _PARTS and isinstance(value, dict):
                made[key] = self._inside(value, _PARTS[key])
            elif key == "log_id" and isinstance(value, str):
                made[key] = self.text(value, plain=True)
            else:
                # A player may be called Session, too.
                made[key if key in FIELDS else self.text(key)] = self._deep(value)
        return made

    def text(self, text: str, *, plain: bool = False) -> str:
        """Return what somebody wrote with the new name; *plain*: made of what a log_id may hold."""
        shown = text if text.isascii() else unicodedata.normalize("NFC", text)
        new = self._plain if plain else self.new
        made, times = self._word.subn(lambda _: new, shown)
        if not times:
            return text
        return made[: max(len(text), 1)] if self.cuts else made

    def _name(self, name: Any) -> Any:
        if not isinstance(name, str):
            return self._deep(name)
        folded = fold(name)
        if folded == self._old:
            self.named += 1
            return self.new
        self.is_taken = self.is_taken or folded == self._new
        return name

    def _player(self, player: Any) -> Any:
        if not isinstance(player, dict):
            return self._name(player)
        return {
            key: self._name(value)
            if key == "name"
            else value
            if key in ("kind", "experience")
            else self._deep(value)
            for key, value in player.items()
        }

    def _said(self, one: Any, fixed: Container[str]) -> Any:
        """Return a move or a remark, of which the rules read the *fixed* fields."""
        if not isinstance(one, dict):
            return self._deep(one)
        return {
            key: self._name(value)
            if key == "player"
            else value
            if key in fixed
            else self._deep(value)
            for key, value in one.items()
        }

    def _moves(self, moves: list[Any], game: Any) -> list[Any]:
        fields = _fields_of(game)
        return [
            self._said(move, fields(move.get("type")) if isinstance(move, dict) else ())
            for move in moves
        ]

    def _inside(self, value: dict[str, Any], fixed: Container[str]) -> dict[str, Any]:
        return {key: one if key in fixed else self._deep(one) for key, one in value.items()}

    def _deep(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self._deep(one) for one in value]
        if isinstance(value, dict):
            return {self.text(key): self._deep(one) for key, one in value.items()}
        return value


def _ends_words(char: str) -> bool:
    """Return whether a name that begins or ends with *char* has gaps around it in a text.

    >>> _ends_words("A"), _ends_words("田")
    (True, False)
    """
    return char.isdigit() or char.lower() != char.upper()


def _fields_of(game: Any) -> Callable[[Any], Container[str]]:
    """Return what tells the fields of a type of move that the rules of *game* read."""
    try:
        shapes = games.game(game).moves if isinstance(game, str) else {}
    except UnknownGame:
        shapes = {}
    by_type = {kind: frozenset((*shape.fields, "type", "t")) for kind, shape in shapes.items()}
    others = frozenset(("type", "t", "card", "cards", "op", "drew"))
    return lambda kind: by_type.get(kind, others) if isinstance(kind, str) else others
