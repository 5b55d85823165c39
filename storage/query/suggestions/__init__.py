"""Helps those who write phrases: how one goes on, what is wrong with one, what may stand instead."""
