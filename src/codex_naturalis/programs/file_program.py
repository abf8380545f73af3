"""Process of a bot in a Python file: `python -m codex_naturalis.programs.file_program PATH [NAME]`.

It speaks the Codex Bot Protocol for the file, so that whatever the file does affects only this process: raise, exit,
crash, hang, fill the memory. What the file prints goes to standard error.
"""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import IO, Any, cast

import msgspec

from codex_naturalis.bots import Preparing, UnknownBotError
from codex_naturalis.i18n import use_plain_output
from codex_naturalis.rules import Action

from .bot_protocol import (
    BotAnswer,
    BotAsk,
    BotFailed,
    BotGame,
    BotGameOver,
    BotHello,
    BotInfo,
    BotQuit,
    BotReady,
    BotRefused,
    BotStop,
    BotWants,
    HostMessage,
    ProgramMessage,
)
from .faults import FaultKind, describe_error, format_error
from .python_file import load_maker

__all__ = ["main"]


def main(path: str, name: str | None = None) -> None:
    """Answer the host's questions with the bot in the file at `path` until the host ends."""
    host = _Host()
    use_plain_output()
    try:
        make = load_maker(path, name)
        first = make()
    except UnknownBotError as unknown:
        host.send(BotFailed(str(unknown)))
    else:
        _Program(host, make, first).run()


class _Host:
    """Messages from and to the host; standard input and output are then free for the bot."""

    def __init__(self) -> None:
        self._encode = msgspec.json.Encoder().encode
        self._decoder: msgspec.json.Decoder[HostMessage] = msgspec.json.Decoder(HostMessage)
        self._out: IO[bytes] = os.fdopen(os.dup(1), "wb")
        self._in: IO[bytes] = os.fdopen(os.dup(0), "rb")
        os.dup2(2, 1)
        os.dup2(_open_terminal(), 0)
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        """Read what the host writes; if the host is gone, exit, even if the bot never returns."""
        for line in self._in:
            self._lines.put(line)
        os._exit(0)

    def receive(self) -> HostMessage:
        return self._decoder.decode(self._lines.get())

    def send(self, message: ProgramMessage) -> None:
        self._out.write(self._encode(message) + b"\n")
        self._out.flush()


def _open_terminal() -> int:
    """Return the input for a debugger in the bot: the terminal, if there is one."""
    try:
        return os.open("/dev/tty", os.O_RDONLY)
    except OSError:
        return os.open(os.devnull, os.O_RDONLY)


class _Program:
    """The bot's games."""

    def __init__(self, host: _Host, make: Callable[[], Any], first: Any) -> None:  # noqa: ANN401 - a stranger's bot
        self._host = host
        self._make = make
        self._first = first
        self._games: dict[str, Any] = {}
        self._answers: dict[int, ProgramMessage] = {}
        """The last answer, by the number of its question."""

    def run(self) -> None:
        """Answer until the host ends it."""
        while not isinstance(message := self._host.receive(), BotQuit):
            self._take(message)

    def _take(self, message: HostMessage) -> None:
        match message:
            case BotHello():
                if isinstance(self._first, Preparing):
                    self._first.prepare(lambda _: None)
                wants = BotWants(previews=getattr(self._first, "previews", True))
                self._host.send(BotReady(type(self._first).__name__, wants=wants))
            case BotGame():
                self._games[message.game] = None
            case BotAsk():
                answer = self._answer(message)
                self._answers = {message.ask: answer}
                self._host.send(answer)
            case BotRefused():  # such a bot does not think again: the same answer is the fault
                self._host.send(self._answers[cast("int", message.ask)])
            case BotStop():
                self._host.send(BotInfo(message.ask))
            case BotGameOver():
                self._games.pop(message.game, None)
            case _:
                pass

    def _answer(self, question: BotAsk) -> ProgramMessage:
        try:
            bot = self._games[question.game] = self._games.get(question.game) or self._make()
            answer = bot.choose(question.view, Random(question.chance))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a bot raises is its fault
            return BotFailed(describe_error(error), question.ask, traceback=format_error(error))
        actions: Sequence[object] = answer if isinstance(answer, (tuple, list)) else (answer,)
        if not all(isinstance(action, Action) for action in actions):
            return BotFailed(f"the answer is {str(answer)[:80]!r}, no action", question.ask, FaultKind.MALFORMED)
        return BotAnswer(question.ask, cast("tuple[Action, ...]", tuple(actions)))


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who stops the arena ends this process, too
    main(*sys.argv[1:])
