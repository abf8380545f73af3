"""Questions of one program: each keeps its number as long as it is the same question, on any connection.

The number is a digest of the table, the seat and the version at which the seat was asked. An answer is stored under it
(idempotency key), so neither a second connection nor another process can act twice on one question.
"""

from asyncio import TimerHandle
from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from msgspec import Struct

from codex_naturalis.rules import Action, Draw, Place, Seat

__all__ = ["Question", "Questions", "chance_of", "number_of", "turn_of"]

_REMEMBERED: Final = 256
"""Answered questions remembered, to distinguish a second answer from an old one."""


def number_of(table_id: str, seat: Seat, asked: int) -> int:
    """Return the number of a question: 48 bits, which every language can hold."""
    return int.from_bytes(_digest(f"ask {table_id} {seat} {asked}", 6))


def chance_of(table_id: str, seat: Seat, asked: int) -> str:
    """Return the seed of the program's own chance: it says nothing of the deal, which does not enter it."""
    return _digest(f"chance {table_id} {seat} {asked}", 8).hex()


def _digest(text: str, size: int) -> bytes:
    return blake2b(text.encode(), digest_size=size).digest()


def turn_of(actions: Sequence[Action]) -> tuple[Action, ...]:
    """Return the actions of an answer that are played at once: one, or a placement and its draw."""
    turn = tuple(actions[:2])
    return turn if len(turn) < 2 or (isinstance(turn[0], Place) and isinstance(turn[1], Draw)) else turn[:1]  # noqa: PLR2004


class Question(Struct, eq=False):
    """A question that was asked on this connection."""

    number: int
    table: str
    seat: Seat
    seen: int
    """Version that the program was shown."""

    refusals: int = 0
    """Illegal answers so far."""

    timer: TimerHandle | None = None
    """Fires when the answer is late."""


class Questions:
    """Questions of one connection: those that are open, and those answered lately."""

    def __init__(self) -> None:
        """Begin with none."""
        self._open: dict[int, Question] = {}
        self._answered: dict[int, None] = {}

    def ask(self, question: Question) -> None:
        """Add a question that is open, perhaps again."""
        self._answered.pop(question.number, None)
        self._open[question.number] = question

    def take(self, number: int) -> Question | None:
        """Return an open question and count it as answered; None if it is not open."""
        question = self._open.pop(number, None)
        if question:
            self._answered[number] = None
            while len(self._answered) > _REMEMBERED:
                del self._answered[next(iter(self._answered))]
        return question

    def was_answered(self, number: int) -> bool:
        """Return whether this question was answered lately."""
        return number in self._answered

    def is_open(self, question: Question) -> bool:
        """Return whether an answer to `question` is still awaited."""
        return self._open.get(question.number) is question

    def drop(self, question: Question) -> bool:
        """Forget a question; return whether it was open."""
        if question.timer:
            question.timer.cancel()
        return self._open.pop(question.number, None) is not None
