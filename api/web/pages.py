"""The routes of the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, redirect, request

from engine import games
from engine.errors import CardstatsError, UnreadableLog, Violation
from engine.replay import Verdict

from ..access import need, who
from ..context import DOCS, context, store, visit
from ..errors import Problem
from .forms import MOST_LOGS, Taken, check_origin, logs_of, take, text_of, whole_of
from .places import laid_out, line_of
from .replays import Film, film
from .shell import page, static_answer

if TYPE_CHECKING:
    from storage import StoredLog

pages = Blueprint("web", __name__)

PER_PAGE: Final = 50
STATUSES: Final = ("accepted", "rejected", "superseded")
_EXCERPTS: Final = 40
"""Rejected logs of one upload whose moves are shown; the others have their sentence and a link."""
_AROUND: Final = 3
"""Moves before a fault that an excerpt shows."""
_FEW_BYTES: Final = 512 * 1024
"""Of a log that an editor in a page is fit for."""


@pages.get("/docs")
def docs() -> Any:
    """Lead to the description of the API."""
    return redirect(DOCS)


@pages.get("/web/<name>")
def static_file(name: str) -> Response:
    """Send a style sheet, a script or a picture."""
    return static_answer(name)


# -- logs


@pages.get("/logs")
def logs() -> Response:
    """List the logs that are kept, newest first."""
    asked = {key: text_of(key) for key in ("game", "status", "level", "player")}
    before, after = whole_of("before"), whole_of("after")
    status = asked["status"] if asked["status"] in STATUSES else None
    told: dict[str, Any] = {**asked, "status": status}
    if after is not None:
        found = store().logs(**told, after=max(after, 0), limit=PER_PAGE + 1)[::-1]
        has_newer, has_older = len(found) > PER_PAGE, True
        found = found[-PER_PAGE:]
    else:
        found = store().logs(**told, before=before, limit=PER_PAGE + 1, newest_first=True)
        has_newer, has_older = before is not None, len(found) > PER_PAGE
        found = found[:PER_PAGE]
    kept = {key: value for key, value in told.items() if value is not None}
    return page(
        "logs.html",
        found=found,
        asked=told,
        kept=kept,
        newer=found[0].id if has_newer and found else None,
        older=found[-1].id if has_older and found else None,
        games=games.names(),
        levels=sorted({level for name in games.names() for level in games.game(name).levels}),
        statuses=STATUSES,
        here="/logs",
    )


@pages.get("/logs/<ref>")
def log(ref: str) -> Response:
    """Show a game, move by move."""
    kept = _find(ref)
    shown = film(store().raw(kept.id), whole_of("move"), whole_of("seat"))
    if isinstance(shown, Verdict):
        return page(
            "unplayable.html", log=kept, faults=shown.violations, code=_code(kept), here="/logs"
        )
    return page("replay.html", here="/logs", **_frame(kept, shown))


@pages.get("/logs/<ref>/frame")
def frame(ref: str) -> Response:
    """Show one move of a game alone, for a page that shows the rest already."""
    kept = _find(ref)
    shown = film(store().raw(kept.id), whole_of("move"), whole_of("seat"), whole=False)
    if isinstance(shown, Verdict):
        raise Problem("not-replayable", "No table can be laid.", hint="See the log's own page.")
    return page("frame.html", **_frame(kept, shown))


def _frame(kept: StoredLog, shown: Film) -> dict[str, Any]:
    """Return what the template of one move wants."""
    scene = shown.scene(shown.at)
    return {
        "log": kept,
        "film": shown,
        "step": shown.step,
        "marks": [mark for mark in shown.marks if mark.move == shown.at],
        "remarks": [remark for remark in shown.log.feedback if remark.move == shown.at],
        "stops": shown.stops(),
        "sentence": shown.drawing.say(scene),
        "table": shown.drawing.draw(scene),
        "address": _address,
    }


def _address(ref: int, move: int | None, seat: int | None) -> str:
    """Return the address of a move."""
    told = [
        f"{key}={value}" for key, value in (("move", move), ("seat", seat)) if value is not None
    ]
    return f"/logs/{ref}{'?' if told else ''}{'&'.join(told)}"


def _find(ref: str) -> StoredLog:
    found = store().find(ref)
    visit().log = found.id
    return found


# -- in


@pages.get("/upload")
def upload() -> Response:
    """Offer to take logs; with ``edit`` one that is kept, to be mended."""
    ref = text_of("edit")
    if ref is None:
        return page("upload.html", most=MOST_LOGS, here="/upload")
    need("read")  # it shows what is kept
    kept = _find(ref)
    data = store().raw(kept.id)
    if len(data) > _FEW_BYTES:
        raise Problem(
            "too-large",
            "The log is too long to be mended in a page.",
            hint=f"Take it from /api/v1/logs/{kept.id}/raw, mend it, and send it again.",
        )
    return _editor(laid_out(data), list(kept.violations), kept)


@pages.post("/upload")
def send() -> Response:
    """Judge the logs of a form and keep them; with ``check`` only judge."""
    check_origin(request)
    most = context().config.max_log_bytes
    request.max_content_length = 2 * most
    request.max_form_memory_size = 2 * most
    request.max_form_parts = MOST_LOGS
    is_check = "check" in request.form
    taken = take(store(), list(logs_of(request, most=most)), dry_run=is_check)
    if "text" in request.form:
        return _mended(taken[0], is_check=is_check)
    if not taken:
        return page("upload.html", 400, most=MOST_LOGS, nothing=True, here="/upload")
    verdicts = _verdicts(taken)
    if "part" in request.form:
        return page("verdicts.html", verdicts=verdicts)
    return page(
        "upload.html", verdicts=verdicts, tally=tally(taken), most=MOST_LOGS, here="/upload"
    )


def _mended(one: Taken, *, is_check: bool) -> Response:
    """Answer the editor: the verdict beside the text, or where the log is kept now."""
    text = request.form["text"].replace("\r\n", "\n")
    was = _was()
    faults = list(one.receipt.violations)
    if is_check or one.receipt.status in ("rejected", "unreadable"):
        return _editor(text, faults, was, taken=one, is_check=is_check)
    removed = None
    if was is not None and "remove" in request.form and was.id != one.receipt.id:
        need("admin")
        removed = store().remove(was.id, who=who()).id
    verdicts = _verdicts([one])
    return page(
        "upload.html",
        verdicts=verdicts,
        tally=tally([one]),
        removed=removed,
        most=MOST_LOGS,
        here="/upload",
    )


def _was() -> StoredLog | None:
    """Return the rejected log that was opened in the editor, if it is still there."""
    ref = request.form.get("edit", "")
    if not ref:
        return None
    try:
        kept = _find(ref)
    except CardstatsError:
        return None
    return kept if kept.status == "rejected" else None


def _editor(
    text: str,
    faults: Sequence[Violation],
    kept: StoredLog | None,
    *,
    taken: Taken | None = None,
    is_check: bool = False,
) -> Response:
    status = 200 if taken is None or is_check else 422
    return page(
        "edit.html",
        status,
        text=text,
        faults=[(fault, line_of(text, fault.pointer)) for fault in faults],
        log=kept,
        receipt=None if taken is None else taken.receipt,
        is_check=is_check,
        here="/upload",
    )


@dataclass(frozen=True, slots=True)
class Shown:
    """A verdict as the upload page shows it."""

    taken: Taken
    excerpts: Sequence[Excerpt]
    is_long: bool
    """It is too long for the editor."""

    @property
    def can_be_played(self) -> bool:
        """Some move before a fault can be shown."""
        return any(excerpt.lines for excerpt in self.excerpts)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A fault beside the moves that it is about."""

    fault: Violation
    lines: Sequence[tuple[int, Any, bool]]
    """Number, sentence, and whether it is the one at fault; empty for a fault of no move."""


