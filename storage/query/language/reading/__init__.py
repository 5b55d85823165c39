"""Turns the tree of a phrase into a `Query`, each part of a phrase by the file that is named after it."""
