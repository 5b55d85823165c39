"""Tells how bots fare on the very deals that were played, as far as they have played them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .query import Query

if TYPE_CHECKING:
    from ..bot_games import Played

NAME = "deal difficulty"
"""The metric and the dimension."""


def asks_for_deals(query: Query) -> bool:
    """Tell whether a question has to know how bots fare on the deals."""
    conditions = [*query.where, *(one for measure in query.measures for one in measure.such)]
    named = [step.dimension for step in query.by] + [one.dimension for one in conditions]
    if query.compare is not None:
        named.append(query.compare.dimension)
    return NAME in named or any(one.metric == NAME for one in query.measures)


def by_log(reading: Any) -> dict[str, Played]:
    """Return how bots fare on the deals of logs, by the SHA-256 of each log's canonical form."""
    from .. import bot_games

    home = getattr(reading, "home", None)
    return {} if home is None else bot_games.by_log(home)


def said_of(found: Mapping[str, Played]) -> str:
    """Return how far it is known, in a sentence."""
    deals = f"{len(found):,} deal{'' if len(found) == 1 else 's'}"
    return (
        f"Bots have played {deals} of this store so far; `cardstats difficulty --all`, on the machine "
        "where the store is, lets them play the others."
    )


def dealt(reading: Any) -> str:
    """Return a SELECT of the logs on whose deals bots have played, and how they fared."""
    found = by_log(reading)
    logs = ", ".join(f"'{bytes.fromhex(log).hex()}'" for log in found)
    won = ", ".join(str(one.won) for one in found.values())
    decided = ", ".join(str(one.decided) for one in found.values())
    return (
        f"SELECT unnest([{logs}]::VARCHAR[]) AS log_sha256,"
        f" unnest([{won}]::BIGINT[]) AS bots_won, unnest([{decided}]::BIGINT[]) AS bots_decided"
    )
