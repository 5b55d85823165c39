"""What is offered while a phrase is typed: what the grammar accepts at that place."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from storage import open_store
from storage.query import PhraseError, complete, read
from storage.query.catalogue import catalogue
from storage.query.suggestions.completion import Completion

from .designers import PHRASES
from .test_phrase import Levels

SAMPLES = Path(__file__).parents[2] / "sample_logs"


def texts(phrase: str, **more: object) -> list[str]:
    return [one.text for one in complete(phrase, store=Levels(), **more)]  # type: ignore[arg-type]


def test_a_half_typed_name_is_ended() -> None:
    assert texts("pas")[:2] == ["passes", "pass rate"]
    assert complete("avg turns per ta")[0] == Completion(
        "per target", "unit", "An average over targets.", 10
    )
    assert "win rate" in texts("win ra")


def test_behind_by_stand_dimensions() -> None:
    found = complete("pass rate by ", store=Levels())

    assert found[0].kind == "dimension"
    assert {"level", "player count"} <= {one.text for one in found}
    assert "pass rate" not in texts("pass rate by pa")
    assert "level" in texts("pass rate by le")


def test_behind_for_stand_values() -> None:
    assert texts("pass rate for an")[0] == "Anna"
    assert {"easy", "hard"} <= set(texts("pass rate for ", most=200))


def test_a_dimensions_own_values_are_offered() -> None:
    assert texts("pass rate where level = ") == ["easy", "expert", "hard", "normal"]
    assert texts("pass rate where level = ha") == ["hard"]
    assert texts("pass rate where level in easy, ")[:4] == ["easy", "expert", "hard", "normal"]
    assert texts("compare level normal vs ")[:4] == ["easy", "expert", "hard", "normal"]


def test_inside_quotes_only_values_are_offered() -> None:
    assert {one.kind for one in complete('pass rate where player = "A', store=Levels())} == {
        "value"
    }
    assert texts('pass rate where player = "An') == ["Anna"]


def test_behind_last_stand_spans() -> None:
    assert texts("win rate last ")[:3] == ["day", "week", "month"]
    assert texts("win rate vs prev")[0] == "vs previous"


def test_units_are_those_of_the_game_that_has_the_metric() -> None:
    assert "per target" in texts("hits ")
    assert "per pot" not in texts("hits ")


def test_a_phrase_that_does_not_read_is_not_gone_on_with() -> None:
    assert complete("pass rate by xyzzy le") == []


def test_names_are_offered_with_what_they_are() -> None:
    sentences = {one.text: one.sentence for one in complete("pass ra")}
    assert sentences["pass rate"] == catalogue().metrics["pass rate"].sentence


PREFIXES = [
    phrase[:cut]
    for phrase in sorted(PHRASES.values())[::17]
    for cut in (len(phrase) // 3, 2 * len(phrase) // 3)
]


@pytest.mark.parametrize("begun", PREFIXES)
def test_whatever_is_offered_may_stand_there(begun: str) -> None:
    """Put in place it reads, or breaks off only at its end."""
    for one in complete(begun, store=Levels(), most=12):
        phrase = begun[: one.start] + one.text
        fault = _fault(phrase)
        assert fault is None or fault.code in ENDS or _is_meaning(fault), (phrase, str(fault))


ENDS = ("incomplete", "does-not-fit", "unknown-value")


def _fault(phrase: str) -> PhraseError | None:
    try:
        read(phrase, store=Levels())
    except PhraseError as error:
        return error
    return None


def _is_meaning(error: PhraseError) -> bool:
    """Tell an error of what a phrase means from one of its words."""
    return "is not known" not in error.message and "cannot stand here" not in error.message


def test_to_complete_a_dimension_no_store_is_opened(tmp_path: Path) -> None:
    """A shell asks at every key: what needs no value loads no DuckDB, and no other heavy thing."""
    program = (
        "import sys, click\n"
        "from cli.commands.query import command\n"
        "from cli.completion import complete_phrase\n"
        "context = click.Context(command)\n"
        "context.params['phrase'] = ('pass', 'rate', 'by')\n"
        "found = [one.value for one in complete_phrase(context, command.params[0], 'le')]\n"
        "assert 'level' in found, found\n"
        "heavy = {'_duckdb', 'pyarrow', 'numpy', 'flask', 'lark'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    with open_store(tmp_path) as store:
        store.put((SAMPLES / "spot-on-easy-2p.json").read_bytes())

    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"CARDSTATS_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        cwd=SAMPLES.parent,
    )

    assert done.returncode == 0, done.stderr


def test_the_shell_completes_words_of_a_phrase() -> None:
    import click

    from cli.commands.query import command
    from cli.completion import complete_phrase

    argument = command.params[0]
    context = click.Context(command)
    context.params["phrase"] = ("pass",)
    assert "rate" in [one.value for one in complete_phrase(context, argument, "ra")]
    context.params["phrase"] = ()
    quoted = [one.value for one in complete_phrase(context, argument, "pass rate by lev")]
    assert "pass rate by level" in quoted
