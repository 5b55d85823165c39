"""The shapes of parameters and answers, as marshmallow schemas.

They are read at the borders of the API alone. A log in a request body is not among them: the
engine reads it, and `api.log_description` describes it.
"""

from __future__ import annotations

import base64
import re
from datetime import UTC
from typing import Any, Final

from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, fields, validate

from engine import games

from . import examples

FORMS: Final = ("json", "ndjson", "csv", "tsv", "table", "md", "html", "parquet", "arrow")
"""The faces of an answer; see `storage.query.result`."""
REF_PATTERN: Final = r"^[A-Za-z0-9._-]{1,64}$"
STATUSES: Final = ("accepted", "rejected", "superseded")
"""Of a log that is kept."""
PAGE: Final = 50
MAX_PAGE: Final = 500
"""Logs on a page."""


def _told(sentence: str, **more: Any) -> dict[str, Any]:
    """Return what the OpenAPI document says of a field."""
    return {"description": sentence, **more}


def _maybe(field: type[fields.Field[Any]], sentence: str, **more: Any) -> fields.Field[Any]:
    return field(required=True, allow_none=True, metadata=_told(sentence, **more))


def _always(field: type[fields.Field[Any]], sentence: str, **more: Any) -> fields.Field[Any]:
    return field(required=True, metadata=_told(sentence, **more))


class Parameters(Schema):
    """Parameters of a query. One that is unknown is a fault, as an unknown key is in a log."""

    class Meta:
        unknown = RAISE

    # marshmallow declares it so.
    error_messages = {"unknown": "There is no such parameter here."}  # noqa: RUF012


class Answer(Schema):
    """What is sent back. Clients shall expect more members in later versions."""

    class Meta:
        unknown = EXCLUDE


# -- parameters


class Cursor(fields.Field[int]):
    """The place after which a page begins, in a form that nobody needs to understand."""

    def _serialize(self, value: Any, *_: Any, **__: Any) -> str | None:
        if value is None:
            return None
        return base64.urlsafe_b64encode(f"after:{value}".encode()).decode().rstrip("=")

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        try:
            padded = f"{value}{'=' * (-len(value) % 4)}"
            # Not urlsafe_b64decode, which passes over what is none of its letters.
            text = base64.b64decode(padded, altchars=b"-_", validate=True).decode("ascii")
        except ValueError:
            text = ""
        found = _CURSOR.fullmatch(text)
        if found is None:
            raise ValidationError("Not a cursor of this server.")
        return int(found[1])


_CURSOR: Final = re.compile(r"after:([0-9]{1,18})")


class LogsParameters(Parameters):
    """Which stored logs to list."""

    status = fields.String(
        validate=validate.OneOf(STATUSES), metadata=_told("Only logs with this status.")
    )
    game = fields.String(
        validate=validate.OneOf(games.names()), metadata=_told("Only logs of this game.")
    )
    level = fields.String(metadata=_told("Only accepted logs of this level."))
    player = fields.String(
        validate=validate.Length(1, 200),
        metadata=_told("Only logs with a player whose name holds this."),
    )
    since = fields.AwareDateTime(
        default_timezone=UTC,
        metadata=_told("Only logs that came at this time or later (RFC 3339)."),
    )
    until = fields.AwareDateTime(
        default_timezone=UTC, metadata=_told("Only logs that came before this time (RFC 3339).")
    )
    order = fields.String(
        load_default="oldest",
        validate=validate.OneOf(("oldest", "newest")),
        metadata=_told("Which logs come first."),
    )
    limit = fields.Integer(
        load_default=PAGE,
        validate=validate.Range(min=1, max=MAX_PAGE),
        metadata=_told("How many logs a page holds at the most."),
    )
    cursor = Cursor(metadata=_told("The `next` of the page before."))
    after = fields.Integer(
        validate=validate.Range(min=0, max=(1 << 63) - 1),
        metadata=_told("Only logs with a higher id. Goes with no `cursor`."),
    )
    details = fields.Boolean(
        load_default=False, metadata=_told("Tell the violations of each log as well.")
    )


class BatchParameters(Parameters):
    """How to take many logs."""

    dry_run = fields.Boolean(
        load_default=False, metadata=_told("Tell what would become of the logs, and keep none.")
    )
    only_errors = fields.Boolean(
        load_default=False,
        metadata=_told("Answer rejected and unreadable logs alone; the summary counts all."),
    )


