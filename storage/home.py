"""Where the store is, unless a program says otherwise."""

from __future__ import annotations

import os
from pathlib import Path


def home_of_store() -> Path:
    """Return the folder that ``CARDSTATS_HOME`` names, else the platform's own for data."""
    named = os.environ.get("CARDSTATS_HOME")
    if named:
        return Path(named).expanduser()
    from platformdirs import user_data_path

    return user_data_path("cardstats", appauthor=False)
