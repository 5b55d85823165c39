"""Settles who sat at whose table: Anna when she plays with Ben, and two pairs held side by side."""

from __future__ import annotations

from typing import Final

from ...catalogue import normal
from ...query import Condition, Measure, Query
from ..parser import Token
from ..tree import is_a
from .draft import Draft
from .metric_words import MetricWords

_JOINS: Final = frozenset({"and", "&", "plus", "+"})
"""Words that make two players a pair."""

_LEADS: Final = frozenset({"when", "if", "whenever"})
"""Words before somebody who sat at the table as well: Anna's passes *when* Ben plays."""


class Company:
    """Looks at the players that a phrase names."""

    def __init__(self, draft: Draft, words: MetricWords) -> None:
        self.draft = draft
        self.words = words

    def note(self, lead: Token, found: list[Condition]) -> None:
        """Note players who stand behind *with*: whether somebody else plays is said elsewhere."""
        said = normal(lead.text)
        is_named = any(one.dimension == "player" for one in self.draft.where)
        if said.endswith("with") or (is_named and said in _LEADS):
            self.draft.with_whom += [one for one in found if one.dimension == "player"]

    def settle(self) -> None:
        """Read ``Anna with Ben`` as Anna's own, of the games in which Ben sat too."""
        compare = self.draft.conditions.compare
        named = [one for one in self.draft.where if one.dimension == "player"]
        others = [
            one for one in named if one.operator == "=" and one not in self.draft.with_whom
        ] or (compare is not None and compare.dimension == "player")
        for at, one in enumerate(self.draft.where):
            if others and one in self.draft.with_whom and one.operator == "=":
                self.draft.where[at] = one._replace(operator="all of")
                if self.draft.asks_for_more:
                    self._refuse_more(one)

    def _refuse_more(self, other: Condition) -> None:
        """Refuse ``does Anna win more with Ben``: with and without him are two questions."""
        own = [one for one in self.draft.where if one.operator != "all of"]
        asked = tuple(map(self.words.as_rate, self.draft.measures)) or (
            Measure("rate", "win rate"),
        )
        sides = (other._replace(operator="all of"), other._replace(operator="!="))
        raise self.draft.fail(
            self.draft.said[0]._replace(end=self.draft.said[-1].end),
            f"With and without {other.values[0]} are two questions: one for each.",
            code="no-such-answer",
            suggestions=[str(Query(asked, where=(*own, side))) for side in sides],
            is_whole=True,
        )

    def refuse_pairs(self) -> None:
        """Refuse ``Anna and Ben vs Carla and Dilan``: who sat together is chosen and splits nothing."""
        sides = self._sides()
        if sides is None:
            return
        asked = tuple(map(self.words.as_rate, self.draft.measures)) or (
            Measure("rate", "win rate"),
        )
        others = tuple(one for one in self.draft.where if one.dimension != "player")
        raise self.draft.fail(
            self.draft.said[0]._replace(end=self.draft.said[-1].end),
            "Two pairs of players are two questions: one for each.",
            code="no-such-answer",
            suggestions=[
                str(Query(asked, where=(*others, Condition("player", "all of", tuple(side)))))
                for side in sides
            ],
            is_whole=True,
        )

    def _sides(self) -> tuple[list[str], list[str]] | None:
        """Return the players on both sides of a ``vs``, None where these are no pairs."""
        said = self.draft.said
        between = [at for at, one in enumerate(said) if self._holds_against(one)]
        if (
            not between and said and is_a(said[0], "COMPARE")
        ):  # compare Anna and Ben with Carla and Dilan
            between = [at for at, one in enumerate(said) if self._is_with(one)]
        if len(between) != 1:
            return None
        left = self._players(said[: between[0]][::-1])[::-1]
        behind = said[between[0] + 1 :]
        right = self._players(behind[1:] if behind and is_a(behind[0], "FILTER") else behind)
        if len(left) == 2 and len(right) == 1 and self._is_with(behind[0]):
            right = [left[0], *right]  # Anna with Ben vs with Carla
        return (left, right) if len(left) > 1 and len(right) > 1 else None

    def _players(self, tokens: list[Token]) -> list[str]:
        """Return the players that stand first, joined by *and* or *with*."""
        found: list[str] = []
        for at, token in enumerate(tokens):
            if at % 2:
                if not self._is_with(token) and normal(token.text) not in _JOINS:
                    break
            elif not is_a(token, "VALUE") or token.value[0][0] != "player":
                break
            else:
                found.append(token.value[0][1])
        return found

    def _holds_against(self, token: Token) -> bool:
        return is_a(token, "VS", "AGAINST", "OR") and normal(token.text) not in {*_JOINS, ","}

    def _is_with(self, token: Token) -> bool:
        return is_a(token, "FILTER") and normal(token.text).endswith("with")
