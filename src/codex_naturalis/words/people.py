"""Names of the players at a table, for the reader."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from codex_naturalis.rules import Exhaustion, Seat
from codex_naturalis.views import Viewer

from .speech import Speech

__all__ = ["Players", "SeatName", "bot_name", "names_of"]


class SeatName(Protocol):
    """Seat and its occupant, as reported by a server."""

    @property
    def seat(self) -> Seat:
        """Return its number."""

    @property
    def kind(self) -> str:
        """Return `guest`, `bot` or `empty`."""

    @property
    def name(self) -> str | None:
        """Return the name of the guest or of the bot."""

    @property
    def mark(self) -> str | None:
        """Return `alike` if the name looks like an account's."""


class Players(Struct, frozen=True):
    """Players of a table."""

    viewer: Viewer
    names: tuple[str, ...]
    """Name of each player, by seat."""

    exhaustion: Exhaustion = Exhaustion.DECKS
    """House rule on running out of cards."""

    def name_of(self, seat: Seat) -> str:
        """Return the name of a player."""
        return self.names[seat] if seat < len(self.names) else str(seat + 1)

    def name_for(self, say: Speech, seat: Seat) -> str:
        """Return the name of a player, and "You" for the reader."""
        return say("table.you") if seat == self.viewer else self.name_of(seat)


def bot_name(say: Speech, name: str, which: int = 0) -> str:
    """Return the name of a bot; `which` counts those of one level at a table, each with its own name."""
    return (say.look_up(f"bot.{name}_{which + 1}") if which else None) or say.look_up(f"bot.{name}") or name


def names_of(say: Speech, seats: Sequence[SeatName]) -> tuple[str, ...]:
    """Return the name of each player, by seat; equal names get a number."""
    names = [_name(say, seats, seat) or str(seat.seat + 1) for seat in seats]
    return tuple(
        f"{name} {names[: at + 1].count(name)}" if names.count(name) > 1 else name for at, name in enumerate(names)
    )


def _name(say: Speech, seats: Sequence[SeatName], seat: SeatName) -> str | None:
    if seat.name is None or seat.kind == "empty":
        return None
    if seat.kind == "bot":
        which = sum(one.kind == "bot" and one.name == seat.name and one.seat < seat.seat for one in seats)
        return bot_name(say, seat.name, which)
    return say("waiting.alike", name=seat.name) if seat.mark == "alike" else seat.name