class ReplayParameters(Parameters):
    """Which moment of a game, seen by whom."""

    move = fields.Integer(
        validate=validate.Range(min=-1),
        metadata=_told(
            "The table after this move, counted from 0 as in the log; -1 is the table after the "
            "deal. Left out: after the last move that can be played."
        ),
    )
    seat = fields.Integer(
        validate=validate.Range(min=0),
        metadata=_told("The table as this seat sees it, from 0. Left out: all that the log knows."),
    )


class FormParameters(Parameters):
    """How to answer."""

    format = fields.String(
        load_default="json",
        validate=validate.OneOf(FORMS),
        metadata=_told("How to answer; `table` is text for people."),
    )


class QueryParameters(FormParameters):
    """A question."""

    q = fields.String(
        required=True,
        metadata=_told("The question, in the words of docs/query.md.", example=examples.PHRASE),
    )


class ValuesParameters(Parameters):
    """How many values to list."""

    limit = fields.Integer(
        load_default=MAX_PAGE,
        validate=validate.Range(min=1, max=10_000),
        metadata=_told("How many values a page holds at the most."),
    )
    cursor = Cursor(metadata=_told("The `next` of the page before."))


# -- answers


class ViolationSchema(Answer):
    """One fault of a log."""

    code = _always(fields.String, "Stable name of the fault.")
    pointer = _always(fields.String, "Where in the log, as sent (RFC 6901).")
    move = _maybe(fields.Integer, "The move at fault, from 0; null outside the moves.")
    message = _always(fields.String, "The fault in one sentence.")
    expected = _maybe(fields.Raw, "What would have been right; null where no one answer is.")
    got = _maybe(fields.Raw, "What the log says.")
    rule = _maybe(fields.String, "The rule that is broken: game and section.")


class ErrorSchema(Answer):
    """One fault of a request's parameters."""

    place = _always(fields.String, "Where in the request, `query/limit`.")
    message = _always(fields.String, "What is wrong with it.")


class ProblemSchema(Answer):
    """The one shape of everything that goes wrong (RFC 9457)."""

    type = _always(fields.String, "Where the kind of problem is described.", format="uri-reference")
    title = _always(fields.String, "The kind of problem.")
    status = _always(fields.Integer, "The HTTP status.")
    detail = _always(fields.String, "What is wrong this time, in one sentence.")
    code = _always(fields.String, "Stable name of the problem.")
    place = _always(fields.String, "Where it is: a parameter, a pointer, a line; may be empty.")
    hint = _always(fields.String, "The way out; may be empty.")
    request_id = _always(fields.String, "Names this request in the server's log.")
    errors = fields.List(
        fields.Nested(ErrorSchema), metadata=_told("All faults of the parameters.")
    )
    violations = fields.List(
        fields.Nested(ViolationSchema), metadata=_told("All faults of the log.")
    )
    suggestions = fields.List(
        fields.String(), metadata=_told("What a phrase may say at that place instead.")
    )
    questions = fields.List(
        fields.String(), metadata=_told("Questions like the phrase that can be answered.")
    )
    phrase = fields.String(metadata=_told("The phrase that does not read."))
    start = fields.Integer(
        metadata=_told("Where in the phrase the trouble begins, in characters from 0.")
    )
    end = fields.Integer(metadata=_told("Where it ends: the character after the last."))


class RejectedSchema(ProblemSchema):
    """A log that breaks rules: the problem, and under which id it is kept all the same."""

    violations = fields.List(
        fields.Nested(ViolationSchema), required=True, metadata=_told("All faults of the log.")
    )
    id = _always(fields.Integer, "Under which the log is kept.")
    game = _maybe(fields.String, "The game the log names.")
    log_id = _maybe(fields.String, "The log's own name.")
    digest = _always(fields.String, "SHA-256 of the log's canonical form (RFC 8785).")


class VerdictSchema(Answer):
    """What the engine says of a log."""

    status = _always(fields.String, "The verdict.", enum=["accepted", "rejected"])
    game = _maybe(fields.String, "The game the log names.")
    log_id = _maybe(fields.String, "The log's own name.")
    digest = _always(fields.String, "SHA-256 of the log's canonical form (RFC 8785).")
    violations = fields.List(
        fields.Nested(ViolationSchema), required=True, metadata=_told("Empty where accepted.")
    )


