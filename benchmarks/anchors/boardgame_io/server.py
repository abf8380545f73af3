"""The server as a process, from its package, which npm installs once in `build/bench`."""

import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from benchmarks.side_by_side import ROOT, NotRunError
from deploy.parts import Part, free_port, listens

from .recorded import RecordedGame

__all__ = ["BoardgameServer"]

_FOLDER: Final = ROOT / "build/bench/boardgame_io"
_FILES: Final = ("package.json", "server.cjs")
_PATIENCE: Final = 300


class BoardgameServer(Part):
    """Server with recorded games; it keeps all in memory."""

    def __init__(self, folder: Path, games: Sequence[RecordedGame]) -> None:
        """Log in `folder`; raise `NotRunError` if its package cannot be installed."""
        super().__init__("boardgame.io", folder)
        self.port = free_port()
        self._node, self._variables = _install()
        self._games = folder / "games.json"
        self._games.write_bytes(msgspec.json.encode(games))

    def _command(self) -> Sequence[str]:
        return [self._node, "--expose-gc", str(_FOLDER / "server.cjs"), str(self.port), str(self._games)]

    def _environment(self) -> Mapping[str, str]:
        return self._variables

    def _ready(self) -> bool:
        return listens(self.port)

    def collect_garbage(self) -> None:
        """Let it forget what it does not need, before its memory is measured."""
        assert self.process
        for _ in range(2):
            self.process.send_signal(signal.SIGUSR2)
            time.sleep(1)


@cache
def _install() -> tuple[str, Mapping[str, str]]:
    """Return Node and the environment it wants."""
    from tools.client import npm  # noqa: PLC0415 - it may fetch Node

    tool = npm()
    node = shutil.which("node", path=tool.env["PATH"])
    if node is None:
        raise NotRunError("there is no Node")
    wanted = [Path(__file__).with_name(name) for name in _FILES]
    if any(not _same(path) for path in wanted) or not (_FOLDER / "node_modules/boardgame.io").exists():
        _FOLDER.mkdir(parents=True, exist_ok=True)
        for path in wanted:
            shutil.copy(path, _FOLDER)
        _run_npm(tool.command, tool.env)
    return node, tool.env


def _same(path: Path) -> bool:
    copy = _FOLDER / path.name
    return copy.exists() and copy.read_bytes() == path.read_bytes()


def _run_npm(command: Sequence[str], env: Mapping[str, str]) -> None:
    options = ("install", "--omit=dev", "--omit=peer", "--no-package-lock", "--loglevel=error")
    try:
        subprocess.run(
            [*command, *options], cwd=_FOLDER, env=env, check=True, capture_output=True, text=True, timeout=_PATIENCE
        )
    except subprocess.TimeoutExpired:
        raise NotRunError(f"npm did not install boardgame.io within {_PATIENCE} s") from None
    except subprocess.CalledProcessError as failed:
        print(failed.stderr, file=sys.stderr)
        raise NotRunError("npm could not install boardgame.io; its last words are above") from None
