"""What people say of rules: their versions, breaks of them, and logs that are rejected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from .ways import Saying, both_ways

TABLE: Final[Mapping[str, str]] = {
    'rule breaks where rule break = "own-card"': "own card rule violations, own card violations,"
    " plays on own card, own card rule breaks, plays on own cards, played on own card,"
    " how often own card rule broken, own card rule broken, how often own card rule misplayed,"
    " how often own card rule forgotten",
    "vs previous rules version": "before / after latest rules version,"
    " before / after latest rules, before / after new rules, before / after rules change,"
    " before / after rule change, before / after latest version,"
    " before / after newest rules version, before / after new rules version,"
    " before / after last rules change, before and after latest rules version,"
    " before and after latest version, before and after newest rules,"
    " before vs after latest rules version, before vs after latest version,"
    " before or after rules change, after / before new rules, old rules / new rules,"
    " old / new rules, latest rules version vs earlier versions,"
    " latest rules version vs earlier ones, latest version vs earlier versions,"
    " latest version vs older versions, newest version vs older versions,"
    " latest rules vs earlier rules, old rules vs new rules, new rules vs old rules,"
    " old vs new rules, new vs old rules, new vs old version, old vs new version,"
    " old version vs new version, before and after rules change, before and after new rules,"
    " with old and new rules, new rules, with new rules, new rules make easier,"
    " new rules made easier, new rules help, new rules better, new version better,"
    " new version easier, newest rules help, changed with new rules, rules change, new rules work,"
    " new print help, new rules harder, latest rules help, latest change help, new version help,"
    " rule change help, change of rules help, rules change help, new rules change anything,"
    " new rules make difference, before vs after rules change, before vs after new rules,"
    " before vs after change of rules, after vs before rules change, before and after rule change,"
    " before vs after rule change, old print vs new print, new print vs old print",
    "win rate vs previous rules version": "=new rules make it easier",
    "rejected logs": "how many logs rejected, logs rejected, how many logs refused,"
    " how many logs wrong, how many bad logs, how many logs broken, how many logs invalid,"
    " how many invalid logs",
    "rule breaks by rule break": "what rule break most, which rule break most,"
    " what rules break most, which rules break most, which rules broken most,"
    " which rules broken most often, what rules broken most, which rule broken most,"
    " which rule broken most often, what rule broken most, most broken rules, most broken rule,"
    " most common rule break, most common rule breaks, what mistakes people make,"
    " why logs rejected, most common mistake, most common mistakes, common mistakes,"
    " which rules misplayed, which rules misplayed most, which rule misplayed most,"
    " what goes wrong, =what goes wrong most, which mistakes most common,"
    " what mistakes most common, most common error, most common errors, why logs refused,"
    " which rules misunderstood, which rule misunderstood most, rule misunderstandings,"
    " most violated rule, most violated rules, =which rules people get wrong,"
    " =which rules get wrong",
    "number of different rules versions": "number of rules versions, how many rules versions,"
    " how many versions, number of versions, how many versions of rules,"
    " number of versions of rules",
    "win rate, turns per game, pass rate vs previous rules version": "what changed since last rules version, what changed with last rules version,"
    " what changed since last version, what changed with new rules, what changed with new version,"
    " what changed, what different with new rules, what did new rules change",
    "last rules version": "since the new rules came out, since the new version came out,"
    " since rules changed",
    "rule breaks": "illegal combos, illegal combinations, illegal stacks, illegal plays,"
    " illegal moves, illegal turns, illegal actions, rejected moves, rejected plays,"
    " rejected combos, rejected combinations, invalid combos, invalid plays, invalid moves,"
    " invalid stacks, forbidden plays, forbidden moves, wrong plays, moves against rules,"
    " plays against rules",
    "which rules version has the highest stars": "which rules version rated best,"
    " which rules version liked most, which rules version got best rating,"
    " which version got best rating, which rules version has best feedback,"
    " which version rated best",
    "stars by game, rules version order by stars descending": "which rules version of each game got best rating,"
    " which rules version of each game has best rating,"
    " which rules version of each game rated best, which version of each game got best rating,"
    " which version of each game has best rating, which version of each game rated best,"
    " best rated rules version of each game, best rated version of each game,"
    " best rated rules version per game, best rated version per game, best rules version per game,"
    " best rules version of each game, best rules version for each game",
}


def said() -> Iterator[Saying]:
    yield from _since_new_rules()
    yield from _changed_since()


@both_ways
def _changed_since() -> Iterator[Saying]:
    verbs = "changed, change, gone up, gone down, go up, go down, improved, improve, risen, rise"
    verbs += ", dropped, drop, fallen, fall, different, better, worse, higher, lower, developed"
    kinds = "rules version, version, rules change, rule change, change of rules, rules"
    kinds += ", rules update, update of rules, print, edition, draft"
    news = [
        f"{new} {kind}" for new in ("last", "latest", "newest", "new") for kind in kinds.split(", ")
    ]
    news += [f"previous {kind}" for kind in ("rules version", "version", "rules")]
    for verb, since, new in product(verbs.split(", "), ("since", "with", "under", "after"), news):
        yield f"{verb} {since} {new}", "vs previous rules version"
        yield f"{verb} {since} the {new}", "vs previous rules version"


def _since_new_rules() -> Iterator[Saying]:
    newest = (("LAST", "last"), ("DIM", ["rules version"]))
    for since, new in product(
        ("since", "after", "under", "from"),
        (
            "new rules",
            "rules change",
            "rule change",
            "latest rules",
            "newest rules",
            "change of rules",
        ),
    ):
        yield f"{since} {new}", newest
