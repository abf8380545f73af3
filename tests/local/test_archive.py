"""What a browser fetches to play on its own: no more than six and a half megabytes, and nothing that it cannot use."""

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from codex_naturalis.extras import has
from codex_naturalis.local.archive import list_engine_files, pack_engine

BUDGET = 6_500_000
"""Bytes by Brotli, runtime and wheels included."""

NEEDS = ("msgspec", "typing_extensions")
"""What an engine in a browser may import besides the standard library."""


@pytest.mark.skipif(not has("offline"), reason="codex-naturalis-browser is not installed: `make test` installs it")
def test_the_engine_is_within_its_budget() -> None:
    """The sum of what a server sends that packs its files."""
    files = list_engine_files()
    packed = [
        len(content) if isinstance(content, bytes) else content.stat().st_size
        for name, content in files.items()
        if name.endswith(".br") or f"{name}.br" not in files
    ]
    assert sum(packed) < BUDGET


@pytest.mark.skipif(not has("offline"), reason="codex-naturalis-browser is not installed: `make test` installs it")
def test_licences_come_with_the_runtime() -> None:
    """Beside the files that a browser fetches, which they are none of."""
    files = list_engine_files()
    texts, manifest = files["licenses.txt"], files["manifest.json"]
    assert isinstance(texts, bytes)
    assert isinstance(manifest, bytes)
    for maker in (b"Mozilla Public License", b"Python Software Foundation", b"Jim Crist-Harif"):
        assert maker in texts
    assert b"licenses.txt" not in manifest


def test_the_archive_is_the_same_each_time() -> None:
    """A browser that has it fetches nothing again."""
    assert pack_engine() == pack_engine()


def test_the_archive_plays_alone(tmp_path: Path) -> None:
    """It needs msgspec and nothing else of what is installed here, and brings no module of a server."""
    with zipfile.ZipFile(io.BytesIO(pack_engine())) as archive:
        archive.extractall(tmp_path)
    code = """
import sys
sys.path.insert(0, sys.argv[1])
import codex_naturalis.local.bridge
from codex_naturalis.bots import bot_named
from codex_naturalis.local.bots import check_playable, list_levels
for name in ("planner", "greedy", "random", *(level.bot for level in list_levels() if not level.prepares)):
    bot_named(name)
assert codex_naturalis.__file__.startswith(sys.argv[1])
roots = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)
print(*sorted(roots))
print(*[name for name in sys.modules if name.startswith(("codex_naturalis.server", "codex_naturalis.cli"))])
"""
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)  # noqa: S603 - ourselves
    roots, ours = done.stdout.split("\n")[:2]
    assert {*roots.split()} <= {"__main__", "_distutils_hack", "codex_naturalis", *NEEDS}
    assert ours == ""
