"""Regenerate every generated file, or with --check list the stale ones: `python -m tools.generate [--check]`.

A generator is a module `tools/generate_<what>.py`, run as a program; it writes its files, or, given --check, writes
nothing and ends with 1 when a file is not what it would write. `settle` does both for a generator written in Python.
"""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def settle(files: Mapping[Path, str], *, check: bool) -> int:
    """Write `files`, or if `check` compare them with what is there; return the exit code."""
    stale = [path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        if check:
            print(f"{path.relative_to(ROOT)} is stale: run `make generate`.", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[path], encoding="utf-8")
            print("wrote", path.relative_to(ROOT))
    return int(check and bool(stale))


def main() -> None:
    """Run every generator with the arguments of the command line; end with 1 if one of them failed."""
    generators = sorted(path.stem for path in (ROOT / "tools").glob("generate_*.py"))
    runs = [[sys.executable, "-m", f"tools.{name}", *sys.argv[1:]] for name in generators]
    codes = [subprocess.run(run, cwd=ROOT, check=False).returncode for run in runs]
    raise SystemExit(int(any(codes)))


if __name__ == "__main__":
    main()
