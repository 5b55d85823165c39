"""Says what goes with the numbers of an answer: what was left out, and what one must know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from engine.metrics import NEEDS

from .catalogue import Catalogue
from .compile import RUN
from .figures import SESSIONS, Answered
from .layout import counted
from .plan import Scope
from .query import Query
from .question import EMPTY
from .result import LeftOut

Found: TypeAlias = Mapping[tuple[str, str], int]
"""Games that fit a question, by game and who played."""


_MANY: Final = 20
"""Of so many 95 % intervals one is to be expected to miss."""


class Notes:
    """The sentences of one answer."""

    def __init__(
        self,
        query: Query,
        names: Catalogue,
        scope: Scope,
        found: Found,
        answers: Sequence[Answered],
        level: float,
        *,
        is_empty: bool = False,
    ) -> None:
        """*is_empty*: the store has no game at all."""
        self.query = query
        self.names = names
        self.scope = scope
        self.found = found
        self.answers = answers
        self.level = level
        self.is_empty = is_empty
        self.of_violations = all(answer.plan.table == "violations" for answer in answers)

    def _count_by(self, who: str) -> int:
        return sum(count for (_, by), count in self.found.items() if by == who)

    def unit(self) -> str:
        """Return what the intervals take as independent, in words."""
        shown = [figure for answer in self.answers for figure in answer.groups.values()]
        told = [figure for figure in shown if figure.interval.low is not None]
        units = {figure.unit for figure in told}
        if "run" in units:
            return f"games, {'some ' if 'game' in units else ''}in runs of {RUN},"
        if "session" not in units:
            return "games" if units else ""
        by_session = [figure.sums for figure in told if figure.unit == "session"]
        groups = {sums.groups for sums in by_session if sums is not None}
        unit = "sessions"
        if any(groups):
            unit += f", {'some ' if 0 in groups else ''}in {max(groups):,} random groups,"
        if "game" in units:
            unit = f"{unit.rstrip(',')}, and games where there are fewer than {SESSIONS} of them,"
        return unit

    def left_out(self) -> list[LeftOut]:
        """Return the games that the answer does not rest on."""
        found = []
        bots = self._count_by("bots")
        if bots and self.scope.bots == "without" and not self.of_violations:
            found.append(LeftOut(bots, " of bots (`including bots` counts them)"))
        for answer in self.answers:
            if answer.total.untold:
                needs = self.names.needs(answer.measure.metric)
                reason = NEEDS[needs[0]] if needs else "they tell nothing of it"  # type: ignore[index]
                found.append(LeftOut(answer.total.untold, f", {reason}", str(answer.measure)))
        return found

    def notes(self) -> list[str]:
        """Return what else one must know."""
        notes: list[str] = []
        if not self.of_violations:
            notes += self._notes_on_games()
        else:
            when = ", by when they came (UTC)" if self.scope.elsewhere.arrived else ""
            notes.append(f"Counted in rejected logs, whoever played{when}.")
        for answer in self.answers:
            measure = answer.measure
            if measure.per in ("target", "round") and measure.aggregate != "distribution":
                notes.append(
                    f"Every {measure.per} that was begun counts, finished or not"
                    + (
                        " (`for hit targets` leaves the others out)."
                        if measure.per == "target"
                        else "."
                    )
                )
            if answer.plan.absent and not answer.total.n:
                notes.append(f"No game in the store tells {measure.metric}.")
            if answer.plan.fans_out:
                notes += [
                    f"A game counts once for each of its {what}." for what in self._fans(answer)
                ]
        if self.query.compare is not None:
            dimension = self.names.dimensions[self.query.compare.dimension]
            may_share = any(
                answer.plan.of_the_whole or answer.plan.is_of_rows for answer in self.answers
            )
            if "games" not in dimension.at and may_share:
                notes.append(
                    "Both sides may share games; the interval of the difference is then a guide."
                )
        notes += self._notes_on_sessions()
        notes += self._notes_on_many()
        reasons = {
            figure.interval.why
            for answer in self.answers
            for figure in answer.groups.values()
            if figure.interval.why and figure.interval.estimate is not None
        }
        notes += [f"Where an interval is open or missing: {why}." for why in sorted(reasons)]
        return list(dict.fromkeys(notes))

    def _fans(self, answer: Answered) -> list[str]:
        """Return what a row counts once for each of."""
        homes = {"tags": "tags", "seats": "players"}
        table = answer.plan.table
        split = [self.names.dimensions[step.dimension].at for step in self.query.by]
        found = [homes[one] for one in homes for at in split if one in at and table not in at]
        return list(dict.fromkeys(found)) or ["players"]

    def _notes_on_sessions(self) -> list[str]:
        """Return what intervals that rest on single games do not know of the sessions they were in."""
        few = [
            figure.few_sessions
            for answer in self.answers
            for figure in answer.groups.values()
            if figure.interval.low is not None or figure.interval.high is not None
        ]
        if not any(few):
            return []
        return [
            f"{'The' if all(few) else 'Where'} games are of fewer than {SESSIONS} sessions"
            f"{', so' if all(few) else ','} the interval rests on single games: how one session differs"
            " from another is not in it."
        ]

    def _notes_on_many(self) -> list[str]:
        """Return what is to be known of many intervals side by side, from where one of them errs."""
        told = sum(
            figure.interval.low is not None
            for answer in self.answers
            for figure in answer.groups.values()
        )
        missing = round((1 - self.level) * told)
        if self.query.compare is not None or missing < 1 or told < _MANY:
            return []
        return [
            f"Each of the {told} intervals holds by itself: about {missing} of them will miss, and"
            " none is corrected for that (`compare … vs …` corrects for looking at many)."
        ]

    def _notes_on_games(self) -> list[str]:
        notes = []
        if self.is_empty and not self.found:
            notes.append(EMPTY)
        elif not self.found:
            first = self.query.measures[0]
            games = self.names.games_of(first.metric, first.per)
            of = f" It is asked of {' and '.join(games)}." if games else ""
            notes.append(f"No game in the store fits this question.{of}")
        if self.scope.bots == "only":
            if self.query.bots is None:
                notes.append("Only games of bots fit this question, so it is these that count.")
            else:
                notes.append("Only games of bots count.")
        elif self.scope.bots == "with" and self._count_by("bots"):
            notes.append(f"{counted(self._count_by('bots'), 'game')} of bots counted too.")
        by_game: dict[str, int] = {}
        for (game, who), count in self.found.items():
            if self.scope.takes(who):
                by_game[game] = by_game.get(game, 0) + count
        is_split = any(step.dimension == "game" for step in self.query.by)
        if len(by_game) > 1 and not is_split:
            named = ", ".join(f"{game} ({count})" for game, count in sorted(by_game.items()))
            notes.append(f"These are several games: {named}; `by game` tells them apart.")
        return notes

    def meaning(self, answer: Answered) -> str:
        """Return what a measure counts."""
        metric = self.names.metrics[answer.measure.metric]
        return f"{answer.measure}: {metric.sentence}"

    def plan(self, answer: Answered) -> str:
        """Return in which table a measure was counted, and by which expressions."""
        plan = answer.plan
        bottom = f" ÷ {plan.bottom}" if plan.bottom else ""
        where = f" where {plan.rows}" if plan.rows else ""
        finer = f", of the rows of {plan.lifted}" if plan.lifted else ""
        groups = max((one.sums.groups for one in answer.groups.values() if one.sums), default=0)
        units = f"; sessions in {groups:,} random groups" if groups else ""
        if any(one.unit == "run" for one in answer.groups.values()):
            units = f"; games in runs of {RUN}"
        told = f"{plan.table}{where} as {plan.top}{bottom}{finer}{units}"
        return f"{answer.measure}: counted in {told}"
