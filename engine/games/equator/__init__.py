"""Equator: a race to make equations of the cards in a row."""

from .rules import rules

__all__ = ["rules"]
