"""Writes a report: as one HTML file that needs nothing else, or as Markdown for a pull request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..cells import escaped as escape
from ..cells import seen
from ..query.comparison import rounded
from ..query.result import Result
from .board import Headline, Shown
from .report import Finding, OfGame, Report
from .svg import STYLE, svg

MOST_ROWS: Final = 40
"""Rows of a table that are written; the others are a question away."""


# -- HTML


def html(report: Report) -> str:
    """Return the report as one HTML file: no script, no request, readable on paper."""
    parts = "".join(
        _html_of_game(part, is_one_of_many=len(report.parts) > 1) for part in report.parts
    )
    where = f"<p>Games: <code>{escape(report.where)}</code></p>\n" if report.where.strip() else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(report.title)}</title>\n<style>{_STYLE}{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{escape(report.title)}</h1>\n"
        f'<p class="first">{escape(report.first_paragraph())}</p>\n{where}'
        '<p class="small">Ranges are 95 % intervals that know that moves of one game are alike. A difference'
        " is settled where it stays one among all that were compared.</p>\n"
        f"{parts}"
        f'<p class="small">Made by cardstats {escape(report.version)} on {report.made_on}. Each question'
        " can be asked again with <code>cardstats query</code>.</p>\n"
        "</main>\n</body>\n</html>\n"
    )


def _html_of_game(part: OfGame, *, is_one_of_many: bool) -> str:
    made = []
    if is_one_of_many:
        said = escape(" ".join(part.sentences()))
        made.append(f"<h2>{escape(part.title)}</h2>\n<p>{said}</p>\n")
    made.append(_html_table("Headlines", _HEADS, [_tile_row(tile) for tile in part.board.tiles]))
    if part.findings:
        rows = [_finding_row(one) for one in _ranked(part.findings)]
        made.append(_html_table("What differs", _FINDING_HEADS, rows))
    made += [_html_panel(shown) for shown in part.board.shown]
    silent = "; ".join(f"{panel.title} ({why})" for panel, why in part.board.silent)
    if silent:
        made.append(f"<h3>Not told</h3>\n<p>{escape(silent)}.</p>\n")
    return "".join(made)


def _html_panel(shown: Shown) -> str:
    heads, rows, numbers = shown.result.cells()
    words = " ".join([shown.note, *shown.result.words()]).strip()
    return (
        f"<section>\n<h3>{escape(shown.panel.title)}</h3>\n"
        f'<figure role="img" aria-label="{escape(shown.chart.sentence())}">{svg(shown.chart)}</figure>\n'
        f"<p>{escape(shown.chart.sentence())}</p>\n"
        f"{_html_table('', heads, rows[:MOST_ROWS], numbers)}"
        f'<p class="small">{escape(_rest(rows))}{escape(words)}</p>\n'
        f'<p class="small"><code>{escape(shown.result.echo)}</code></p>\n</section>\n'
    )


def _html_table(
    title: str,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    numbers: Sequence[bool] | None = None,
) -> str:
    right = numbers or [False] * len(heads)

    def cells(tag: str, row: Sequence[str]) -> str:
        scope = ' scope="col"' if tag == "th" else ""
        return "".join(
            f"<{tag}{scope}{_RIGHT if is_number else ''}>{_unbroken(cell)}</{tag}>"
            for cell, is_number in zip(row, right, strict=True)
        )

    caption = f"<caption>{escape(title)}</caption>" if title else ""
    body = "".join(f"<tr>{cells('td', row)}</tr>\n" for row in rows)
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(title or "Figures")}">'
        f"<table>{caption}\n<thead><tr>{cells('th', heads)}</tr></thead>\n"
        f"<tbody>\n{body}</tbody></table></div>\n"
    )


def _unbroken(text: str) -> str:
    """Return a cell in which no number is parted from its unit."""
    return escape(text).replace(" %", "\u00a0%")


_RIGHT: Final = ' class="n"'
_HEADS: Final = ("headline", "figure", "95 % interval", "rests on")
_FINDING_HEADS: Final = ("figure", "first", "second", "difference", "verdict", "games to settle it")


def _tile_row(tile: Headline) -> list[str]:
    return [tile.title, tile.figure, tile.interval or "–", tile.rests_on]


def _finding_row(one: Finding) -> list[str]:
    verdict = {True: "settled", False: "not settled", None: "too few games"}[one.settled]
    return [
        one.what,
        f"{one.first}: {one.first_figure}",
        f"{one.second}: {one.second_figure}",
        one.difference,
        verdict,
        f"about {rounded(one.more_games):,}" if one.more_games and not one.settled else "",
    ]


def _ranked(findings: Sequence[Finding]) -> list[Finding]:
    order = {True: 0, False: 1, None: 2}
    return sorted(findings, key=lambda one: order[one.settled])


def _rest(rows: Sequence[object]) -> str:
    left = len(rows) - MOST_ROWS
    return f"{left} more rows are not shown. " if left > 0 else ""


_STYLE: Final = """
:root { color-scheme: light dark; --paper: light-dark(#fffefa, #151719); --ink: light-dark(#23262a, #e7e4db);
  --muted: light-dark(#63625a, #a6a49a); --line: light-dark(#e3ddce, #34383b);
  --series-0: light-dark(#1d6f5a, #6cc5a8); --series-1: light-dark(#b4631a, #e6a566);
  --series-2: light-dark(#4a5fa5, #98aeef); --series-3: light-dark(#a33c5f, #ec92b0);
  --series-4: light-dark(#6d7a1f, #c0cc6d); --series-5: light-dark(#77689d, #bfb0e6);
  --reference: var(--ink); --sans: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 var(--sans);
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
h1, h2, h3 { font-family: "Iowan Old Style", Palatino, "Palatino Linotype", Georgia, serif; line-height: 1.2; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
h3 { margin: 2rem 0 .5rem; }
.first { font-size: 1.15rem; line-height: 1.5; }
.small, caption { color: var(--muted); font-size: .85rem; }
figure { margin: .5rem 0; }
caption { text-align: left; padding: .75rem 0 .25rem; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; }
th, td { text-align: left; vertical-align: baseline; padding: .3rem .9rem .3rem 0; border-top: 1px solid var(--line); }
th, td { overflow-wrap: break-word; min-width: 4.2rem; }
th { color: var(--muted); font-weight: 500; }
.n { text-align: right; }
.scroll { overflow-x: auto; margin: .5rem 0; }
code { font-size: .9em; }
@media print {
  :root { color-scheme: light; --paper: #fff; }
  main { max-width: none; padding: 0; }
  body { font-size: 10pt; }
  section, tr, figure { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .scroll { overflow: visible; }
}
"""


# -- Markdown


def markdown(report: Report) -> str:
    """Return the report as Markdown, as a pull request shows it: tables, folded up, no drawings."""
    lines = [f"# {_md(report.title)}", "", _md(report.first_paragraph()), ""]
    if report.where.strip():
        lines += [f"Games: `{report.where.replace('`', '')}`", ""]
    for part in report.parts:
        lines += _md_of_game(part, is_one_of_many=len(report.parts) > 1)
    lines += [
        f"Made by cardstats {report.version} on {report.made_on}. Ranges are 95 % intervals that know that"
        " moves of one game are alike; a difference is settled where it stays one among all that were"
        " compared.",
    ]
    return "\n".join(lines) + "\n"


def _md_of_game(part: OfGame, *, is_one_of_many: bool) -> Iterator[str]:
    if is_one_of_many:
        yield f"## {_md(part.title)}"
        yield ""
        yield _md(" ".join(part.sentences()))
        yield ""
    yield from _md_table(_HEADS, [_tile_row(tile) for tile in part.board.tiles])
    if part.findings:
        rows = [_finding_row(one) for one in _ranked(part.findings)]
        yield from _folded(f"{len(rows)} comparisons", _md_table(_FINDING_HEADS, rows))
    for shown in part.board.shown:
        heads, rows, numbers = shown.result.cells()
        yield from _folded(shown.panel.title, _md_panel(shown, shown.result, heads, rows, numbers))


def _md_panel(
    shown: Shown,
    result: Result,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    numbers: Sequence[bool],
) -> Iterator[str]:
    yield f"{_md(shown.chart.sentence())}"
    yield ""
    yield from _md_table(heads, rows[:MOST_ROWS], numbers)
    yield _md(" ".join([_rest(rows) + shown.note, *result.words()]).strip())
    yield ""
    yield f"`{result.echo.replace('`', '')}`"


def _folded(title: str, lines: Iterator[str]) -> Iterator[str]:
    yield f"<details><summary>{escape(title)}</summary>"
    yield ""
    yield from lines
    yield ""
    yield "</details>"
    yield ""


def _md_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[bool] | None = None
) -> Iterator[str]:
    right = numbers or [False] * len(heads)
    yield f"| {' | '.join(map(_md, heads))} |"
    yield f"|{'|'.join('--:' if is_number else ':--' for is_number in right)}|"
    for row in rows:
        yield f"| {' | '.join(map(_md, row))} |"
    yield ""


def _md(text: str) -> str:
    """Return *text* so that Markdown shows it as it is, on one line."""
    for sign in "\\|*_`<[":
        text = text.replace(sign, "\\" + sign)
    return seen(" ".join(text.split()))
