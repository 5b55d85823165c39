"""Pot Luck: a team adds cards onto three pots, each to come to exactly 21."""
