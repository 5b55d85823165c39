"""The engine: reads a log, plays it through its game's rules, and says what happened.

Pure: it opens no file, knows no database and no web.
"""

__version__ = "0.1.0"


def is_compiled() -> bool:
    """Tell whether the modules that judge a log are compiled, as only some wheels have them."""
    from importlib.util import find_spec

    return find_spec("engine.ready_loops") is not None
