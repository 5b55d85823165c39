"""SQL that people write, on one reading of the store: one statement, which can only read its views.

DuckDB itself keeps the files of the system away (see reading.py), but not the files that the views
read, which an open COPY could overwrite. So a statement is looked at before it runs: by its kind, and
what it names by the tree that DuckDB's own parser makes of it.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import CardstatsError

from .query.literal import in_sql
from .reading import Reading

SECONDS: Final = 60.0
"""How long a statement may take where nothing else is said."""

MEMORY: Final = 1024
"""MiB that a statement may need where nothing else is said; see ``Store.reading``."""

_TABLE_FUNCTIONS: Final = frozenset(
    {"range", "generate_series", "unnest", "repeat", "repeat_row", "duckdb_columns"}
    | {"duckdb_tables", "duckdb_views", "duckdb_functions", "pragma_table_info", "summary"}
)
"""What may stand where a table stands, beside tables. Others read files or settings, or do things."""

_REFUSED: Final = re.compile(
    r"getenv|getvariable|current_setting|query|query_table|json_execute_serialized_sql"
    r"|json_serialize_plan|nextval|currval|setseed|write_log|sleep_ms|.*checkpoint.*|.*secret.*"
    r"|read_.*|.*_scan|glob|sniff_.*|parquet_.*|enable_.*|disable_.*|set_.*|copy_.*"
)
"""Functions that reach beyond the views or leave something behind."""

_SETTINGS: Final = frozenset({"pg_settings", "pragma_database_list"})
"""Views of DuckDB's own that show settings and files, as functions do that are refused."""

_EXPLAIN: Final = re.compile(r"\s*EXPLAIN\s+(ANALYZE\s+)?(\([^)]*\)\s*)?", re.IGNORECASE)


class SqlError(CardstatsError):
    """A statement that is not run: mend the statement."""

    code = "sql"


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a statement, fetched as they are asked for, inside the reading alone."""

    columns: tuple[str, ...]
    kinds: tuple[str, ...]
    """DuckDB's types."""
    rows: Iterator[Sequence[Any]]


def select(
    reading: Reading, text: str, *, seconds: float = SECONDS, most: int | None = None
) -> Table:
    """Run one SELECT (or EXPLAIN, DESCRIBE, SHOW, SUMMARIZE of one). Raises SqlError.

    *seconds* is the time until its last row has been fetched, *most* the rows that the caller has
    room for; more raise SqlError as they are fetched.
    """
    from . import bare_duckdb as duckdb

    until = time.monotonic() + seconds

    connection = reading.connection
    check(connection, text)
    watch = threading.Timer(seconds, connection.interrupt)
    watch.daemon = True
    watch.start()
    try:
        found = connection.execute(text)
    except duckdb.InterruptException as error:
        raise too_long(seconds) from error
    except (duckdb.IOException, duckdb.InternalException):
        raise
    except duckdb.Error as error:
        raise _failed(error) from error
    finally:
        watch.cancel()
    shape = found.description or []
    return Table(
        _told_apart([column[0] for column in shape]),
        tuple(str(column[1]) for column in shape),
        _rows(found, until, seconds, most),
    )


def _told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of columns, each once: an object has no two values of one name.

    >>> _told_apart(["game_id", "level", "game_id"])
    ('game_id', 'level', 'game_id_2')
    """
    found: list[str] = []
    for name in names:
        nth, one = 1, name
        while one in found or (nth > 1 and one in names):
            nth += 1
            one = f"{name}_{nth}"
        found.append(one)
    return tuple(found)


def _rows(found: Any, until: float, seconds: float, most: int | None) -> Iterator[Sequence[Any]]:
    """Yield the rows, until it is too late or they are too many."""
    from . import bare_duckdb as duckdb

    fetched = 0
    try:
        while batch := _batch(found, until):
            fetched += len(batch)
            if most is not None and fetched > most:
                raise SqlError(
                    f"The statement gives more than {most:,} rows, too many to lay out at once.",
                    code="sql-too-large",
                    hint="Ask for less, or write them one by one: --format csv or ndjson.",
                )
            yield from batch
            if time.monotonic() > until:
                raise too_long(seconds)
    except duckdb.InterruptException as error:
        raise too_long(seconds) from error
    except duckdb.IOException:
        raise
    except duckdb.Error as error:
        # Interrupted between two batches DuckDB says that the result is closed, not why.
        raise (too_long(seconds) if time.monotonic() > until else _failed(error)) from error


def _batch(found: Any, until: float) -> Sequence[Any]:
    watch = threading.Timer(max(0.0, until - time.monotonic()), found.interrupt)
    watch.daemon = True
    watch.start()
    try:
        rows: Sequence[Any] = found.fetchmany(10_000)
    finally:
        watch.cancel()
    return rows


def too_long(seconds: float) -> SqlError:
    """Return the error of a statement that was stopped after *seconds*."""
    return SqlError(
        f"The statement took longer than {seconds:g} seconds and was stopped.",
        code="sql-too-long",
        hint="Ask for less, or give it more time with --seconds.",
    )


def too_large() -> SqlError:
    """Return the error of a statement that there is no memory for."""
    return SqlError(
        "The statement needs more memory than there is for it.",
        code="sql-too-large",
        hint="Ask for less: fewer groups, fewer rows to sort, no cross joins; or give it more"
        " with --memory.",
    )


def _failed(error: Exception) -> SqlError:
    """Return DuckDB's words: what is wrong first, the place in the statement after it."""
    from . import bare_duckdb as duckdb

    if isinstance(error, duckdb.OutOfMemoryException):
        return too_large()
    first, _, rest = str(error).partition("\n")
    if "pytz" in str(error):
        return SqlError(
            "A time with a zone cannot be shown.",
            hint="The store's times are in UTC; leave out the zone: CAST(… AS TIMESTAMP).",
        )
    hint = " ".join(line.strip() for line in rest.splitlines() if line.strip() and "^" not in line)
    return SqlError(
        f"{first.strip().rstrip('.!')}.",
        hint=_meant(first) or hint or "`cardstats schema` lists tables and columns.",
    )


