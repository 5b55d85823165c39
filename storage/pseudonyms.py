"""Puts a made-up name in the place of a player's, in all that the store holds.

Raw logs are rewritten and judged anew, the parts that held their rows are written anew, and all of
it comes in at once, in one transaction: nobody ever sees a player under two names. After that the
freed bytes are wiped: the journal is packed, and its log file emptied.
"""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson

from engine.errors import CardstatsError
from engine.names import MAX_NAME, clean_name, fold, has_hidden
from engine.pseudonym import Renaming
from engine.replay import judge

from . import audit, journal, locks, packing, parts, upkeep
from .errors import StorageError, in_words
from .gathering import packed
from .journal import PARTS, Entry, Hot, Journal, Part
from .records import dump_players, dump_violations, load_violations
from .verdicts import Judged, codes, judge_of, judged

CHUNK: Final = 500
"""Logs in memory at a time."""

WIPE_WAIT: Final = 10.0
"""Seconds that it waits for those who still read the old bytes."""

_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"


class UnknownPlayer(CardstatsError):
    """No log names such a player: look the name up."""

    code = "unknown-player"


@dataclass(frozen=True, slots=True)
class Pseudonymised:
    """What a pseudonymisation did."""

    name: str
    """That the player has now."""
    logs: int
    """That were changed."""
    games: int
    """Of these, accepted ones that count."""
    is_wiped: bool
    """False where somebody still reads the old bytes, or the disk is too full to pack the journal:
    they go with the next compaction."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


class _Changed(NamedTuple):
    """A log under the new name."""

    entry: Entry
    judged: Judged
    data: bytes


def pseudonymise(home: Path, source: Journal, player: str, name: str, who: str) -> Pseudonymised:
    """Rename *player*; see `Store.pseudonymise`. Needs the lock on parts."""
    new = _checked(name, player) if name else _made_up()
    with source.writing(is_news=False) as db:
        db.execute("DELETE FROM renamed")
    with source.reading() as db:
        last = journal.last_log(db)
        clean_to = journal.last_gone(db)
        gone = {log for log, _ in journal.gone(db)}
    changed = live = games = named = 0
    moved: list[int] = []
    with in_words(home / PARTS), parts.Batch(home / PARTS, clean_to) as batch:
        for found, times in _chunks(source, player, new, last):
            named += times
            changed += len(found)
            with source.writing(is_news=False) as db:
                _stage(db, found)
            counting = [one for one in found if not one.entry.successor]
            moved += [one.entry.id for one in counting]
            live += len(counting)
            games += sum(one.entry.verdict == "accepted" for one in counting)
            rows = ((one.entry.id, one.judged.game, one.judged.rows) for one in counting)
            for made in parts.from_rows(rows):
                batch.add(made, most=upkeep.PART_LOGS)
        if not named:
            raise UnknownPlayer(
                "No stored log names a player of that name.",
                place="pseudonymise",
                hint='cardstats query "games by player including bots" lists the players.',
            )
        with source.reading() as db:
            old = [part for part in journal.live_parts(db) if _has_any(part, moved)]
        made_anew = [_without(home, part, gone.union(moved), clean_to) for part in old]
        new_parts = [*filter(None, made_anew), *batch.close()]
    try:
        with source.writing() as db:
            late = _rename_late(db, player, new, last)
            journal.take_renamed(db)
            journal.drop_hot(db, moved)
            db.execute("DELETE FROM answers")  # they tell players by name, and would for a day
            journal.kill_parts(db, old)
            journal.add_parts(db, new_parts)
            journal.owe_packing(db)
            audit.note(db, who, "pseudonymise", f"player {new}", logs=changed + late)
    except sqlite3.IntegrityError as error:
        raise _taken() from error
    upkeep.clear(home, source)
    return Pseudonymised(new, changed + late, games, _wiped(home, source))


def _made_up() -> str:
    # Made of chance, not of the name: from a digest of it anybody could find out by guessing.
    return "player-" + "".join(secrets.choice(_LETTERS) for _ in range(8))


def _checked(name: str, player: str) -> str:
    new = clean_name(name)
    if not new or len(new) > MAX_NAME or has_hidden(new) or fold(new) == fold(player):
        raise CardstatsError(
            "That can be no player's new name.",
            code="bad-name",
            place="--as",
            hint=f"A name is another than before, of 1 to {MAX_NAME} visible characters.",
        )
    return new


def _taken() -> CardstatsError:
    return CardstatsError(
        "Somebody else has that name already, and the figures of two players would become one.",
        code="name-taken",
        place="--as",
        hint="Take another name, or leave it out and one is made up.",
    )


def _chunks(
    source: Journal, player: str, new: str, last: int
) -> Iterator[tuple[list[_Changed], int]]:
    """Yield the logs up to *last* that change, and how often they name the player."""
    after = 0
    while True:
        with source.reading() as db:
            found = journal.all_after(db, after, last, CHUNK)
        if not found:
            return
        after = found[-1][0].id
        yield _renamed(found, player, new)


def _renamed(
    found: Sequence[tuple[Entry, bytes]], player: str, new: str
) -> tuple[list[_Changed], int]:
    changed = []
    named = 0
    for entry, data in found:
        if _cannot_name(data, entry.source, player, new):
            continue
        renaming = Renaming(player, new)
        document = orjson.loads(data.removeprefix(b"\xef\xbb\xbf"))
        made = renaming.document(document)
        if renaming.is_taken:
            raise _taken()
        named += renaming.named
        if made == document and renaming.text(entry.source) == entry.source:
            continue
        changed.append(_judge_again(entry, document, renaming))
    return changed, named


def _cannot_name(data: bytes, source: str, player: str, new: str) -> bool:
    """Tell, without reading it, that a log holds neither name; False where only reading tells."""
    if not (data.isascii() and source.isascii() and player.isascii() and new.isascii()):
        return False
    lower = data.lower()
    names = (player.strip().lower(), new.lower())
    return b"\\u" not in lower and not any(
        name.encode() in lower or name in source.lower() for name in names
    )


def _judge_again(entry: Entry, document: dict[str, Any], renaming: Renaming) -> _Changed:
    """Judge a log under the new name. The verdict must not change: nothing else did."""
    before = codes(entry.verdict, load_violations(entry.violations))
    for cuts in (False, True):
        one = Renaming(renaming.old, renaming.new, cuts)
        # Not in its canonical form: that writes 1.0 as 1, which is no longer wrong.
        data = orjson.dumps(one.document(document))
        made = judged(judge(data))
        if codes(made.verdict, made.violations) == before:
            break
    else:
        is_old = entry.judge != judge_of(entry.game)
        raise StorageError(
            f"Log {entry.id} would be judged otherwise than before.",
            code="storage-outdated" if is_old else "storage",
            place=f"log {entry.id}",
            hint="Run `cardstats rebuild` first: another version judged the store."
            if is_old
            else "Remove that log, or rename the player to a name as short as the old one.",
        )
    changed = entry._replace(
        log_id=made.log_id,
        digest=bytes.fromhex(made.digest),
        source=one.text(entry.source),
        size=len(data),
        players=dump_players(made.players),
        violations=dump_violations(made.violations),
        judge=judge_of(made.game),
    )
    return _Changed(changed, made, data)


def _stage(db: sqlite3.Connection, found: Sequence[_Changed]) -> None:
    journal.add_renamed(
        db,
        (
            (one.entry, hashlib.sha256(one.data).digest(), packing.deflated(one.data))
            for one in found
        ),
    )


def _rename_late(db: sqlite3.Connection, player: str, new: str, last: int) -> int:
    """Rename in logs that came while the others were renamed; their rows wait in the journal."""
    found = journal.all_after(db, last, journal.MAX_ID, None)
    changed, _ = _renamed(found, player, new)
    _stage(db, changed)
    for entry, made, _ in changed:
        if not entry.successor:
            journal.drop_hot(db, [entry.id])
            journal.add_hots(db, [Hot(entry.id, made.game, packed(made.game, made.rows))])
    return len(changed)


def _has_any(part: Part, logs: Sequence[int]) -> bool:
    at = bisect_left(logs, part.first)
    return at < len(logs) and logs[at] <= part.last


def _without(home: Path, part: Part, logs: set[int], clean_to: int) -> Part | None:
    made = parts.merge(home / PARTS, [part], sorted(logs), clean_to)
    locks.sync(home / PARTS)
    return made


def _wiped(home: Path, source: Journal) -> bool:
    """Make the old bytes go from the disk; return whether they have."""
    until = time.monotonic() + WIPE_WAIT
    while True:
        try:
            is_packed = source.pack()
            with source.reading() as db:
                old_parts = journal.count_dead(db)
        except StorageError:  # the name is replaced; what is left is told
            return False
        if is_packed and not old_parts:
            return True
        if time.monotonic() > until:
            return False
        time.sleep(0.2)
        upkeep.clear(home, source)
