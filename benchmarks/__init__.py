"""How fast cardstats is, beside others that do the same: `python -m benchmarks`, or `make bench`.

Every figure is a ratio of two things measured in turn in the same minutes, so that it says the
same on a slow machine and on a fast one. Nothing fails where one is below what is wanted: read it.
"""
