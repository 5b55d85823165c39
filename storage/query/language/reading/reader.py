"""Turns the tree of a phrase into a Query."""

from __future__ import annotations

from typing import Any, Final

from ...catalogue import Catalogue, normal
from ...errors import PhraseError
from ...query import Condition, Measure, Query, Step
from ..lexer import Values
from ..parser import Node, Token
from ..tree import ASKING, asking, is_a, leaves, span
from ..words import LENGTHS
from .against import Against
from .asked_for import AskedFor
from .chosen import Chosen
from .company import Company
from .comparisons import Comparisons
from .conditions import merged
from .draft import OUTCOMES, USUAL, Draft
from .metric_words import MetricWords
from .order import Order
from .ranked import Ranked
from .settling import Settling
from .shares import Shares
from .shown import Shown
from .spans import Spans
from .splits import Splits
from .unsaid import Unsaid

_SAYING: Final = frozenset(
    "by over_time where without bare comparison bots vs_bots since until last top order ci anytime"
    " both more and_why about previous period periods this in_time sizes least"
    " together several_of ranged around correlated on_average ranked halves".split()
)


_PLAYING: Final = frozenset({"play", "plays", "played"})
"""Verbs that say of games, sessions and the like no more than that there were some."""


class Reader:
    """Turns a tree into a Query."""

    def __init__(self, phrase: str, names: Catalogue, store: Values | None) -> None:
        self.draft = Draft(phrase, names, store)
        self.words = MetricWords(self.draft)
        self.company = Company(self.draft, self.words)
        shares = Shares(self.draft, self.words)
        chosen = Chosen(self.draft, self.words, self.company, shares)
        splits = Splits(self.draft, self.words, shares)
        self.asked = AskedFor(self.draft, self.words, chosen, splits)
        self.reads_parts = (
            *(self.asked, splits, chosen),
            *(Comparisons(self.draft, self.words), Spans(self.draft), Shown(self.draft)),
        )
        """By what each kind of part is read, in a method named after it."""
        self.settling = Settling(self.draft, self.words)
        self.against = Against(self.draft, self.words)
        self.unsaid = Unsaid(self.draft, self.words)
        self.order = Order(self.draft, self.words)

    @property
    def places(self) -> dict[str, tuple[int, int]]:
        """Where each dimension stands in the phrase."""
        return self.draft.named.places

    def query(self, tree: Node) -> Query:
        # What is counted first: a condition may mean the turns of a game or of a target.
        if tree.name == "all":
            tree = self._read_all(tree)
        self.draft.said = leaves(tree)
        self.draft.named.of_games = self.draft.games_said()
        self._refuse_two_questions(tree)
        self._walk(tree, ASKING)
        self._walk(tree, _SAYING)
        self.draft.where += [self.draft.named.bare(token) for token in self.draft.adjectives]
        self.draft.where = [
            one for one in self.draft.where if one.dimension not in self.draft.hung_on
        ]
        self.company.refuse_pairs()
        self.against.related()
        self.settling.trends()
        self.against.outdone()
        self.against.compared()
        self.against.sides()
        self.company.settle()
        self.against.at_one_table()
        if self.draft.conditions.halves is not None:
            self.draft.by.append(self.draft.conditions.halves)
        if self.draft.conditions.beside is not None:
            self.draft.by.append(Step(self.draft.conditions.beside.dimension))
            self.draft.where.append(self.draft.conditions.beside)
        if not self.draft.measures:
            self.unsaid.usual(tree)
        self.settling.rated()
        self.settling.played_with()
        self.settling.timed()
        self.against.ratings()
        self.against.more()
        self.settling.values()
        self.settling.least()
        self.settling.starting()
        self.settling.rows()
        self.settling.units()
        self.settling.players()
        self.settling.halves()
        self.order.ordered()
        self.settling.time(tree)
        self.order.top(tree)
        return Query(
            tuple(dict.fromkeys(self.draft.measures)),
            tuple(dict.fromkeys(self.draft.by)),
            merged(self.draft.where),
            self.draft.conditions.compare,
            least_games=self.draft.conditions.least_games,
            **self.draft.rest,
        )

    def _refuse_two_questions(self, tree: Node) -> None:
        asked = asking(tree)
        if (ranked := Ranked(self.draft, tree).found(asked)) is not None:
            ranking, made_of = ranked
            self.draft.passed_over += made_of
            self.asked.read_ranking(ranking)
            return
        asked = self._without_outcomes(asked)
        if len(asked) < 2:
            return
        start, end = span(asked[0])
        first = self.draft.phrase[start:end]
        second_start, second_end = span(asked[1])
        second = self.draft.phrase[second_start:second_end]
        tries = [f"{first}, {second}", f"{first} by {second}", f"{first} for {second}"]
        dims = [one for one in leaves(asked[0]) if is_a(one, "DIM")]
        lead = leaves(asked[0])
        if normal(first).startswith("ratio of") and len(lead) > 1 and is_a(lead[1], "METRIC"):
            metric, _ = self.words.metric(lead[1])
            rate = self.words.as_rate(Measure("total", metric.name))
            tries = [str(rate)] if rate.aggregate == "rate" else [f"{second}, {lead[1].text}"]
        if asked[0].name == "listing" and dims:  # which level passes
            tries = [f"{second} by {dims[-1].text}"]
        raise PhraseError(
            self.draft.phrase,
            start,
            second_end,
            f"`{first}` and `{second}` stand side by side, and how they belong together is not said.",
            code="two-questions",
            suggestions=tries,
            hint="A comma asks for both; `by` splits, `where` and `for` choose.",
        )

    def _without_outcomes(self, asked: list[Node]) -> list[Node]:
        """Take ``lost games`` beside a question for which games, and what is asked twice once."""
        kept: list[Node] = []
        for node in asked:
            token: Any = node.parts[0] if node.name == "measures" else None
            while isinstance(token, Node) and len(token.parts) == 1:
                token = token.parts[0]
            if not is_a(token, "METRIC") or len(asked) == 1 or len(node.parts) > 1:
                kept.append(node)
                continue
            if token.value[0] == "games" and (
                self._is_of_all(token) or self._is_noun(token) or self._leads(token)
            ):
                self.draft.passed_over.append(node)  # stars by player count, all games
                continue
            if normal(token.text) in _PLAYING and self._counts_games(kept):
                self.draft.passed_over.append(node)  # how many games did Ben play
                continue
            outcome = OUTCOMES.get(token.value[0])
            if outcome is not None and normal(token.text).split()[0] in ("won", "lost"):
                self.draft.where.append(Condition("outcome", "=", (outcome,)))
                self.draft.passed_over.append(node)
            elif any(is_a(one, "METRIC") and one.value == token.value for one in map(_first, kept)):
                self.draft.passed_over.append(node)
            else:
                kept.append(node)
        if not kept:
            self.draft.passed_over, self.draft.where = [], []
            return asked
        if len(kept) == 2 and self._is_share_of(*kept):  # what percentage of turns are passes
            self.draft.passed_over += kept
            self.asked.read_part_of(Node("part_of", (kept[0], None, leaves(kept[1])[0])))
            return kept[:1]
        if len(kept) == 2 and (done := self._done(*kept)) is not None:
            self.draft.passed_over += kept  # how many rounds did Ben win
            return [done]
        if len(kept) == 2 and self._is_part_of(*kept):  # how many pots do we bust
            self.draft.passed_over.append(kept.pop(0))
        elif len(kept) == 2 and self._asks_which_is(*kept):  # which levels are too hard
            self.draft.passed_over += kept
            dim = leaves(kept[0])[-1]
            self.asked.read_affects(Node("affects", (dim, kept[1])))
            return kept[:1]
        elif len(kept) == 2 and (which := self._is_which(*kept)) is not None:
            self.draft.passed_over += kept
            self.asked.read_which(which)
            return kept[:1]
        return kept

    def _counts_games(self, kept: list[Node]) -> bool:
        """Tell whether what is asked for before are games, or the like of them."""
        counted = [one.value[0] for node in kept for one in leaves(node) if is_a(one, "METRIC")]
        return counted in (["games"], ["sessions"])

    def _is_of_all(self, token: Token) -> bool:
        return self.draft.phrase[: token.start].casefold().rstrip().endswith(" all")

    def _leads(self, token: Token) -> bool:
        """Tell whether ``games`` only begins to say which: *games* on hard: win rate."""
        at = next(n for n, one in enumerate(self.draft.said) if one is token)
        behind = self.draft.said[1]
        is_switch = is_a(behind, "VALUE") and normal(behind.text).startswith("with")
        return at == 0 and (is_switch or is_a(behind, "FILTER", "WITHOUT", "SIZE"))

    def _is_noun(self, token: Token) -> bool:
        """Tell whether ``games`` stands behind values that are compared: easy or hard *games*."""
        at = next(n for n, one in enumerate(self.draft.said) if one is token)
        symbols = [one.symbol for one in self.draft.said[max(0, at - 3) : at]]
        return symbols == ["VALUE", "VS", "VALUE"]

    def _asks_which_is(self, listing: Node, measures: Node) -> bool:
        """Tell whether a rate is asked of each: which levels are too hard."""
        lead, said = leaves(listing), leaves(measures)
        is_which = listing.name == "listing" and normal(lead[0].text) in ("which", "what")
        if not is_which or len(lead) != 2 or [one.symbol for one in said] != ["METRIC"]:
            return False
        metric = self.draft.names.metrics.get(said[0].value[0])  # None: an alias
        return metric is not None and bool(metric.top)

    def _is_which(self, first: Node, second: Node) -> Node | None:
        """Return what two parts say together: who plays the most jokers, level with most losses."""
        words = leaves(second)
        symbols = [one.symbol for one in words]
        if first.name == "which" and symbols == ["METRIC"]:
            lead, dim, *rest = first.parts
            verb, most = rest if is_a(rest[0], "METRIC") else rest[::-1]
            counted = self.draft.names.metrics.get(verb.value[0])  # None: an alias
            whole = counted.whole if counted is not None else ""
            is_own = whole in words[0].value and normal(most.text) not in LENGTHS
            what = verb if is_own else words[0]  # hits the most targets: hits
            return Node("which", (lead, dim, most, what))
        if first.name == "listing" and symbols == ["AGG", "METRIC"]:
            if words[0].value[0] in ("max", "min"):
                return Node("which", (first.parts[-1], first.parts[-1], *words))
        return None

    def _done(self, counted: Node, verb: Node) -> Node | None:
        """Return what ``rounds … win`` counts: the rounds won, where they have a name."""
        total, some = leaves(counted), leaves(verb)
        is_count = [one.symbol for one in total] == ["AGG", "METRIC"]
        if (
            not is_count
            or total[0].value[0] != "total"
            or [one.symbol for one in some] != ["METRIC"]
        ):
            return None
        outcome = {"win": "won", "won": "won", "lose": "lost"}.get(normal(some[0].text))
        said = f"{normal(total[1].text)} {outcome}"
        named = [
            name for symbol, name in self.draft.names.words.get(said, ()) if symbol == "METRIC"
        ]
        if outcome is None or not named:
            return None
        self.asked.read_measures(
            Node(
                "measures",
                (Node("measure", (total[0], total[1]._replace(value=named, text=said))),),
            )
        )
        return counted

    def _is_share_of(self, whole: Node, part: Node) -> bool:
        """Tell whether the first asks for a share of all, and the second says of which of them."""
        total, some = leaves(whole), leaves(part)
        if [one.symbol for one in total] != ["AGG", "METRIC"] or total[0].value[0] != "share":
            return False
        metric = self.draft.names.metrics.get(some[0].value[0]) if is_a(some[0], "METRIC") else None
        return (
            metric is not None and len(some) == 1 and self.words.is_part_of(metric, total[1].value)
        )

    def _is_part_of(self, whole: Node, part: Node) -> bool:
        """Tell whether one question counts all of what the other counts some of."""
        total, some = leaves(whole), leaves(part)
        symbols = [one.symbol for one in total]
        if symbols[:2] != ["AGG", "METRIC"] or total[0].value[0] != "total":
            return False
        if symbols[2:] not in ([], ["PER_UNIT"]):
            return False
        metric = self.draft.names.metrics.get(some[0].value[0]) if is_a(some[0], "METRIC") else None
        if metric is None or len(some) > 1 or metric.usually != "total":
            return False
        if not self.words.is_part_of(metric, total[1].value):
            return False
        for unit in total[2:]:  # how many games did each player win
            self.draft.by.append(self.words.unit_step_of(unit.value, unit))
        return True

    def _walk(self, node: Node, wanted: frozenset[str]) -> None:
        for part in node.parts:
            if not isinstance(part, Node) or part in self.draft.passed_over:
                continue
            if part.name in wanted:
                name = f"read_{part.name}"
                reader = next(one for one in self.reads_parts if hasattr(one, name))
                getattr(reader, name)(part)
            elif part.name in ("start", "parts", "part", "compared"):
                self._walk(part, wanted)

    def _read_all(self, tree: Node) -> Node:
        """Read ``compare levels``: the usual figures by level."""
        self.draft.by.append(Step(self.draft.named.dimension(tree.parts[1]).name))
        self.draft.usual = USUAL
        chosen = tree.parts[2:]  # compare levels in spot on
        return Node("start", (Node("where", chosen),) if chosen else ())


def _first(node: Node) -> Any:
    """Return the first word of a part."""
    part: Any = node
    while isinstance(part, Node):
        part = part.parts[0]
    return part
