"""Top Spot: tricks are won by the most spots, seen through the holes of stacked cards."""

from .rules import rules

__all__ = ["rules"]
