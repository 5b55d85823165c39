"""Equator: a race to make equations of the cards in a row."""
