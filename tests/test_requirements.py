"""What is pinned: the very same in all files of requirements, and with a wheel wherever it is to be installed."""

import dataclasses
import re
from collections import defaultdict
from pathlib import Path

import pytest

from tools.install import WITHOUT_ON_MUSL, _copy_without
from tools.platforms import FILES, PLATFORMS, PYTHONS, Platform, pins, unavailable, wheels

REQUIREMENTS = Path(__file__).resolve().parents[1] / "requirements"
PIN = re.compile(r"^([\w.\[\]-]+==[^ ;]+)[^\n]*\n((?:    --hash=sha256:\w{64}[^\n]*\n?)+)", re.MULTILINE)


def test_a_version_has_one_set_of_hashes() -> None:
    """Where two files differ, one of them cannot be installed from what the other was pinned by."""
    pins: defaultdict[str, set[frozenset[str]]] = defaultdict(set)
    for file in REQUIREMENTS.glob("*.txt"):
        for version, hashes in PIN.findall(file.read_text("utf-8")):
            pins[version].add(frozenset(re.findall(r"sha256:(\w{64})", hashes)))
    assert len(pins) > 100
    assert [version for version, hashes in pins.items() if len(hashes) > 1] == []


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("platform", PLATFORMS, ids=lambda platform: platform.name)
def test_what_the_game_needs_installs_on_every_platform(platform: Platform, python: int) -> None:
    """Nothing is built from source, by the tags of the wheels that each pinned version has."""
    assert unavailable(platform, python, "build", "run", "node") == []


FROM_SOURCE = {"http-ece"}
"""Pins for tests alone that are built from source everywhere: pure Python."""

UNTESTED = {
    "x86_64-unknown-linux-musl": {"duckdb", "playwright", "watchdog", "atheris"},
    "x86_64-apple-darwin": {"cryptography"},
}
"""Pins without which some tests and docs cannot be run on a platform, though the game can."""


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("platform", PLATFORMS, ids=lambda platform: platform.name)
def test_what_else_is_pinned_installs_there_too(platform: Platform, python: int) -> None:
    """But for what is known, and that is no more than there is."""
    missing = {pin.partition("==")[0] for pin in unavailable(platform, python, *FILES)}
    marked = {"atheris"} if python == PYTHONS[-1] else set()
    assert missing == (FROM_SOURCE | UNTESTED.get(platform.name, set())) - marked


def test_the_tags_of_wheels_are_those_of_the_pins() -> None:
    """`make lock` writes both."""
    assert set(wheels()) == {f"{pin.name}{pin.specifier}" for pin in pins(*FILES)}


def test_a_missing_wheel_is_found() -> None:
    """Numba has none for musl, which no marker says; on Intel Macs a marker leaves it out."""
    musl = next(platform for platform in PLATFORMS if platform.name.endswith("musl"))
    found = unavailable(dataclasses.replace(musl, without=frozenset()), 11, "run")
    assert {pin.partition("==")[0] for pin in found} == set(WITHOUT_ON_MUSL)


def test_musl_installs_the_rest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With all hashes, and a word about what is left out; elsewhere the very file is installed."""
    run = REQUIREMENTS / "run.txt"
    assert _copy_without((), run, tmp_path) == run
    fitting = _copy_without(WITHOUT_ON_MUSL, run, tmp_path)
    kept, left_out = (dict(PIN.findall(file.read_text("utf-8"))) for file in (fitting, run))
    missing = {pin: hashes for pin, hashes in left_out.items() if pin not in kept}
    assert {pin.partition("==")[0] for pin in missing} == set(WITHOUT_ON_MUSL)
    assert kept.items() <= left_out.items()
    assert "musl" in capsys.readouterr().out
