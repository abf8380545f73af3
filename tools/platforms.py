"""Platforms: check that pins and bounds have wheels on every supported platform.

`requirements/wheels.list` has the tags of the wheels of each pinned version; `make lock` writes it
(`python -m tools.platforms write`), and a test looks in it, without network and without machines of other kinds, for a
wheel of each pin on each platform. `python -m tools.platforms bounds` resolves the extras in pyproject.toml for each
of them, as pip would (`make deep`).
"""

import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms, parse_tag

from tools.install import WITHOUT_ON_MUSL

__all__ = ["FILES", "PLATFORMS", "PYTHONS", "Platform", "pins", "unavailable", "wheels"]

ROOT = Path(__file__).resolve().parents[1]
PYTHONS: Final = (11, 12, 13, 14)
"""Supported minor versions of Python 3."""

_WHEELS: Final = ROOT / "requirements" / "wheels.list"
FILES: Final = ("build", "run", "node", "test", "check", "deep")
_HEAD: Final = (
    "# Tags of the wheels of each pinned version, written by `make lock`; one without any is built from source.\n"
)
_EXTRAS: Final = ("play", "client", "terminal", "push", "postgres", "nats", "data", "rl")
_ON_MUSL: Final = ("server", "tournaments", "client", "terminal", "push", "postgres", "nats")
"""Extras whose bounds must admit wheels; on musl all but those with Numba, and Arrow's."""

_AT_ONCE: Final = 6
"""Number of parallel resolutions, which mostly wait for the index."""


@dataclass(frozen=True)
class Platform:
    """One kind of machine."""

    name: str
    """Name in uv."""

    system: str
    machine: str
    tags: tuple[str, ...]
    """Platform tags of the wheels it accepts."""

    without: frozenset[str] = frozenset()
    """Packages left out there, though no marker says so."""

    extras: tuple[str, ...] = _EXTRAS

    def environment(self, python: int) -> dict[str, str]:
        """Return the values of the markers in requirements."""
        return {
            "implementation_name": "cpython",
            "platform_python_implementation": "CPython",
            "os_name": "nt" if self.system == "win32" else "posix",
            "sys_platform": self.system,
            "platform_system": {"win32": "Windows", "darwin": "Darwin"}.get(self.system, "Linux"),
            "platform_machine": self.machine,
            "python_version": f"3.{python}",
            "python_full_version": f"3.{python}.0",
        }

    @cache  # noqa: B019 - there are few, and they stay
    def wheel_tags(self, python: int) -> frozenset[Tag]:
        """Return the tags of all compatible wheels."""
        version, interpreter = (3, python), f"cp3{python}"
        own = cpython_tags(version, abis=[interpreter], platforms=self.tags)
        return frozenset((*own, *compatible_tags(version, interpreter, self.tags)))


def _linux(machine: str) -> tuple[str, ...]:
    """Return the tags of a Linux with glibc 2.28, of 2018."""
    older = ("manylinux2014", *(("manylinux2010", "manylinux1") if machine == "x86_64" else ()))
    return (*(f"manylinux_2_{minor}_{machine}" for minor in range(5, 29)), *(f"{name}_{machine}" for name in older))


def _mac(machine: str) -> tuple[str, ...]:
    return tuple(mac_platforms((13, 0), machine))


PLATFORMS: Final = (
    Platform("x86_64-unknown-linux-gnu", "linux", "x86_64", _linux("x86_64")),
    Platform("aarch64-unknown-linux-gnu", "linux", "aarch64", _linux("aarch64")),
    Platform(
        "x86_64-unknown-linux-musl",
        "linux",
        "x86_64",
        tuple(f"musllinux_1_{minor}_x86_64" for minor in range(3)),
        frozenset(WITHOUT_ON_MUSL),
        _ON_MUSL,
    ),
    Platform("x86_64-pc-windows-msvc", "win32", "AMD64", ("win_amd64",)),
    Platform("x86_64-apple-darwin", "darwin", "x86_64", _mac("x86_64")),
    Platform("aarch64-apple-darwin", "darwin", "arm64", _mac("arm64")),
)


