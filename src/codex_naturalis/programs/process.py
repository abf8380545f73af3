"""Process of a program that speaks the Codex Bot Protocol over standard input and output.

One process serves all games of a command, so that no game costs a start. The program's standard error is its log and
goes to ours.
"""

import atexit
import shlex
import subprocess
from contextlib import suppress
from textwrap import shorten
from time import monotonic
from typing import Final

import msgspec

from codex_naturalis import __version__

from .bot_protocol import PROTOCOL, BotFailed, BotHello, BotQuit, BotReady, HostMessage, ProgramMessage
from .faults import BotFaultError, FaultKind
from .pipes import pipes_of

__all__ = ["START", "ProgramProcess", "close_all", "process_of"]

START: Final = 20.0
"""Seconds from the start of a program to its `ready`."""

_SHOWN: Final = 80
"""Characters of a line that an error shows."""

_LAST_WORDS: Final = 1.0
"""Seconds from `quit` to the end of the process, before it is killed."""


class ProgramProcess:
    """A running program."""

    def __init__(self, command: str, seconds: float = START) -> None:
        """Start `command` and greet it; raise `BotFaultError` if it is not ready within `seconds`."""
        self._encoder = msgspec.json.Encoder()
        self._decoder: msgspec.json.Decoder[ProgramMessage] = msgspec.json.Decoder(ProgramMessage)
        self._process = _start(command)
        self._pipes = pipes_of(self._process)
        try:
            self.ready: BotReady = self._greet(monotonic() + seconds)
        except BotFaultError:
            self.kill()
            raise

    def _greet(self, deadline: float) -> BotReady:
        self.send(BotHello(PROTOCOL, __version__), deadline=deadline)
        message = self.receive(deadline)
        if isinstance(message, BotFailed):
            raise BotFaultError(message.kind, message.text, message.traceback)
        if not isinstance(message, BotReady):
            raise BotFaultError(FaultKind.MALFORMED, "the first line must be a `ready` message")
        return message

    @property
    def alive(self) -> bool:
        """Return whether the process is running."""
        return self._process.poll() is None

    def send(self, *messages: HostMessage, deadline: float | None = None) -> None:
        """Send messages in order, by `deadline` on the monotonic clock.

        Raises `BotFaultError` if the process is gone.
        """
        try:
            self._pipes.write(b"".join([self._encoder.encode(message) + b"\n" for message in messages]), deadline)
        except TimeoutError:
            raise BotFaultError(FaultKind.LATE, "the program reads nothing") from None
        except (OSError, ValueError):
            raise self._end_fault() from None

    def receive(self, deadline: float | None) -> ProgramMessage:
        """Return the next message, by `deadline` on the monotonic clock; raise `BotFaultError` if there is none.

        A program that writes anything else is ended.
        """
        try:
            line = self._pipes.line(deadline)
        except TimeoutError:
            raise BotFaultError(FaultKind.LATE, "no answer in time") from None
        if not line:
            raise self._end_fault()
        try:
            return self._decoder.decode(line)
        except msgspec.MsgspecError as error:
            self.kill()
            raise BotFaultError(FaultKind.MALFORMED, f"{error} in {_shorten(line)}") from None

    def close(self) -> None:
        """Ask the program to end, and kill it if it does not."""
        with suppress(BotFaultError):
            self.send(BotQuit(), deadline=monotonic() + _LAST_WORDS)
        with suppress(OSError):
            self._pipes.close_input()
        try:
            self._process.wait(_LAST_WORDS)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()
        self._process.wait()

    def _end_fault(self) -> BotFaultError:
        try:
            code = self._process.wait(_LAST_WORDS)
        except subprocess.TimeoutExpired:
            return BotFaultError(FaultKind.DEAD, "the program closed its input or output")
        return BotFaultError(FaultKind.DEAD, f"the program ended with exit code {code}")


def _start(command: str) -> subprocess.Popen[bytes]:
    try:
        words = shlex.split(command)
        return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603 - the host's command
    except (OSError, ValueError, IndexError) as error:
        raise BotFaultError(FaultKind.DEAD, f"cannot start {command!r}: {error}") from None


def _shorten(line: bytes) -> str:
    return repr(shorten(line.decode("utf-8", "replace"), _SHOWN, placeholder="…"))


_running: Final[dict[str, ProgramProcess]] = {}


def process_of(command: str, seconds: float = START) -> ProgramProcess:
    """Return the running process of `command`, started if there is none.

    Raises `BotFaultError` if it is not ready within `seconds`.
    """
    process = _running.get(command)
    if process is None or not process.alive:
        process = _running[command] = ProgramProcess(command, seconds)
    return process


@atexit.register
def close_all() -> None:
    """End all programs."""
    while _running:
        _, process = _running.popitem()
        process.close()