class ReceiptSchema(VerdictSchema):
    """What became of a log that was sent."""

    status = _always(
        fields.String,
        "`accepted`: kept, and counted from now on. `duplicate`: the same game was kept before. "
        "`replaced`: kept, in place of an earlier log with the same `log_id`.",
        enum=["accepted", "duplicate", "replaced"],
    )
    id = _always(fields.Integer, "Under which the log is kept.")
    replaces = fields.Integer(metadata=_told("The id of the log that this one replaces."))


class TokenSchema(Answer):
    """Whose upload it was."""

    id = _always(fields.String, "The token's id.")
    label = _always(fields.String, "Its label; may be empty.")


class LineErrorSchema(Answer):
    """Why a line is no log."""

    code = _always(fields.String, "Stable name of the fault.")
    message = _always(fields.String, "The fault in one sentence.")
    place = _always(fields.String, "Where in the text; may be empty.")
    hint = _always(fields.String, "The way out; may be empty.")


class BatchCountsSchema(Answer):
    """How many logs of a batch became what."""

    logs = _always(fields.Integer, "All of them.")
    accepted = _always(fields.Integer, "Kept, and counted from now on.")
    replaced = _always(fields.Integer, "Accepted in place of an earlier one.")
    duplicate = _always(fields.Integer, "Kept before.")
    rejected = _always(fields.Integer, "Kept, out of every statistic.")
    unreadable = _always(fields.Integer, "No logs; not kept.")
    dry_run = _always(fields.Boolean, "Nothing was kept; this is what would have become of them.")


class BatchLineSchema(Answer):
    """A line of the answer to many logs: what became of one, the summary, or a problem."""

    file = fields.String(metadata=_told("The name of the file it stood in, in a form."))
    line = fields.Integer(
        allow_none=True, metadata=_told("Its line in body or file, from 1; null: the whole file.")
    )
    status = fields.String(
        metadata=_told(
            "What became of it.",
            enum=["accepted", "replaced", "duplicate", "rejected", "unreadable"],
        )
    )
    id = fields.Integer(metadata=_told("Under which it is kept, or was before."))
    game = fields.String(allow_none=True, metadata=_told("The game the log names."))
    log_id = fields.String(allow_none=True, metadata=_told("The log's own name."))
    digest = fields.String(
        allow_none=True, metadata=_told("SHA-256 of the log's canonical form (RFC 8785).")
    )
    violations = fields.List(
        fields.Nested(ViolationSchema), metadata=_told("All faults of the log.")
    )
    replaces = fields.Integer(metadata=_told("The id of the log that this one replaces."))
    error = fields.Nested(LineErrorSchema, metadata=_told("Why it is unreadable."))
    summary = fields.Nested(BatchCountsSchema, metadata=_told("The last line: all logs counted."))
    problem = fields.Nested(
        ProblemSchema, metadata=_told("The last line where the server could not go on.")
    )


class LogSummarySchema(Answer):
    """A log that is kept, in short."""

    id = _always(fields.Integer, "Never given twice.")
    status = _always(
        fields.String,
        "The verdict. `superseded`: a later log with the same `log_id` took its place. `removed`: "
        "told once, in the answer to the removal.",
        enum=[*STATUSES, "removed"],
    )
    game = _maybe(fields.String, "The game the log names.")
    log_id = _maybe(fields.String, "The log's own name.")
    digest = _always(fields.String, "SHA-256 of the log's canonical form (RFC 8785).")
    source = _always(fields.String, "Where it came from.")
    received_at = _always(fields.String, "When, in UTC.", format="date-time")
    size = _always(fields.Integer, "Of the log as it was sent, in bytes.")
    outcome = _maybe(fields.String, "How the game came out; null where it was not accepted.")
    level = _maybe(fields.String, "The level played; null where it was not accepted.")
    players = fields.List(
        fields.String(), required=True, metadata=_told("The players' names in seat order.")
    )
    superseded_by = fields.Integer(metadata=_told("The id of the log that took its place."))
    token = fields.Nested(
        TokenSchema, metadata=_told("With which it was sent; missing where there were no tokens.")
    )


class StoredLogSchema(LogSummarySchema):
    """A log that is kept, with its faults."""

    violations = fields.List(
        fields.Nested(ViolationSchema), required=True, metadata=_told("Empty where accepted.")
    )


class ListedLogSchema(LogSummarySchema):
    """A log that is kept, as a list shows it."""

    violations = fields.List(
        fields.Nested(ViolationSchema), metadata=_told("Where `details` were asked for.")
    )


