"""Lets ``python -m cli`` do what ``cardstats`` does."""

from .main import main

main()
