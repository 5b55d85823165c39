"""The engine: reads a log, plays it through its game's rules, and says what happened.

Pure: it opens no file, knows no database and no web.
"""

__version__ = "0.1.0"