class LogPageSchema(Answer):
    """A page of stored logs, oldest first."""

    logs = fields.List(fields.Nested(ListedLogSchema), required=True)
    next = Cursor(
        required=True,
        allow_none=True,
        metadata=_told("The `cursor` of the next page; null on the last one."),
    )


class SentenceSchema(Answer):
    """A name and what it means."""

    name = _always(fields.String, "The stable name.")
    sentence = _always(fields.String, "What it means.")


class LevelSchema(SentenceSchema):
    """A level of difficulty."""

    options = fields.Dict(
        keys=fields.String(),
        values=fields.Dict(keys=fields.String(), values=fields.Raw()),
        required=True,
        metadata=_told("Every option as the level sets it, by the number of players."),
    )


class OptionSchema(SentenceSchema):
    """An option that a log may set beyond its level."""

    kind = _always(
        fields.String, "What it takes.", enum=["whole", "flag", "choice", "text", "object"]
    )
    low = _maybe(fields.Integer, "The least, of a whole number.")
    high = _maybe(fields.Integer, "The most, of a whole number.")
    choices = fields.List(fields.String(), required=True, metadata=_told("Of a choice."))


class MoveSchema(Answer):
    """A type of move."""

    type = _always(fields.String, "As in the log.")
    sentence = _always(fields.String, "What it means.")
    required = fields.List(
        fields.String(), required=True, metadata=_told("Fields that must be there.")
    )
    optional = fields.List(
        fields.String(), required=True, metadata=_told("Fields that may be there.")
    )


class ColumnSchema(SentenceSchema):
    """A column that the game adds to a fact table."""

    table = _always(fields.String, "games, seats, rounds or moves.")
    kind = _always(
        fields.String, "What it holds.", enum=["whole", "number", "text", "flag", "time"]
    )
    unit = _always(fields.String, "May be empty.")


class GameSchema(Answer):
    """A game that is installed."""

    name = _always(fields.String, "As logs write it.")
    title = _always(fields.String, "As people write it.")
    version = _always(fields.String, "Of this reading of the rules.")
    sentence = _always(fields.String, "What the game is.")
    players = fields.List(
        fields.Integer(), required=True, metadata=_told("The fewest and the most.")
    )
    unit = _always(fields.String, "What a round is called: target, pot, trick, equation.")
    scores_seats = _always(fields.Boolean, "The score is one number a seat, not the team's.")
    levels = fields.List(fields.Nested(LevelSchema), required=True)
    inferred = fields.List(
        fields.String(),
        required=True,
        metadata=_told(
            "What the source of the rules leaves open and we read our way, a sentence each; a log "
            "sets options where its table played otherwise."
        ),
    )
    options = fields.List(fields.Nested(OptionSchema), required=True)
    moves = fields.List(fields.Nested(MoveSchema), required=True)
    faults = fields.List(
        fields.Nested(SentenceSchema),
        required=True,
        metadata=_told("Codes of violations that the rules can find."),
    )
    causes = fields.List(
        fields.Nested(SentenceSchema), required=True, metadata=_told("Why a game ends.")
    )
    columns = fields.List(
        fields.Nested(ColumnSchema), required=True, metadata=_told("The game's own facts.")
    )


class GamesSchema(Answer):
    """The games that are installed."""

    games = fields.List(fields.Nested(GameSchema), required=True)


class ReplaySchema(Answer):
    """One moment of a game."""

    id = _always(fields.Integer, "Of the stored log.")
    game = _always(fields.String, "Which game.")
    move = _always(fields.Integer, "The table is shown after this move, from 0; -1: the deal.")
    last = _always(fields.Integer, "The last move that can be shown; -1: none.")
    moves = _always(fields.Integer, "How many moves the log has.")
    seat = _maybe(fields.Integer, "Whose view it is, from 0; null: all that the log knows.")
    record = _maybe(fields.Dict, "The move as the log has it; null for the deal.")
    table = fields.Dict(
        keys=fields.String(),
        values=fields.Raw(),
        required=True,
        metadata=_told("What lies on the table, in the game's own words."),
    )
    picture = fields.List(
        fields.String(), required=True, metadata=_told("The same, drawn in lines of text.")
    )
    violations = fields.List(
        fields.Nested(ViolationSchema),
        required=True,
        metadata=_told("All faults of the log; empty where it was accepted."),
    )


class AnswerColumnSchema(Answer):
    """One column of an answer."""

    name = _always(fields.String, "Its key in the rows.")
    title = _always(fields.String, "For people.")
    kind = _always(fields.String, "What it holds.", enum=["text", "number", "time", "flag"])
    unit = _maybe(fields.String, "Of the numbers.")


