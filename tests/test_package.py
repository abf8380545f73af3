"""What is shipped: complete, and quick to answer."""

import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
HELP: Final = """
import contextlib, json, sys
from codex_naturalis.cli import main
sys.argv[1:] = ["--help"]
with contextlib.suppress(SystemExit):
    main()
print(json.dumps(sorted(sys.modules)))
"""


def test_the_command_explains_itself_at_once() -> None:
    """`codex-naturalis --help` loads 193 modules, the standard library's included: no rules, no server, no NumPy."""
    said = subprocess.run([sys.executable, "-c", HELP], capture_output=True, text=True, check=True).stdout
    modules: list[str] = json.loads(said.splitlines()[-1])
    assert "codex_naturalis.cli" in modules
    assert len(modules) < 250


def build(folder: Path, target: str, into: Path, **env: str) -> Path:
    """Build the wheel or sdist of the source tree in `folder`."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(into)]
    done = subprocess.run(command, cwd=folder, env={**os.environ, **env}, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    [built] = into.glob("*.tar.gz" if target == "sdist" else "*.whl")
    return built


def test_what_is_shipped_is_complete(tmp_path: Path) -> None:
    """The sdist carries the built client, so the wheel made from it needs no Node and has every part of the game."""
    with tarfile.open(build(ROOT, "sdist", tmp_path / "sdist")) as sdist:
        sdist.extractall(tmp_path / "unpacked", filter="data")
    [unpacked] = (tmp_path / "unpacked").iterdir()
    without_node = {"CODEX_NODE": "wheel", "npm_config_offline": "true"}
    with zipfile.ZipFile(build(unpacked, "wheel", tmp_path / "wheel", **without_node)) as wheel:
        names = set(wheel.namelist())
        [described] = [name for name in names if name.endswith(".dist-info/METADATA")]
        metadata = wheel.read(described).decode()
    expected = ["catalogue/cards.toml", "py.typed", "server/static/index.html"]
    expected += [f"i18n/locales/{language}.toml" for language in ("en", "fr", "it")]
    assert {f"codex_naturalis/{name}" for name in expected} - names == set()
    assert any(re.fullmatch(r"codex_naturalis/server/static/assets/.*\.js", name) for name in names)
    texts = {path.name for path in (ROOT / "licenses").iterdir()}
    assert {name.rsplit("/", 1)[1] for name in names if "/licenses/" in name} == {"LICENSE", "NOTICE", *texts}
    assert "License-Expression: MIT AND OFL-1.1 AND Unicode-3.0\n" in metadata
    assert not any("node_modules" in name for name in names)
