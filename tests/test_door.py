"""The front door, `codex_naturalis` itself: the names one plays with, and nothing loaded before it is asked for."""

import subprocess
import sys
from importlib import import_module

import pytest

import codex_naturalis

HOMES = ("rules", "views", "record", "catalogue", "bots")
NAMES = [name for name in codex_naturalis.__all__ if name != "__version__"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_the_door_is_that_of_its_package(name: str) -> None:
    """It is the same object, documented where it is defined."""
    homes = [import_module(f"codex_naturalis.{home}") for home in HOMES]
    known = [getattr(home, name) for home in homes if name in home.__all__]
    assert known
    assert all(one is getattr(codex_naturalis, name) for one in known)
    assert getattr(codex_naturalis, name).__doc__ or name == "Action"


def test_a_shell_completes_what_is_not_loaded() -> None:
    """`dir` lists all names at once, and importing the door loads none of the packages behind it."""
    asked = (
        "import sys, codex_naturalis as c; print(set(c.__all__) <= set(dir(c)), 'codex_naturalis.rules' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout  # noqa: S603 - our own text
    assert told == "True False\n"
    assert len(NAMES) <= 30
