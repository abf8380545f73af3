"""The compiled kernel: it is compiled once, and found again by every later installation of the same kernel."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import codex_naturalis
from codex_naturalis.kernel.ready import compile_kernel

COUNT = """
from codex_naturalis.kernel import cache, playout, ready, search
ready.compile_kernel()
for function in (playout.play_games, search.search):
    print(cache.__file__, sum(function.stats.cache_misses.values()), sum(function.stats.cache_hits.values()))
"""


def test_another_installation_of_the_same_kernel_compiles_nothing(tmp_path: Path) -> None:
    """Neither another folder nor newer files matter, nor what changed outside the kernel."""
    compile_kernel()
    package = tmp_path / "codex_naturalis"
    shutil.copytree(Path(codex_naturalis.__file__).parent, package, ignore=shutil.ignore_patterns("static", "*.pyc"))
    for file in package.rglob("*.py"):
        os.utime(file, (2_000_000_000, 2_000_000_000))
    (package / "bots" / "levels.py").write_text("# anything else\n")
    counted = subprocess.run(  # noqa: S603  # ourselves
        [sys.executable, "-c", COUNT],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    assert counted == [f"{package / 'kernel' / 'cache.py'} 0 1"] * 2


def test_another_kernel_lies_elsewhere(tmp_path: Path) -> None:
    """What the compiled kernel depends on is in the name of its folder."""
    package = tmp_path / "codex_naturalis"
    shutil.copytree(Path(codex_naturalis.__file__).parent, package, ignore=shutil.ignore_patterns("static", "*.pyc"))
    where = "from codex_naturalis.kernel.cache import CACHE; print(CACHE)"

    def folder() -> str:
        return subprocess.run(  # noqa: S603  # ourselves
            [sys.executable, "-c", where],
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    before = folder()
    with (package / "kernel" / "chance.py").open("a") as file:
        file.write("# changed\n")
    assert folder() != before
