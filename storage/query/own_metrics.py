"""Reads the metrics that users define in ``cardstats.toml``.

    [metrics."comeback rate"]
    sentence = "Targets hit after the total had passed over them, of all that were hit."
    over = "hits and rounds.passed_over > 0"
    of = "hits"
    better = "more"

An expression names metrics of the catalogue and columns of the fact tables (``rounds.passed_over``),
compares, joins by and, or, not, and calculates. It is read by a grammar of our own and written as
SQL from its tree: every name is looked up, every text is quoted, and nothing else comes through.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from engine.errors import CardstatsError
from engine.facts import SHARED, Kind, columns_of
from engine.metrics import Metric

from .catalogue import Catalogue, normal
from .language.words import NOISE
from .suggestions.nearness import nearest

Type: TypeAlias = Literal["number", "flag", "text", "time"]

KEYS: Final = ("sentence", "value", "over", "of", "unit", "better", "per", "synonyms")
TABLES: Final = ("games", "seats", "rounds", "moves", "feedback")
PER: Final = {
    "games": "game",
    "seats": "player",
    "rounds": "round",
    "moves": "turn",
    "feedback": "rating",
}
COUNT: Final = "count"
DEEPEST: Final = 40
"""Brackets inside each other."""

_TYPES: Final[Mapping[Kind, Type]] = {
    "whole": "number",
    "number": "number",
    "text": "text",
    "flag": "flag",
    "time": "time",
}


class BadMetric(CardstatsError):
    """A metric of a user's own that cannot be taken: mend ``cardstats.toml``."""

    code = "bad-metric"