def _verdicts(taken: Sequence[Taken]) -> list[Shown]:
    found = []
    left = _EXCERPTS
    for one in taken:
        excerpts: list[Excerpt] = []
        if one.receipt.violations and left:
            left -= 1
            excerpts = _excerpts(one)
        found.append(Shown(one, excerpts, len(one.data) > _FEW_BYTES))
    return found


def _excerpts(one: Taken) -> list[Excerpt]:
    """Return the faults of a rejected log, each with the moves up to it."""
    faults = one.receipt.violations
    try:
        shown = film(one.data, None, None)
    except UnreadableLog:
        shown = None
    if not isinstance(shown, Film):
        return [Excerpt(fault, ()) for fault in faults]
    excerpts = []
    for fault in faults:
        near = range(0)
        if fault.move is not None and fault.move <= shown.last:
            near = range(max(0, fault.move - _AROUND), min(fault.move + 1, shown.last) + 1)
        lines = [(at, shown.drawing.say(shown.scene(at)), at == fault.move) for at in near]
        excerpts.append(Excerpt(fault, lines))
    return excerpts


def tally(taken: Sequence[Taken]) -> list[tuple[str, int]]:
    """Return how many logs there are of each verdict, those that need a look first."""
    order = ("rejected", "unreadable", "accepted", "replaced", "duplicate")
    found = [one.receipt.status for one in taken]
    return [(status, found.count(status)) for status in order if status in found]


def _code(kept: StoredLog) -> list[tuple[int, str, list[Violation]]]:
    """Return the lines of a log that hold faults, with two around each."""
    data = store().raw(kept.id)
    if len(data) > _FEW_BYTES:
        return []
    text = laid_out(data)
    by_line: dict[int, list[Violation]] = {}
    for fault in kept.violations:
        line = line_of(text, fault.pointer)
        if line is not None:
            by_line.setdefault(line, []).append(fault)
    lines = text.split("\n")
    near = {at for line in by_line for at in range(line - 2, line + 3) if 0 < at <= len(lines)}
    return [(at, lines[at - 1][:400], by_line.get(at, [])) for at in sorted(near)]
