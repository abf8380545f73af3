"""A table on a server, for ordinary programs: `AsyncRemoteTable` on a loop in a thread."""

from collections.abc import Iterator, Sequence
from typing import Any

from codex_naturalis.analysis import Advice, Review
from codex_naturalis.record import Record
from codex_naturalis.rules import Action, Result, Seat
from codex_naturalis.views import View, Viewer
from codex_naturalis.wire.socket import ClockMessage, Emote, Line, StepMessage
from codex_naturalis.wire.table import Colour, TableInfo

from .async_table import AsyncRemoteTable
from .background import BackgroundLoop

__all__ = ["RemoteTable"]


class RemoteTable:
    """A table on a server. It is followed in the background; what it shows is always the newest that was heard."""

    def __init__(self, table: AsyncRemoteTable, loop: BackgroundLoop) -> None:
        """Show `table`, which lives on `loop`."""
        self._table = table
        self._loop = loop

    @property
    def id(self) -> str:
        """Return the id of the table."""
        return self._table.id

    @property
    def invitation(self) -> str:
        """Return the link that lets others join or watch."""
        return self._table.invitation

    @property
    def connected(self) -> bool:
        """Return whether there is a connection now."""
        return self._table.connected

    @property
    def info(self) -> TableInfo:
        """Return people, options and stage of the table."""
        return self._table.info

    @property
    def viewer(self) -> Viewer:
        """Return the own seat; None for those who watch."""
        return self._table.viewer

    @property
    def view(self) -> View | None:
        """Return the newest view; None before play."""
        return self._table.view

    @property
    def version(self) -> int:
        """Return the number of actions played."""
        return self._table.version

    @property
    def steps(self) -> Sequence[StepMessage]:
        """Return what happened, version by version, as far as it was heard: all of it with `history`."""
        return self._table.steps

    @property
    def lines(self) -> Sequence[Line]:
        """Return the chat, oldest line first."""
        return self._table.lines

    @property
    def clocks(self) -> Sequence[ClockMessage]:
        """Return the clocks of the seats, as last told; empty without clocks."""
        return self._table.clocks

    @property
    def result(self) -> Result | None:
        """Return how the game ended; None while it is played."""
        return self._table.result

    @property
    def ended(self) -> bool:
        """Return whether nothing more will be played here: the game is over, or the table was closed."""
        return self._table.ended

    def close(self) -> None:
        """Close the connection. The seat stays one's own."""
        self._loop.run(self._table.close())

    def change(self) -> None:
        """Wait until anything changes; raise `RefusedError` or `UnreachableError` if nothing will any more."""
        self._loop.run(self._table.change())

    def views(self) -> Iterator[View]:
        """Yield the view now, and after each change of it, until nothing more will be played."""
        yield from self._each(self._table.views().__anext__)

    def turns(self) -> Iterator[View]:
        """Yield the view whenever the own seat is to act, until nothing more will be played.

        A seat for which a bot plays on is taken back first.
        """
        yield from self._each(self._table.turns().__anext__)

    def _each(self, following: Any) -> Iterator[View]:  # noqa: ANN401 - a method of an asynchronous generator
        async def one() -> View | None:
            try:
                view: View = await following()
            except StopAsyncIteration:
                return None
            return view

        while (view := self._loop.run(one())) is not None:
            yield view

    def act(self, *actions: Action | Sequence[Action]) -> int:
        """Play one action, or a placement and the draw after it; return the version it made.

        It counts exactly once, also if the connection or the server is lost meanwhile. Raise `RefusedError` if the
        rules or the server do not allow it: then nothing has changed.
        """
        return self._loop.run(self._table.act(*actions))

    def say(self, text: str) -> None:
        """Say a line of 1 to 200 characters to everyone at the table."""
        self._loop.run(self._table.say(text))

    def show(self, emote: Emote | str) -> None:
        """Show an emote, such as `applause`."""
        self._loop.run(self._table.show(emote))

    def leave(self) -> TableInfo:
        """Free the own seat before play; during play a bot plays on until it is taken back."""
        return self._loop.run(self._table.leave())

    def take_back(self) -> TableInfo:
        """Take the own seat back from the bot that plays for it."""
        return self._loop.run(self._table.take_back())

    def stand_in(self, seat: Seat) -> TableInfo:
        """Ask for a bot to play on for an absent player who is to act."""
        return self._loop.run(self._table.stand_in(seat))

    def add_bot(self, name: str, seat: Seat | None = None) -> TableInfo:
        """Seat a bot, as the host; by default on the first empty seat."""
        return self._loop.run(self._table.add_bot(name, seat))

    def choose_colour(self, colour: Colour | str | None) -> TableInfo:
        """Choose the colour of the own tokens before play, None for one that is left; `RefusedError` if it is taken."""
        return self._loop.run(self._table.choose_colour(colour))

    def close_table(self) -> TableInfo:
        """Close the table before play, as its host."""
        return self._loop.run(self._table.close_table())

    def rematch(self) -> str:
        """Agree to another game of the same people; return the id of its table."""
        return self._loop.run(self._table.rematch())

    def seat_link(self) -> str:
        """Return the private link of the own seat, which lets its holder play it on any device."""
        return self._loop.run(self._table.seat_link())

    def record(self) -> Record:
        """Return the record of the finished game."""
        return self._loop.run(self._table.record())

    def hint(self) -> tuple[Advice, ...]:
        """Return up to three turns, best first, where hints are allowed; takes as long as the server thinks."""
        return self._loop.run(self._table.hint())

    def review(self) -> Review:
        """Return the review of the finished game; takes as long as the server thinks."""
        return self._loop.run(self._table.review())
