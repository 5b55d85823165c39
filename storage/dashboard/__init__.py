"""What a designer shows the team: the figures and charts of one game, for the pages and the report.

Every number comes from a question that the command line answers as well: panels.py names the
questions, board.py asks them, chart.py says what of an answer is drawn and what it says in words,
svg.py draws it without a browser, report.py puts all of it into one file.
"""

from __future__ import annotations

from .board import Board, board_of
from .chart import Chart, charts_of
from .filters import Filters

__all__ = ["Board", "Chart", "Filters", "board_of", "charts_of"]
