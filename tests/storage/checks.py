"""What must hold of a store at any moment."""

from __future__ import annotations

from typing import Any

from storage import Reading, Store
from storage.tables import TABLES


def torn_games(reading: Reading) -> list[tuple[Any, ...]]:
    """Return the games whose rows do not fit together: half there, or there twice."""
    return reading.connection.execute(
        """
        WITH moved AS (
            SELECT game_id, count(*) AS moves, count(DISTINCT move) AS places,
                count(turn) AS turns, max(move) + 1 AS last
            FROM moves GROUP BY game_id
        ), sat AS (
            SELECT game_id, count(*) AS seats, sum(turns) AS turns FROM seats GROUP BY game_id
        ), went AS (
            SELECT game_id, count(*) AS rounds FROM rounds GROUP BY game_id
        ), played AS (
            SELECT game_id, count(*) AS copies, any_value(turns) AS turns,
                any_value(players) AS players, any_value(rounds) AS rounds
            FROM games GROUP BY game_id
        )
        SELECT coalesce(played.game_id, moved.game_id, sat.game_id, went.game_id), copies, moves
        FROM played
        FULL JOIN moved USING (game_id)
        FULL JOIN sat USING (game_id)
        FULL JOIN went USING (game_id)
        WHERE copies IS DISTINCT FROM 1
            OR moves IS DISTINCT FROM places
            OR moves IS DISTINCT FROM last
            OR moved.turns IS DISTINCT FROM played.turns
            OR sat.turns IS DISTINCT FROM played.turns
            OR seats IS DISTINCT FROM players
            OR went.rounds IS DISTINCT FROM played.rounds
        """
    ).fetchall()


def ids(reading: Reading, table: str = "games") -> list[int]:
    """Return the ids of a view in order, with repeats."""
    rows = reading.connection.execute(f"SELECT game_id FROM {table} ORDER BY 1").fetchall()
    return [log for (log,) in rows]


def contents(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of all views, each table in an order of its own."""
    with store.reading() as reading:
        return {
            table: reading.connection.execute(f"SELECT * FROM {table} ORDER BY ALL").fetchall()
            for table in TABLES
        }


def assert_sound(store: Store) -> None:
    """The views show each accepted log once and whole, and each rejected one's violations."""
    accepted = store.logs(status="accepted")
    rejected = store.logs(status="rejected")
    with store.reading() as reading:
        assert torn_games(reading) == []
        assert ids(reading) == [log.id for log in accepted]
        assert ids(reading, "violations") == [log.id for log in rejected for _ in log.violations]
    digests = [log.digest for log in accepted + rejected]
    assert len(set(digests)) == len(digests)


def part_files(store: Store) -> list[str]:
    """Return the names of all files in the folder of parts."""
    return sorted(path.name for path in (store.path / "parts").iterdir())