def pins(*names: str) -> Iterator[Requirement]:
    """Return the pins in the files `requirements/NAME.txt`, with their markers."""
    for name in names:
        text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
        yield from map(Requirement, re.findall(r"^([a-z0-9][^\\\n]*?) *\\$", text, re.MULTILINE))


def wheels() -> Mapping[str, frozenset[Tag]]:
    """Return the tags of the wheels of each pinned version, by `name==version`."""
    lines = (line.split() for line in _WHEELS.read_text("utf-8").splitlines() if not line.startswith("#"))
    return {pin: frozenset(tag for each in tags for tag in parse_tag(each)) for pin, *tags in lines}


def unavailable(platform: Platform, python: int, *names: str) -> list[str]:
    """Return the pins of these files that apply to a platform but have no wheel for it."""
    known, fitting, environment = wheels(), platform.wheel_tags(python), platform.environment(python)
    wanted = [pin for pin in pins(*names) if pin.name not in platform.without]
    applying = [f"{pin.name}{pin.specifier}" for pin in wanted if not pin.marker or pin.marker.evaluate(environment)]
    return [pin for pin in applying if known.get(pin, frozenset()).isdisjoint(fitting)]


def write() -> None:
    """Ask the index for the wheels of all pins, and write their tags."""
    with tempfile.TemporaryDirectory() as folder:
        lock, wanted = Path(folder) / "pylock.toml", Path(folder) / "pins.in"
        wanted.write_text("".join(f"{line}\n" for line in sorted({str(pin) for pin in pins(*FILES)})))
        options = ("--quiet", "--universal", "--no-deps", "--python-version", "3.11", "--output-file", str(lock))
        _compile(*options, str(wanted), check=True)
        packages = tomllib.loads(lock.read_text("utf-8"))["packages"]
    lines = (f"{package['name']}=={package['version']} {' '.join(_tags(package))}".rstrip() for package in packages)
    _WHEELS.write_text(_HEAD + "".join(f"{line}\n" for line in sorted(lines)), encoding="utf-8")


def _tags(package: Mapping[str, list[Mapping[str, str]]]) -> list[str]:
    names = (wheel.get("name") or wheel["url"].rpartition("/")[2] for wheel in package.get("wheels", []))
    return sorted({"-".join(name.removesuffix(".whl").split("-")[-3:]) for name in names})


def bounds() -> int:
    """Resolve the extras for each platform and Python with wheels only, print faults, and return the exit code."""
    places = [(platform, python) for platform in PLATFORMS for python in PYTHONS]
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        faults = [fault for fault in pool.map(lambda place: _resolve(*place), places) if fault]
    print(*faults, f"{len(places) - len(faults)} of {len(places)} platforms and Pythons resolved", sep="\n", flush=True)
    return 1 if faults else 0


def _resolve(platform: Platform, python: int) -> str:
    """Return why the extras have no solution on a platform, or nothing."""
    where = ("--python-platform", platform.name, "--python-version", f"3.{python}")
    extras = [part for extra in platform.extras for part in ("--extra", extra)]
    done = _compile("--quiet", "--only-binary", ":all:", *where, *extras, "pyproject.toml")
    return f"{platform.name}, Python 3.{python}: {done.stderr.strip()}" if done.returncode else ""


def _compile(*arguments: str, check: bool = False) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "uv", "pip", "compile", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=check)


def main() -> None:
    """Write the tags of wheels, or resolve the bounds."""
    if sys.argv[1:] == ["write"]:
        write()
    elif sys.argv[1:] == ["bounds"]:
        sys.exit(bounds())
    else:
        sys.exit("usage: python -m tools.platforms write|bounds")


if __name__ == "__main__":
    main()
