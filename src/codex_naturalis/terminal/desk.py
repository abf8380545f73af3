"""Desk: the interface of one reader to one table, local or on a server."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from codex_naturalis.judgements.teacher import Advice
from codex_naturalis.rules import Action, Fact, Seat
from codex_naturalis.views import View
from codex_naturalis.words.story import NarratedStep

from .company import ChatLine, WaitingSeat

__all__ = ["Desk", "DeskRefusedError"]


class DeskRefusedError(Exception):
    """An action or another request was refused: nothing has changed."""

    def __init__(self, reason: str, facts: Mapping[str, Fact] | None = None) -> None:
        """Remember the `reason`, a stable code, and its `facts`."""
        super().__init__(reason)
        self.reason: str = reason
        self.facts: dict[str, Fact] = dict(facts or {})


class Desk(Protocol):
    """Interface of one reader to a table."""

    @property
    def view(self) -> View | None:
        """Return the newest view; None before play."""

    @property
    def steps(self) -> Sequence[NarratedStep]:
        """Return the steps since the deal, oldest first."""

    @property
    def seats(self) -> Sequence[WaitingSeat]:
        """Return the seats."""

    @property
    def hints(self) -> bool:
        """Return whether hints are allowed."""

    @property
    def invitation(self) -> str | None:
        """Return the link that lets others join or watch; None where there is none."""

    @property
    def connected(self) -> bool:
        """Return whether it is connected."""

    @property
    def ended(self) -> bool:
        """Return whether nothing more will be played here."""

    @property
    def lines(self) -> Sequence[ChatLine]:
        """Return the chat, oldest line first."""

    @property
    def times(self) -> Mapping[Seat, float]:
        """Return the seconds left on each clock now; empty at a table without clocks."""

    async def speak(self, text: str) -> None:
        """Send a chat line to the table, or raise `DeskRefusedError`."""

    async def open(self) -> None:
        """Sit down."""

    async def act(self, actions: Sequence[Action]) -> None:
        """Play a turn, or raise `DeskRefusedError`."""

    async def change(self) -> None:
        """Wait for a change; raise `DeskRefusedError` if there will be none."""

    async def hint(self) -> tuple[Advice, ...]:
        """Return the teacher's advice, or raise `DeskRefusedError`."""

    async def close(self) -> None:
        """Leave the desk."""
