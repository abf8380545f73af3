"""A server in a room of its own, as a container shuts it in: read-only but for its data, another user, PID 1, no home.

By namespaces of Linux, which only root may make here without further ado: `reason_for_none` says what is missing.
"""

import json
import os
import shutil
import signal
import subprocess
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from deploy.parts import Server
from tests.waiting import TIMEOUT

__all__ = ["NOBODY", "LockedRoom", "reason_for_none"]

NOBODY: Final = 65534
"""The user that the server runs as; it may read what this Python is installed from, wherever that lies."""

_SOURCE: Final = Path(__file__).resolve().parents[2] / "src"
_ROOM: Final = ("unshare", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child")
_READ_ONLY: Final = """
mount --bind "$1" "$1" && mount --bind "$2" "$3"
while read -r _ place _; do mount -o remount,bind,ro "$place" 2>/dev/null; done < /proc/mounts
mount -o remount,bind,rw "$1" && shift 3 && exec "$@"
"""
"""Binds the package where every user reaches it: Alembic looks for its migrations by `os.access`,
which knows no privilege."""

_USER: Final = (
    *("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--no-new-privs"),
    *(f"--{kind}=-all,+dac_read_search" for kind in ("inh-caps", "bounding-set")),
    "--ambient-caps=+dac_read_search",
)


def reason_for_none() -> str:
    """Return why there can be no such room here, or nothing."""
    if missing := [name for name in ("unshare", "setpriv", "mount") if shutil.which(name) is None]:
        return f"not tried: {', '.join(missing)} not installed"
    made = subprocess.run([*_ROOM, *_USER, "true"], capture_output=True, text=True, check=False)  # noqa: S603 - ours
    return "" if made.returncode == 0 else f"not tried: no right to make namespaces ({made.stderr.strip()})"


class LockedRoom(Server):
    """`codex-naturalis serve` in such a room."""

    def __init__(self, folder: Path) -> None:
        """Give the data to the room's user."""
        super().__init__("server", folder)
        self.data.mkdir()
        os.chown(self.data, NOBODY, NOBODY)
        self._package = folder / "src"
        self._package.mkdir()
        self._token = ""

    def _command(self) -> Sequence[str]:
        bound = (str(self.data), str(_SOURCE), str(self._package))
        return [*_ROOM, "sh", "-c", _READ_ONLY, "sh", *bound, *_USER, *super()._command()]

    def _environment(self) -> Mapping[str, str]:
        return {"PATH": os.environ["PATH"], "PYTHONPATH": str(self._package), "CODEX_DAILY_GAMES": "0"}

    def _end(self, how: signal.Signals) -> None:
        """Signal what is PID 1 in the room, as a container's runtime does."""
        if self.process is None:
            return
        outside = self.process.pid
        with suppress(FileNotFoundError, ProcessLookupError):
            for inside in Path(f"/proc/{outside}/task/{outside}/children").read_text().split():
                os.kill(int(inside), how)
        self.process.wait(timeout=TIMEOUT)
        self.process = None

    def ask(self, path: str, body: object = None) -> tuple[int, Any]:
        """Return status and answer of a GET, or of a POST of `body`, of a guest that is made at first."""
        if not self._token and path != "/guests":
            self._token = self.ask("/guests", {"name": "Ada"})[1]["token"]
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.http}/api/v1{path}", data, headers)  # noqa: S310 - our own
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310 - our own
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as refused:
            return refused.code, json.loads(refused.read())
