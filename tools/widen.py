"""Upper bounds of the libraries that are used beyond their public interface: `python -m tools.widen`.

Each bound lies right above the newest release, by its minor or major number. `make lock UPGRADE=1` runs this before
it pins; `make check` then shows what a new release broke.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

__all__ = ["DEPTH", "bounds", "unbounded", "widened"]

ROOT = Path(__file__).resolve().parents[1]

DEPTH: Final = {"numba": 2, "uvicorn": 2, "websockets": 1}
"""Number of version parts that must stay the same for the inner parts to stay the same: 1 major, 2 minor."""

_BOUND: Final = r'(^  "{library}(?:\[\w+\])?>=[0-9.]+),<([0-9.]+)(?=[";])'


def bounds(metadata: str) -> dict[str, str]:
    """Return the upper bound of each library in the text of pyproject.toml."""
    return {library: found[2] for library in DEPTH if (found := _bound(library).search(metadata))}


def unbounded(metadata: str) -> str:
    """Return the text of pyproject.toml without these bounds."""
    for library in DEPTH:
        metadata = _bound(library).sub(r"\1", metadata)
    return metadata


def widened(metadata: str, newest: Mapping[str, str]) -> str:
    """Return the text of pyproject.toml with each bound right above the `newest` release."""
    for library, depth in DEPTH.items():
        *first, last = map(int, newest[library].split(".")[:depth])
        bound = ".".join(map(str, (*first, last + 1)))
        metadata = _bound(library).sub(rf"\1,<{bound}", metadata)
    return metadata


def _bound(library: str) -> re.Pattern[str]:
    return re.compile(_BOUND.format(library=library), re.MULTILINE)


def newest(metadata: str) -> dict[str, str]:
    """Return the newest compatible releases, without bounds."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "pyproject.toml").write_text(unbounded(metadata), encoding="utf-8")
        options = (
            "--universal",
            "--python-version",
            "3.11",
            "--quiet",
            "--no-header",
            "--no-annotate",
            "--extra",
            "play",
        )
        command = [sys.executable, "-m", "uv", "pip", "compile", *options, "pyproject.toml"]
        pins = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^([a-z0-9-]+)==([0-9.]+)", pins, re.MULTILINE)
    return {library: version for library, version in found if library in DEPTH}


def main() -> None:
    """Widen the bounds in pyproject.toml, and print the changes."""
    file = ROOT / "pyproject.toml"
    before = file.read_text(encoding="utf-8")
    after = widened(before, newest(before))
    file.write_text(after, encoding="utf-8")
    was, now = bounds(before), bounds(after)
    for library in DEPTH:
        if was[library] != now[library]:
            print(
                f"{library}: <{was[library]} becomes <{now[library]}; let `make check` say whether its inner parts fit"
            )


if __name__ == "__main__":
    main()
