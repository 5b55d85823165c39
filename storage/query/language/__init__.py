"""Reads a phrase: words, then the grammar, then one `Query`."""
