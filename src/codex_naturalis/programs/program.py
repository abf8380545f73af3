"""Bot that asks a program by the Codex Bot Protocol."""

import re
import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import count
from random import Random
from time import monotonic
from typing import Final

from codex_naturalis.bots import UnknownBotError
from codex_naturalis.record import Record, action_text, write_record
from codex_naturalis.rules import Action, IllegalAction, Reason, Refusal, Result, apply
from codex_naturalis.views import View, sample_world

from .bot_protocol import BotAnswer, BotAsk, BotFailed, BotGame, BotGameOver, BotInfo, BotRefused, BotStop
from .faults import BotFaultError, FaultKind
from .process import START, ProgramProcess, process_of
from .rest import RestOfTurn

__all__ = ["ProgramBot", "file_bot", "refusal_of"]

_TRIES: Final = 2
"""Answers to one question, the one after a refusal included."""

_REMARKS: Final = 1000
"""Maximum messages that do not answer the question asked."""

_GRACE: Final = 0.2
"""Seconds after `stop` in which a program shows that it still listens, before it is killed."""

_FAREWELL: Final = 1.0
"""Seconds for a program to take the result of a game."""

_LOADING: Final = 120.0
"""Seconds until the program of a Python file must be ready: its imports may take long."""

_CHANCE: Final = re.compile("[0-9a-f]{16}")

_games = count(1)
_questions = count(1)


class ProgramBot:
    """One game of a program; many games share its process."""

    def __init__(self, command: str, name: str | None = None, seconds: float = START) -> None:
        """Name the `command` that starts the program, which is ready within `seconds`; errors call it `name`."""
        self._command = command
        self._name = f"exec:{command}: " if name is None else name
        self._start = seconds
        self._game: str | None = None
        self._introduced: ProgramProcess | None = None
        self._rest = RestOfTurn()
        self.seconds: float | None = None
        """Time limit of the next answer."""

        self.remarks: list[BotInfo] = []
        """Remarks of the program on the last question."""

    def prepare(self, tell: Callable[[float], None]) -> None:
        """Start the program; raise `UnknownBotError` if that fails."""
        try:
            self._process()
        except BotFaultError as fault:
            raise UnknownBotError(f"{self._name}{fault.detail}") from None
        tell(1.0)

    @property
    def previews(self) -> bool:
        """Return whether the program wants previews."""
        return (self._introduced or self._process()).ready.wants.previews

    def _process(self) -> ProgramProcess:
        return process_of(self._command, self._start)

    def choose(self, view: View, rng: Random) -> Action:
        """Return the program's action; raise `BotFaultError` if it gives none."""
        return self._rest.take(view) or self._ask(view, f"{rng.getrandbits(64):016x}")

    def choose_by(self, view: View, seed: str) -> Action:
        """Do the same with chance from `seed`, which is used directly if it has that form."""
        return self._rest.take(view) or self._ask(view, _chance(seed))

    def over(self, result: Result, record: Record) -> None:
        """Send the program the game's result."""
        if self._game is not None and self._introduced is not None and self._introduced.alive:
            with suppress(BotFaultError):  # nothing is at stake any more
                self._introduced.send(
                    BotGameOver(self._game, result, write_record(record)), deadline=monotonic() + _FAREWELL
                )

    def _ask(self, view: View, chance: str) -> Action:
        number = next(_questions)
        deadline = None if self.seconds is None else monotonic() + self.seconds
        self.remarks = []
        process = self._introduced or self._process()
        try:
            process = self._put(process, number, view, chance, deadline)
            return self._read_answer(process, number, view, deadline)
        except BotFaultError as fault:
            if fault.kind is FaultKind.LATE:
                _stop(process, number)
            raise

    def _put(
        self, process: ProgramProcess, number: int, view: View, chance: str, deadline: float | None
    ) -> ProgramProcess:
        """Ask `process`, or a new one if it ended since the last question; return the one that was asked."""
        introduction = self._introduce(process, view)
        question = BotAsk(self._game or "", number, view, chance, self.seconds)
        try:
            process.send(*introduction, question, deadline=deadline)
        except BotFaultError as fault:
            if introduction or fault.kind is not FaultKind.DEAD:
                raise
            process.kill()  # one that only closed its input is of no more use
            return self._put(self._process(), number, view, chance, deadline)
        return process

    def _introduce(self, process: ProgramProcess, view: View) -> tuple[BotGame, ...]:
        """Return the message that begins the game, if this process has not had it."""
        if self._introduced is process:
            return ()
        self._introduced = process
        self._game = self._game or f"g{next(_games)}"
        assert view.viewer is not None
        return (BotGame(self._game, view.viewer, view.options),)

    def _read_answer(self, process: ProgramProcess, number: int, view: View, deadline: float | None) -> Action:
        for attempt in range(_TRIES):
            actions = self._answer(process, number, deadline)
            if actions and actions[0] in view.legal:
                self._rest.keep(actions[1:])
                return actions[0]
            refusal = refusal_of(view, actions)
            if attempt < _TRIES - 1:
                process.send(BotRefused(ask=number, reason=refusal.reason, facts=refusal.facts), deadline=deadline)
        raise BotFaultError(FaultKind.ILLEGAL, f"{refusal.reason}: {_show(view, actions)}")

    def _answer(self, process: ProgramProcess, number: int, deadline: float | None) -> tuple[Action, ...]:
        """Return the actions answered to question `number`; answers to older questions are dropped."""
        for _ in range(_REMARKS):
            message = process.receive(deadline)
            if isinstance(message, BotAnswer) and message.ask == number:
                return message.actions
            if isinstance(message, BotFailed) and message.ask == number:
                raise BotFaultError(message.kind, message.text, message.traceback)
            if isinstance(message, BotInfo) and message.ask == number:
                self.remarks.append(message)
        process.kill()
        raise BotFaultError(FaultKind.MALFORMED, f"{_REMARKS} messages and no answer")


def file_bot(path: str, name: str | None) -> ProgramBot:
    """Return a new bot from the Python file at `path`, the one of `name` if there are several.

    It has a process of its own, one for all games of this process: whatever it does there is only a fault. Raises
    `UnknownBotError` if the file has no such bot.
    """
    words = (sys.executable, "-P", "-m", "codex_naturalis.programs.file_program", path, *filter(None, (name,)))
    bot = ProgramBot(shlex.join(words), "", _LOADING)
    bot.prepare(lambda _: None)
    return bot


def _chance(seed: str) -> str:
    return seed if _CHANCE.fullmatch(seed) else sha256(seed.encode()).hexdigest()[:16]


def _show(view: View, actions: Sequence[Action]) -> str:
    return action_text(view.viewer or 0, actions[0]) if actions else "no action"


def refusal_of(view: View, actions: Sequence[object]) -> Refusal:
    """Return why the rules refuse the first of `actions`; what `view` hides cannot matter, so any world will do."""
    assert view.viewer is not None
    if not actions:
        return Refusal(Reason.WRONG_PHASE)
    try:
        apply(sample_world(view, Random(0)), view.viewer, actions[0])  # type: ignore[arg-type]  # a bot may answer anything
    except IllegalAction as illegal:
        return illegal.refusal
    return Refusal(Reason.WRONG_PHASE)


def _stop(process: ProgramProcess, number: int) -> None:
    """Withdraw the question; kill a program that does not react, so that the next question finds a fresh one."""
    try:
        process.send(BotStop(number), deadline=monotonic() + _GRACE)
        process.receive(monotonic() + _GRACE)
    except BotFaultError:
        process.kill()
