"""A table on a server, for ordinary programs: `AsyncRemoteTable` on a loop in a thread."""

from collections.abc import Iterator
from typing import Any, Final

from codex_naturalis.views import View

from .async_table import AsyncRemoteTable
from .background import BackgroundLoop, OnLoop, blocking
from .table_state import TableFacts

__all__ = ["RemoteTable"]


class RemoteTable(TableFacts, OnLoop[AsyncRemoteTable]):
    """Table on a server, followed in the background; it always shows the newest state received."""

    def __init__(self, table: AsyncRemoteTable, loop: BackgroundLoop) -> None:
        """Show `table`, which lives on `loop`."""
        TableFacts.__init__(self, table._state)  # noqa: SLF001 - the same facts
        OnLoop.__init__(self, table, loop)

    close: Final = blocking(AsyncRemoteTable.close)
    change: Final = blocking(AsyncRemoteTable.change)

    def views(self) -> Iterator[View]:
        """Yield the view now, and after each change of it, until nothing more will be played."""
        yield from self._each(self._asynchronous.views().__anext__)

    def turns(self) -> Iterator[View]:
        """Yield the view whenever the caller's seat is to act, until nothing more will be played.

        A seat that a stand-in plays is taken back first.
        """
        yield from self._each(self._asynchronous.turns().__anext__)

    def _each(self, following: Any) -> Iterator[View]:  # noqa: ANN401 - a method of an asynchronous generator
        async def one() -> View | None:
            try:
                view: View = await following()
            except StopAsyncIteration:
                return None
            return view

        while (view := self._loop.run(one())) is not None:
            yield view

    act: Final = blocking(AsyncRemoteTable.act)
    say: Final = blocking(AsyncRemoteTable.say)
    show: Final = blocking(AsyncRemoteTable.show)
    leave: Final = blocking(AsyncRemoteTable.leave)
    take_back: Final = blocking(AsyncRemoteTable.take_back)
    stand_in: Final = blocking(AsyncRemoteTable.stand_in)
    add_bot: Final = blocking(AsyncRemoteTable.add_bot)
    choose_colour: Final = blocking(AsyncRemoteTable.choose_colour)
    close_table: Final = blocking(AsyncRemoteTable.close_table)
    rematch: Final = blocking(AsyncRemoteTable.rematch)
    seat_link: Final = blocking(AsyncRemoteTable.seat_link)
    record: Final = blocking(AsyncRemoteTable.record)
    hint: Final = blocking(AsyncRemoteTable.hint)
    review: Final = blocking(AsyncRemoteTable.review)
