"""Firefox driven over Marionette, its own protocol, since no package has its WebDriver (geckodriver).

Frames of JSON on a socket: https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
"""

import json
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final, Self

PATIENCE: Final = 30.0
"""Seconds within which Firefox must open its socket."""

PORT: Final = 2828
"""Firefox's default port."""


class MarionetteError(Exception):
    """Firefox refused a command; the message is Firefox's own."""


class Firefox:
    """Window of Firefox, 1440 by 900, with its own profile."""

    def __init__(self, connection: socket.socket) -> None:
        """Begin a session over `connection`."""
        self._stream = connection.makefile("rwb")
        self._numbers = count()
        self._read()  # the greeting
        self.version = str(self._command("WebDriver:NewSession")["capabilities"]["browserVersion"])
        self._command("WebDriver:SetWindowRect", width=1440, height=900)

    @classmethod
    @contextmanager
    def start(cls) -> Iterator[Self]:
        """Start Firefox headless, and end it at the end; raise `FileNotFoundError` where there is none."""
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        if program is None:
            raise FileNotFoundError("firefox-esr")
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            Path(profile, "user.js").write_text(f'user_pref("marionette.port", {PORT});\n', encoding="utf-8")
            command = (program, "--headless", "--marionette", "--no-remote", "--profile", profile)
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                with closing(_connect()) as connection:
                    yield cls(connection)
            finally:
                process.terminate()
                process.wait()

    def open(self, address: str) -> None:
        """Go to a page."""
        self._command("WebDriver:Navigate", url=address)

    def reload(self) -> None:
        """Reload the page."""
        self._command("WebDriver:Refresh")

    def run(self, script: str, *arguments: object) -> Any:  # noqa: ANN401 - whatever the script returns
        """Return the result of a script, run in the page as a function."""
        return self._command("WebDriver:ExecuteScript", script=script, args=arguments, sandbox=None)["value"]

    def click(self, x: int, y: int) -> None:
        """Click at a point of the window, in CSS pixels."""
        pointer = {"type": "pointerMove", "x": x, "y": y, "duration": 0, "origin": "viewport"}
        presses = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        mouse = {
            "type": "pointer",
            "id": "mouse",
            "parameters": {"pointerType": "mouse"},
            "actions": [pointer, *presses],
        }
        self._command("WebDriver:PerformActions", actions=[mouse])

    def _command(self, name: str, **parameters: object) -> Any:  # noqa: ANN401 - each command's own
        frame = json.dumps([0, next(self._numbers), name, parameters]).encode()
        self._stream.write(b"%d:%s" % (len(frame), frame))
        self._stream.flush()
        _, _, error, result = self._read()
        if error is not None:
            raise MarionetteError(f"{name}: {error['message']}")
        return result

    def _read(self) -> Any:  # noqa: ANN401 - a frame of JSON
        length = b""
        while (digit := self._stream.read(1)) not in {b":", b""}:
            length += digit
        if not length:
            raise MarionetteError("Firefox has ended")
        return json.loads(self._stream.read(int(length)))


def _connect() -> socket.socket:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", PORT))
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
