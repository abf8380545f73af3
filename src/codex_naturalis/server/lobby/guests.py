"""Guests: new ones, those of a token, their names and portraits, and the seat rows that show them."""

from typing import Final

from msgspec.structs import replace

from codex_naturalis.seating import Guest, Holder, SeatRow, new_id
from codex_naturalis.seating.names import clean_name
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import NameMark, Portrait, SeatKind

from ..bans.restraints import Restraints
from ..support.settings import Settings
from ..support.tokens import Tokens
from ..tables.guest_names import store_guest
from ..tables.registry import Tables
from ..tables.store import Store

__all__ = ["PROGRAM", "Guests"]

PROGRAM: Final = "program "
"""Prefix of the bus topic for a program that is invited or seated."""


class Guests:
    """Operations on guests; each refuses with a `ProblemError` that gives the reason."""

    def __init__(self, store: Store, tables: Tables, tokens: Tokens, settings: Settings) -> None:
        """Keep guests in `store`, and show their changes at `tables`."""
        self._store = store
        self._tables = tables
        self._tokens = tokens
        self._settings = settings
        self._restraints = Restraints(store)

    async def add(self, name: str) -> tuple[Guest, str]:
        """Return a new guest, and the token that authenticates it."""
        guest = Guest(new_id(), clean_name(name))
        await self._store.add_guest(guest)
        return guest, self._tokens.for_guest(guest.id)

    async def find(self, holder: Holder) -> Guest:
        """Return the guest of a token; raise a `ProblemError` if there is none."""
        found = await self._store.guest(holder.guest) if holder.guest else None
        if found is None:
            raise ProblemError(Code.TOKEN_INVALID)
        return found

    async def rename(self, holder: Holder, name: str) -> Guest:
        """Rename a guest, at its open tables too."""
        guest = replace(await self.find(holder), name=clean_name(name))
        await self._restraints.check_name(guest.id)
        return await self._update(guest)

    async def choose_portrait(self, holder: Holder, portrait: Portrait | None) -> Guest:
        """Change a guest's portrait, at its open tables too."""
        return await self._update(replace(await self.find(holder), portrait=portrait))

    async def _update(self, guest: Guest) -> Guest:
        await self._tables.show_stored(*await self._store.write(lambda connection: store_guest(connection, guest)))
        return guest

    async def make_seat_row(self, guest: Guest) -> SeatRow:
        """Return a seat row for a guest, with a key of its own."""
        mark = await self._store.mark_of(guest)
        return SeatRow(SeatKind.GUEST, guest.name, guest.id, new_id(), mark=mark, portrait=guest.portrait)

    async def check_program(self, guest: Guest) -> None:
        """Raise a `ProblemError` if the guest is a program where the host lets programs play by invitation only."""
        if self._settings.bots != "open" and await self._store.mark_of(guest) is NameMark.PROGRAM:
            raise ProblemError(Code.PROGRAM_INVITED)

    def wake_program(self, row: SeatRow) -> None:
        """Wake a program's connection when it has a new seat; other people's seats need nothing."""
        if row.program:
            self._tables.publish(f"{PROGRAM}{row.guest}", "person")