_UNKNOWN: Final = re.compile(
    r"""Table with name (?P<name>\S+) does|Referenced table "(?P<alias>[^"]+)" not"""
    r"""|(?:Referenced column|have a column named) "(?P<column>[^"]+)\""""
)


def _meant(message: str) -> str:
    """Return the tables or columns that an unknown name may be; DuckDB offers its own as well."""
    found = _UNKNOWN.search(message)
    if found is None:
        return ""
    from .query.suggestions.nearness import nearest
    from .schema import ABOUT, columns

    if table := found["name"] or found["alias"]:
        near = nearest(table.lower(), ABOUT)
        lead = f"Did you mean {near[0]}? " if near else ""
        return f"{lead}There are {', '.join(ABOUT)}."
    homes: dict[str, list[str]] = {}
    for one in columns():
        if one.table not in homes.setdefault(one.column, []):
            homes[one.column].append(one.table)
    told = [
        f"{name} (of {', '.join(homes[name])})" for name in nearest(found["column"].lower(), homes)
    ]
    lead = f"Did you mean {' or '.join(told)}? " if told else ""
    text = f"A text stands in single quotes: '{found['column']}'. "
    return f"{lead}{text}`cardstats schema` lists tables and columns."


def check(connection: Any, text: str) -> None:
    """Raise SqlError unless *text* is one statement that only reads the views."""
    from . import bare_duckdb as duckdb

    if "\0" in text:
        raise SqlError("A statement holds no NUL character.", hint="Take it out.")
    try:
        found = connection.extract_statements(text)
    except duckdb.Error as error:
        raise _failed(error) from error
    if len(found) != 1:
        if found and text.lstrip()[:5].upper() == "PIVOT":
            raise SqlError(
                "PIVOT has to be told its columns.", hint="Write PIVOT … ON column IN (value, …)."
            )
        raise SqlError(
            "There is no statement."
            if not found
            else f"There are {len(found)} statements, one at a time is run.",
            hint='For example: cardstats sql "SELECT level, avg(turns) FROM games GROUP BY level"',
        )
    kind = str(found[0].type).rpartition(".")[2]
    if kind == "EXPLAIN":
        inner = _EXPLAIN.sub("", text, count=1)
        if inner == text or _EXPLAIN.match(inner):
            raise _refused("This EXPLAIN")
        check(connection, inner)
        return
    if kind != "SELECT":
        raise _refused(kind.replace("_", " "))
    # No bound value, see `database.execute`: to look at one takes three times as long as the rest.
    (serialized,) = connection.execute(f"SELECT json_serialize_sql({in_sql(text)})").fetchone()
    tree = json.loads(serialized)
    if tree.get("error"):
        raise _refused("This statement")
    _look_at(tree)


def _look_at(node: Any) -> None:
    """Raise SqlError where a tree names what is not to be read or called."""
    if isinstance(node, list):
        for one in node:
            _look_at(one)
        return
    if not isinstance(node, dict):
        return
    kind = node.get("type")
    if kind == "TABLE_FUNCTION":
        called = str(node["function"].get("function_name", "")).lower()
        if called not in _TABLE_FUNCTIONS:
            raise _refused(f"{called}()")
    elif kind == "BASE_TABLE":
        named = str(node.get("table_name"))
        if re.search(r"[/\\:.*?]", named):
            raise _refused("A file as a table")
        if named.lower() in _SETTINGS:
            raise _refused(f"What {named} shows")
    name = node.get("function_name", "")
    if isinstance(name, str) and _REFUSED.fullmatch(name.lower()):
        raise _refused(f"{name.lower()}()")
    for one in node.values():
        _look_at(one)


def _refused(what: str) -> SqlError:
    return SqlError(
        f"{what} is not run here: SQL may read the tables of the store and nothing else.",
        code="sql-refused",
        hint="Write one SELECT over games, seats, rounds, moves, feedback and violations.",
    )
