"""Spot On: a team calculates its way to three-digit targets, one card a turn."""