class _Fault(Exception):
    """What is wrong with an expression, and where in it."""

    def __init__(self, message: str, column: int, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.column = column
        self.hint = hint


def load(path: Path, names: Catalogue) -> list[Metric]:
    """Return the metrics of a configuration, in its order. Raises BadMetric."""
    try:
        text = path.read_text(encoding="utf-8")
        config = tomllib.loads(text)
    except OSError as error:
        raise BadMetric(
            f"The configuration cannot be read: {error.strerror or error}.",
            place=str(path),
            hint="CARDSTATS_CONFIG names the file; unset it to go without.",
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadMetric(
            f"That is no TOML: {error}.", place=str(path), hint="See https://toml.io."
        ) from error
    given = config.get("metrics", {})
    source = _Source(path, text)
    strange = sorted(set(config) - {"metrics"})
    if strange:
        raise source.error(strange[0], None, "There is no such table.", "Write [metrics.NAME].")
    if not isinstance(given, dict):
        raise source.error("metrics", None, "That is no table.", 'Write [metrics."my rate"].')
    found: dict[str, Metric] = {}
    for name, keys in given.items():
        for metric in _Reader(source, name, names, found).read(keys):
            found[metric.name] = metric
    return list(found.values())


class _Source(NamedTuple):
    path: Path
    text: str

    def error(self, name: str, key: str | None, message: str, hint: str = "") -> BadMetric:
        """Return an error that names the file, the line and the key."""
        where = f'metrics."{name}"' + (f".{key}" if key else "")
        return BadMetric(message, place=f"{self.path}:{self._line(name, key)}, {where}", hint=hint)

    def _line(self, name: str, key: str | None) -> int:
        """Return the line of a key, else that of its table, from 1."""
        head = re.compile(rf"""\s*\[\s*metrics\s*\.\s*["']?{re.escape(name)}["']?\s*\]""")
        wanted = re.compile(rf"""\s*["']?{re.escape(key or "")}["']?\s*=""")
        lines = self.text.splitlines()
        table = next((at for at, line in enumerate(lines, 1) if head.match(line)), 1)
        if key is None:
            return table
        for at, line in enumerate(lines[table:], table + 1):
            if line.lstrip().startswith("["):
                break
            if wanted.match(line):
                return at
        return table


class _Reader:
    """Reads one metric."""

    def __init__(
        self, source: _Source, name: str, names: Catalogue, before: Mapping[str, Metric]
    ) -> None:
        self.source = source
        self.name = name
        self.names = names
        self.before = before
        """The user's metrics that stand above it, which it may use."""

    def fail(self, key: str | None, message: str, hint: str = "") -> BadMetric:
        return self.source.error(self.name, key, message, hint)

    def read(self, keys: Any) -> Iterator[Metric]:
        self._check_name()
        if not isinstance(keys, dict):
            raise self.fail(None, "That is no table.", f'Write [metrics."{self.name}"].')
        for key, value in keys.items():
            if key not in KEYS:
                near = nearest(key, KEYS)
                hint = f"Did you mean {near[0]}?" if near else f"There are {', '.join(KEYS)}."
                raise self.fail(key, f"A metric has no {key!r}.", hint)
            is_list = key == "synonyms"
            if is_list and not (
                isinstance(value, list) and all(isinstance(one, str) and one for one in value)
            ):
                raise self.fail(key, "Other names are a list of texts.", 'Write ["my other name"].')
            if not is_list and not isinstance(value, str):
                raise self.fail(key, "That is no text.", f'Write {key} = "…".')
        sentence = keys.get("sentence", "").strip()
        if not sentence:
            raise self.fail(None, "It has no sentence.", 'Say what it is: sentence = "…".')
        if keys.get("better", "") not in ("", "more", "less"):
            raise self.fail("better", "Better is more or less.", "Leave it out where neither is.")
        self._check_synonyms(keys.get("synonyms", ()))
        shared: dict[str, Any] = {
            "sentence": sentence if sentence.endswith((".", "?", "!")) else f"{sentence}.",
            "unit": keys.get("unit", ""),
            "better": keys.get("better", ""),
            "synonyms": tuple(normal(one) for one in keys.get("synonyms", ())),
        }
        if ("value" in keys) == ("over" in keys) or ("over" in keys) != ("of" in keys):
            raise self.fail(
                None,
                "It says neither what it measures nor what it is a share of."
                if "value" not in keys and "over" not in keys
                else "It says `over` and `of` together, or `value` alone.",
                'Write value = "…", or over = "…" and of = "…".',
            )
        yield from self._value(keys, shared) if "value" in keys else self._ratio(keys, shared)

    def _check_name(self) -> None:
        if not _is_name(self.name) or self.name != self.name.lower():
            raise self.fail(
                None,
                "A metric's name is up to 60 letters, digits and blanks, in lower case.",
                'Write it as the table says it: [metrics."comeback rate"].',
            )
        self._check_is_free(None, self.name)

    def _check_synonyms(self, synonyms: Sequence[str]) -> None:
        """Raise where another name could not be read, or would be read as something else."""
        for nth, synonym in enumerate(synonyms):
            if not _is_name(synonym.lower()):
                raise self.fail(
                    "synonyms",
                    f"{synonym!r} is no name: up to 60 letters, digits and blanks, a letter first.",
                    "Write it as the table says it.",
                )
            if normal(synonym) in (normal(self.name), *map(normal, synonyms[:nth])):
                raise self.fail(
                    "synonyms", f"`{synonym}` is one of its names already.", "Take it out."
                )
            self._check_is_free("synonyms", synonym)

    def _check_is_free(self, key: str | None, word: str) -> None:
        """Raise where *word* means something already, be it ours or of a metric above."""
        readings = self.names.words.get(normal(word), ())
        mine = next(
            (
                metric.name
                for metric in self.before.values()
                if normal(word) in map(normal, (metric.name, *metric.synonyms))
            ),
            None,
        )
        if mine is not None:
            means = f"the metric {mine}"
        elif readings:
            means = _meaning(readings)
        elif normal(word) in NOISE:
            means = "a little word that says nothing by itself"
        else:
            return
        raise self.fail(
            key,
            f"`{word}` means something already ({means}), and cannot be `{self.name}` as well."
            if key
            else f"`{word}` means something already ({means}).",
            "Choose another name.",
        )

    def _value(self, keys: Mapping[str, Any], shared: Mapping[str, Any]) -> Iterator[Metric]:
        at, games, kind = self._expression("value", keys["value"])
        table = next(iter(at))
        per = keys.get("per", PER[table])
        if per not in self.names.units:
            near = nearest(per, self.names.units)
            raise self.fail(
                "per",
                f"Nothing is told per {per!r}.",
                f"Did you mean {near[0]}?" if near else f"There are {', '.join(self.names.units)}.",
            )
        own = self.names.units[per].table
        if own not in at:
            raise self.fail(
                "per",
                f"It can be told by {', '.join(PER[one] for one in at)}, not by {per}.",
                "Leave `per` out, or use what that has.",
            )
        if kind == COUNT:
            yield Metric(self.name, at=at, per=per, games=games, **shared)
        else:
            yield Metric(self.name, at={own: at[own]}, kind="value", per=per, games=games, **shared)

    def _ratio(self, keys: Mapping[str, Any], shared: Mapping[str, Any]) -> Iterator[Metric]:
        if "per" in keys:
            raise self.fail("per", "A rate is told of all its cases.", "Leave `per` out.")
        (over, over_games, whole), (of, of_games, _) = (
            self._expression(key, keys[key]) for key in ("over", "of")
        )
        is_rate = bool(whole) and normal(keys["of"]) == whole
        both = [table for table in over if table in of]
        if not both:
            raise self.fail(
                "of",
                f"`over` is told by {', '.join(over)}, `of` by {', '.join(of)}: no row has both.",
                "Use metrics or columns of one table.",
            )
        if over_games and of_games and not set(over_games) & set(of_games):
            raise self.fail("of", "No game has both.", "Use what one game has.")
        games = tuple(g for g in over_games or of_games if not of_games or g in of_games)
        top, bottom = f"{self.name} (over)", f"{self.name} (of)"
        yield Metric(top, f"What {self.name} counts.", over, games=games)
        yield Metric(bottom, f"What {self.name} is out of.", of, games=games)
        yield Metric(
            self.name,
            top=top,
            bottom=bottom,
            kind="rate" if is_rate else "ratio",
            games=games,
            **shared,
        )

    def _expression(self, key: str, text: str) -> tuple[dict[str, str], tuple[str, ...], str]:
        """Return the SQL by table and the games that have all of it.

        And of a value whether it is a count, of a side of a rate what that is a share of.
        """
        try:
            tree = _Parser(text, self.names, self.before).read()
            found: dict[str, str] = {}
            faults: list[_Fault] = []
            for table in TABLES:
                try:
                    written = tree.write(table)
                except _Fault as fault:
                    faults.append(fault)
                    continue
                kind, sql = written
                if kind not in ("number", "flag"):
                    raise _Fault("That is a text and no number.", 0, "Compare it: = 'hard'.")
                found[table] = f"CAST(({sql}) AS BIGINT)" if kind == "flag" else sql
            if not found:
                raise faults[0]
            games = tree.games()
        except _Fault as fault:
            shown = text if len(text) <= 80 else f"{text[:77]}…"
            raise self.fail(
                key, f"{fault.message} (column {fault.column + 1} of `{shown}`)", fault.hint
            ) from None
        if key == "value":
            return found, games, COUNT if tree.counts() else ""
        return found, games, tree.metric.whole if isinstance(tree, _Metric) else ""


def _is_name(text: str) -> bool:
    return re.fullmatch(r"[^\W\d_][\w %'-]{0,59}", text) is not None


def _meaning(readings: Sequence[tuple[str, Any]]) -> str:
    """Return what a word stands for: of several things the one that is counted, or told apart by."""
    for symbol, what in (("METRIC", "the metric"), ("DIM", "the dimension"), ("UNIT", "the unit")):
        for found, value in readings:
            if found == symbol:
                return f"{what} {value}"
    return "a word of questions"


# -- the tree of an expression


class _Node:
    """A piece of an expression: writes itself as SQL over one table."""

    def __init__(self, column: int) -> None:
        self.column = column

    def write(self, table: str) -> tuple[Type, str]:
        raise NotImplementedError

    def games(self) -> tuple[str, ...]:
        """Return the games that have it; nothing where all have."""
        return ()

    def counts(self) -> bool:
        """Tell whether it is told alike by every table, as sums and differences of counts are."""
        return False


class _Number(_Node):
    def __init__(self, column: int, text: str) -> None:
        super().__init__(column)
        self.text = text

    def write(self, table: str) -> tuple[Type, str]:
        return "number", self.text


class _Text(_Node):
    def __init__(self, column: int, text: str) -> None:
        super().__init__(column)
        self.text = text

    def write(self, table: str) -> tuple[Type, str]:
        return "text", "'" + self.text.replace("'", "''") + "'"


class _Metric(_Node):
    def __init__(self, column: int, metric: Metric, names: Catalogue) -> None:
        super().__init__(column)
        self.metric = metric
        self.names = names

    def write(self, table: str) -> tuple[Type, str]:
        metric = self.metric
        if metric.top:
            raise _Fault(
                f"`{metric.name}` is a rate: it is no sum over rows.",
                self.column,
                f"Use its parts, {metric.top} and {metric.bottom}.",
            )
        if metric.kind == "distinct":
            raise _Fault(
                f"`{metric.name}` are counted once each, which is no sum over rows.",
                self.column,
                "Use what is counted in each game.",
            )
        if table not in metric.at:
            known = ", ".join(metric.at)
            raise _Fault(
                f"`{metric.name}` is told by {known}, and other parts are not.",
                self.column,
                "Use metrics and columns of one table.",
            )
        text = f"({metric.at[table]})"
        return "number", f"CAST({text} AS BIGINT)" if metric.kind == "count" else text

    def games(self) -> tuple[str, ...]:
        return self.metric.games

    def counts(self) -> bool:
        return self.metric.kind == "count"


class _Column(_Node):
    def __init__(
        self, column: int, table: str, name: str, kind: Kind, games: Sequence[str]
    ) -> None:
        super().__init__(column)
        self.table = table
        self.name = name
        self.kind = kind
        self._games = tuple(games)

    def write(self, table: str) -> tuple[Type, str]:
        if table != self.table:
            raise _Fault(
                f"`{self.table}.{self.name}` is a column of {self.table}, and other parts are not.",
                self.column,
                "Use metrics and columns of one table.",
            )
        return _TYPES[self.kind], self.name

    def games(self) -> tuple[str, ...]:
        return self._games


class _Joined(_Node):
    """Two sides and what stands between them."""

    def __init__(self, column: int, sign: str, left: _Node, right: _Node) -> None:
        super().__init__(column)
        self.sign = sign
        self.left = left
        self.right = right

    def write(self, table: str) -> tuple[Type, str]:
        (one, left), (other, right) = self.left.write(table), self.right.write(table)
        if self.sign in ("and", "or"):
            left, right = (_as_flag(kind, sql) for kind, sql in ((one, left), (other, right)))
            return "flag", f"({left} {self.sign.upper()} {right})"
        if self.sign in ("+", "-", "*", "/"):
            for kind, side in ((one, self.left), (other, self.right)):
                if kind not in ("number", "flag"):
                    raise _Fault("One does not calculate with a text.", side.column)
            left, right = (_as_number(kind, sql) for kind, sql in ((one, left), (other, right)))
            if self.sign == "/":
                return "number", f"({left} / NULLIF({right}, 0))"
            return "number", f"({left} {self.sign} {right})"
        if {one, other} == {"number", "flag"}:
            left, right = (_as_number(kind, sql) for kind, sql in ((one, left), (other, right)))
        elif one != other:
            raise _Fault(f"A {one} is not compared with a {other}.", self.column)
        return "flag", f"({left} {'<>' if self.sign == '!=' else self.sign} {right})"

    def counts(self) -> bool:
        return self.sign in ("+", "-") and self.left.counts() and self.right.counts()

    def games(self) -> tuple[str, ...]:
        left, right = self.left.games(), self.right.games()
        both = tuple(game for game in left or right if not right or game in right)
        if left and right and not both:
            raise _Fault("No game has both sides.", self.column, "Use what one game has.")
        return both


class _Not(_Node):
    def __init__(self, column: int, inner: _Node) -> None:
        super().__init__(column)
        self.inner = inner

    def write(self, table: str) -> tuple[Type, str]:
        return "flag", f"(NOT {_as_flag(*self.inner.write(table))})"

    def games(self) -> tuple[str, ...]:
        return self.inner.games()


def _as_flag(kind: Type, sql: str) -> str:
    return f"({sql} <> 0)" if kind == "number" else sql


def _as_number(kind: Type, sql: str) -> str:
    return f"CAST({sql} AS BIGINT)" if kind == "flag" else sql


_PIECE: Final = re.compile(
    r"""\s*(?:(?P<number>\d+(?:\.\d+)?(?![\w.]))|(?P<text>'(?:[^']|'')*'|"[^"]*")
    |(?P<column>[a-z]+\.[a-z_0-9]+)|(?P<word>[^\W\d_][\w']*(?:-[^\W\d_]\w*)*)
    |(?P<sign><=|>=|!=|[-+*/()=<>])|(?P<other>\S))""",
    re.VERBOSE,
)
_COMPARES: Final = ("=", "!=", "<", "<=", ">", ">=")


class _Parser:
    """Reads an expression: or, and, not, comparison, sum, product, in this order."""

    def __init__(self, text: str, names: Catalogue, before: Mapping[str, Metric]) -> None:
        self.text = text
        self.names = names
        self.before = before
        self.pieces = [
            (str(match.lastgroup), match[str(match.lastgroup)], match.start(str(match.lastgroup)))
            for match in _PIECE.finditer(text)
        ]
        self.at = 0
        self.depth = 0

    def read(self) -> _Node:
        if not self.pieces:
            raise _Fault("There is no expression.", 0, "Name a metric, as in `passes`.")
        found = self._or()
        if self.at < len(self.pieces):
            _, text, column = self.pieces[self.at]
            raise _Fault(f"`{text}` cannot stand here.", column, "Between two names stands a sign.")
        return found

    def _peek(self) -> tuple[str, str, int]:
        if self.at < len(self.pieces):
            return self.pieces[self.at]
        return "end", "", len(self.text)

    def _takes(self, *signs: str) -> tuple[str, int] | None:
        _, text, column = self._peek()
        if text.casefold() in signs:
            self.at += 1
            return text.casefold(), column
        return None

    def _or(self) -> _Node:
        found = self._and()
        while sign := self._takes("or"):
            found = _Joined(sign[1], "or", found, self._and())
        return found

    def _and(self) -> _Node:
        found = self._not()
        while sign := self._takes("and"):
            found = _Joined(sign[1], "and", found, self._not())
        return found

    def _not(self) -> _Node:
        if sign := self._takes("not"):
            return _Not(sign[1], self._not())
        found = self._sum()
        if compared := self._takes(*_COMPARES):
            found = _Joined(compared[1], compared[0], found, self._sum())
        return found

    def _sum(self) -> _Node:
        found = self._product()
        while sign := self._takes("+", "-"):
            found = _Joined(sign[1], sign[0], found, self._product())
        return found

    def _product(self) -> _Node:
        found = self._single()
        while sign := self._takes("*", "/"):
            found = _Joined(sign[1], sign[0], found, self._single())
        return found

    def _single(self) -> _Node:
        kind, text, column = self._peek()
        if self._takes("("):
            self.depth += 1
            if self.depth > DEEPEST:
                raise _Fault("Too many brackets inside each other.", column)
            inner = self._or()
            self.depth -= 1
            if not self._takes(")"):
                raise _Fault("A bracket is not closed.", column, "Write ) behind it.")
            return inner
        if kind == "number":
            self.at += 1
            return _Number(column, text)
        if kind == "text":
            self.at += 1
            inner_text = text[1:-1]
            return _Text(column, inner_text.replace("''", "'") if text[0] == "'" else inner_text)
        if kind == "column":
            self.at += 1
            return self._column(text, column)
        if kind == "word":
            return self._metric(column)
        raise _Fault(
            "The expression breaks off." if kind == "end" else f"`{text}` cannot stand here.",
            column,
            "Here stands a metric, a column (rounds.turns), a number or a bracket.",
        )

    def _metric(self, column: int) -> _Node:
        """Read the longest run of words that names a metric."""
        words: list[str] = []
        best: tuple[int, Metric] | None = None
        for at in range(self.at, min(len(self.pieces), self.at + 8)):
            kind, text, _ = self.pieces[at]
            if kind not in ("word", "number"):
                break
            words.append(text)
            key = normal(" ".join(words))
            if key in self.before:
                best = at + 1, self.before[key]
            for symbol, name in self.names.words.get(key, ()):
                if symbol == "METRIC" and name in self.names.metrics:
                    best = at + 1, self.names.metrics[name]
                    break
        if best is None:
            run = " ".join(words)
            near = nearest(run, self.names.metrics) or nearest(words[0], self.names.metrics)
            raise _Fault(
                f"There is no metric `{run}`.",
                column,
                f"Did you mean {' or '.join(near)}?" if near else "`cardstats metrics` lists them.",
            )
        self.at = best[0]
        return _Metric(column, best[1], self.names)

    def _column(self, text: str, column: int) -> _Node:
        table, _, name = text.partition(".")
        if table not in TABLES:
            raise _Fault(f"There is no table `{table}`.", column, f"There are {', '.join(TABLES)}.")
        found = _columns(table)
        if name not in found:
            near = nearest(name, found)
            raise _Fault(
                f"The table {table} has no column `{name}`.",
                column,
                f"Did you mean {' or '.join(f'{table}.{one}' for one in near)}?"
                if near
                else "docs/facts.md lists them.",
            )
        kind, games = found[name]
        return _Column(column, table, name, kind, games)


def _columns(table: str) -> dict[str, tuple[Kind, tuple[str, ...]]]:
    """Return the columns of a table, each with its kind and the games that have it."""
    from engine.games import game, names

    from ..columns import STORED

    found: dict[str, tuple[Kind, tuple[str, ...]]] = {
        column.name: (column.kind, ()) for column in (*STORED.get(table, ()), *SHARED[table])
    }
    for name in names():
        try:
            own = game(name).columns
        except Exception:  # noqa: BLE001, S112 - whatever a package does, others go on
            continue
        for column in columns_of(table, own):
            if column.name in found and not found[column.name][1]:
                continue
            games = found.get(column.name, (column.kind, ()))[1]
            found[column.name] = (column.kind, (*games, name))
    return found
