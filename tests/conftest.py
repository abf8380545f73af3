"""In what environment all tests run, how hypothesis searches, and what the programs that tests start inherit.

The same examples every time under CI, new ones at each run elsewhere, and more of them in `make deep`, which prints
its seed.
"""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from tests.environment import isolate_environment

isolate_environment()

_CALM = (HealthCheck.too_slow, HealthCheck.data_too_large)

# Each says whether it is random: under CI a profile that does not would inherit from hypothesis's own that it is not.
settings.register_profile("ci", derandomize=True, max_examples=60, deadline=None, suppress_health_check=_CALM)
settings.register_profile("here", derandomize=False, max_examples=60, deadline=None, suppress_health_check=_CALM)
settings.register_profile(
    "deep", derandomize=False, print_blob=True, max_examples=400, deadline=None, suppress_health_check=_CALM
)
settings.load_profile("ci" if os.environ.get("CI") else "here")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as shells start what is to run in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands speak English, whose sentences the test looks for."""
    monkeypatch.setenv("CODEX_LANGUAGE", "en")
