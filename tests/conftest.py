"""What all tests share: how hard hypothesis tries, and that Ctrl-C reaches what they start."""

import os
import signal
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

LONG = os.environ.get("CARDSTATS_TEST_LONG") == "1"

# No deadline: CI machines are shared, and a slow minute is no fault of a rule.
settings.register_profile("short", max_examples=60, deadline=None, derandomize=True)
settings.register_profile(
    "long", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("long" if LONG else "short")

# A shell starts what it runs in the background with SIGINT ignored, and children inherit that: a program that
# a test interrupts would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that answers ran, as they were."""
    from storage.query import database  # most tests ask nothing

    found: list[str] = []
    execute = database.execute

    def listening(connection: Any, statement: Any) -> Any:
        found.append(statement.sql)
        return execute(connection, statement)

    monkeypatch.setattr(database, "execute", listening)
    return found
