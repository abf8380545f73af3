"""In what environment all tests run, how hypothesis searches, and what the programs that tests start inherit.

The same examples every time under CI, new ones at each run elsewhere, and more of them in `make deep`, which prints
its seed.
"""

import os
import signal
from collections.abc import Callable, Generator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import chance
from tests.budgets import Budget, figures_in, table
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


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Draw by the name of the test that begins."""
    chance.draw_by(item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Draw by the name of a fixture that several tests share, whichever of them needs it first."""
    if fixturedef.scope == "function":
        return (yield)
    with chance.drawing_by(f"{fixturedef.baseid} {fixturedef.argname} {getattr(request, 'param_index', 0)}"):
        return (yield)


@pytest.fixture
def budget(record_property: Callable[[str, object], None]) -> Budget:
    """Hold figures that any change may add to, and show them at the end of the run."""
    return Budget(record_property)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show how near the budgets are that a test of this run measured."""
    reports = [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]
    measured = figures_in(each for report in reports for each in report.user_properties)
    for line in ("Budgets, used of allowed:", *table(measured)) if measured else ():
        terminalreporter.write_line(line)


@pytest.fixture
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands speak English, whose sentences the test looks for."""
    monkeypatch.setenv("CODEX_LANGUAGE", "en")