class LeftOutSchema(Answer):
    """Games that an answer does not rest on."""

    games = _always(fields.Integer, "How many.")
    measure = _maybe(fields.String, "What they cannot tell; null: left out of the whole answer.")
    reason = _always(fields.String, "Why, in one sentence.")


class ResultSchema(Answer):
    """The answer to a question."""

    echo = _always(fields.String, "How the question was read, as a phrase that reads the same.")
    query = fields.Dict(
        keys=fields.String(),
        values=fields.Raw(),
        required=True,
        metadata=_told("The question as plain data."),
    )
    columns = fields.List(fields.Nested(AnswerColumnSchema), required=True)
    rows = fields.List(
        fields.Dict(keys=fields.String(), values=fields.Raw()),
        required=True,
        metadata=_told("Objects whose keys are the columns' names."),
    )
    n = _always(fields.Integer, "Cases of the first measure: turns, targets, games.")
    games = _always(fields.Integer, "Games that the first measure rests on.")
    level = _always(fields.Float, "Of the intervals.")
    unit = _maybe(fields.String, "What the intervals take as independent: games or sessions.")
    left_out = fields.List(fields.Nested(LeftOutSchema), required=True)
    notes = fields.List(fields.String(), required=True, metadata=_told("What else one must know."))
    meanings = fields.List(
        fields.String(), required=True, metadata=_told("What each measure counts.")
    )


class MetricSchema(SentenceSchema):
    """Something that can be asked for."""

    kind = _always(
        fields.String, "What it is.", enum=["count", "rate", "ratio", "value", "distinct"]
    )
    usually = _always(fields.String, "What is meant where no aggregate is said.")
    per = _always(fields.String, "The unit of its average where none is said.")
    unit = _always(fields.String, "Of the number; may be empty.")
    better = _maybe(fields.String, "Which way is better for the players, `more` or `less`.")
    needs = fields.List(
        fields.String(), required=True, metadata=_told("What logs must tell beside their moves.")
    )
    games = fields.List(
        fields.String(), required=True, metadata=_told("The games that have it; empty: all.")
    )
    told = _always(fields.Integer, "Stored games that can tell it.")
    synonyms = fields.List(
        fields.String(), required=True, metadata=_told("Other words that mean it.")
    )


class QuestionSchema(Answer):
    """A question in a body: one of the two."""

    q = fields.String(metadata=_told("In the words of docs/query.md."))
    query = fields.Dict(
        keys=fields.String(),
        values=fields.Raw(),
        metadata=_told("As plain data: the `query` of an answer."),
    )


class DimensionSchema(SentenceSchema):
    """Something that answers are split by, or filtered on."""

    kind = _always(fields.String, "What it holds.", enum=["text", "number", "time", "flag"])
    unit = _always(fields.String, "Of a number; may be empty.")
    values = fields.List(
        fields.String(), required=True, metadata=_told("Known values, where they are few.")
    )
    needs = fields.List(
        fields.String(), required=True, metadata=_told("What logs must tell beside their moves.")
    )
    games = fields.List(
        fields.String(), required=True, metadata=_told("The games that have it; empty: all.")
    )
    told = _always(fields.Integer, "Stored games that can tell it.")
    synonyms = fields.List(
        fields.String(), required=True, metadata=_told("Other words that mean it.")
    )


class MetricsSchema(Answer):
    """What can be asked."""

    metrics = fields.List(fields.Nested(MetricSchema), required=True)
    dimensions = fields.List(fields.Nested(DimensionSchema), required=True)


class DimensionsSchema(Answer):
    """By what answers can be split."""

    dimensions = fields.List(fields.Nested(DimensionSchema), required=True)


class ValueSchema(Answer):
    """A value of a dimension."""

    value = _always(fields.Raw, "The value, as text or as a number.")
    games = _always(fields.Integer, "Games that have it.")
    synonyms = fields.List(
        fields.String(), required=True, metadata=_told("Other words that mean it.")
    )


class ValuesSchema(Answer):
    """The values of a dimension."""

    dimension = _always(fields.String, "Its name.")
    values = fields.List(fields.Nested(ValueSchema), required=True)
    next = Cursor(
        required=True,
        allow_none=True,
        metadata=_told("The `cursor` of the next page; null on the last one."),
    )


class HealthSchema(Answer):
    """The server is well."""

    status = _always(fields.String, "Always `ok`.", enum=["ok"])
