"""Link previews: finds out what a path leads to, from public facts."""

import re
from asyncio import to_thread
from datetime import UTC, datetime
from typing import Final
from urllib.parse import unquote

from codex_naturalis.analysis.puzzles import daily_number, puzzles, view_of_puzzle
from codex_naturalis.i18n import Locale, words
from codex_naturalis.play import Game
from codex_naturalis.rules import Seat
from codex_naturalis.seating import info_of
from codex_naturalis.views import View, view_of
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import TableInfo, TableStage

from ..people.history import People
from ..scheduling.fair_queue import Client
from ..tables.registry import Tables
from ..tables.store import Store
from .animated_png import film
from .pictures import CodexPrint, PrintSize, codex_print, picture
from .rasterizer import Rasterizer
from .subjects import (
    CreatureSubject,
    HomeSubject,
    LinkSubject,
    PersonSubject,
    PuzzleSubject,
    ReplaySubject,
    TableSubject,
    subject_of_page,
)
from .wire import FinishedCodex

__all__ = ["LinkPreviews"]

_TABLE: Final = re.compile(r"/t/([A-Za-z0-9_-]{1,64})(?:/(?:replay|wall|deal|beside))?/?")
_PUZZLE: Final = re.compile(r"/puzzles/(\d{1,4}|daily)/?")
_BESTIARY: Final = re.compile(r"/bestiary(?:/(\d{1,2}))?/?")
_LEAVES: Final = 40
_PERSON: Final = re.compile(r"/people/([^/]{1,200})/?")


class LinkPreviews:
    """Titles and pictures of links. A table under way shows its people; its game is never read."""

    def __init__(self, store: Store, tables: Tables, people: People, rasterizer: Rasterizer) -> None:
        """Look up what is in `store`, and finished games at `tables`."""
        self._store = store
        self._tables = tables
        self._people = people
        self._rasterizer = rasterizer

    async def subject(self, path: str) -> LinkSubject:
        """Return the subject of `path`, in short; an unknown path leads home."""
        if found := _TABLE.fullmatch(path):
            return await self._table(found[1])
        if found := _PUZZLE.fullmatch(path):
            return _puzzle(found[1])
        if found := _BESTIARY.fullmatch(path):
            return CreatureSubject(min(_LEAVES, max(1, int(found[1] or 1))))
        if found := _PERSON.fullmatch(path):
            name = await self._people.find_name(unquote(found[1]))
            return PersonSubject(name) if name else HomeSubject()
        return subject_of_page(path)

    async def picture(self, path: str, locale: Locale, client: Client) -> bytes:
        """Return the picture of a link as PNG; raise a `ProblemError` for too many requests."""
        subject = await self._in_full(await self.subject(path))
        return await self._rasterizer.draw((subject, locale), lambda: picture(subject, words(locale)), client)

    async def codex(self, table_id: str, seat: Seat, client: Client) -> FinishedCodex:
        """Return the cards of a finished codex."""
        wanted = await self._finished_codex(table_id, seat, client)
        return FinishedCodex(wanted.final.seats[seat].laid)

    async def codex_print(self, table_id: str, seat: Seat, size: PrintSize, locale: Locale, client: Client) -> bytes:
        """Return the print of a finished codex as PNG."""
        wanted = await self._finished_codex(table_id, seat, client)
        described = (wanted, size, locale)
        return await self._rasterizer.draw(described, lambda: codex_print(wanted, size, words(locale)), client)

    async def codex_film(self, table_id: str, seat: Seat, locale: Locale, client: Client) -> bytes:
        """Return a finished codex growing card by card, as an animated PNG."""
        wanted = await self._finished_codex(table_id, seat, client)
        key = f"film {table_id} {seat} {locale}"
        return await self._rasterizer.make(key, lambda draw: film(wanted, words(locale), draw), client)

    async def _table(self, table_id: str) -> LinkSubject:
        known = self._tables.find_loaded(table_id)
        data = known.data if known else next((data for data, _ in await self._store.tables_among([table_id])), None)
        if data is None:
            return HomeSubject()
        table = info_of(data)
        shown = table.stage is TableStage.OVER and not data.secret and not data.match
        return ReplaySubject(table) if shown else TableSubject(table)

    async def _in_full(self, subject: LinkSubject) -> LinkSubject:
        """Return a subject with all that its picture shows."""
        match subject:
            case ReplaySubject(table):
                game = await self._over(table.id)
                return ReplaySubject(table, await to_thread(_final, game))
            case PuzzleSubject(number):
                wanted = number or daily_number(datetime.now(UTC).date())
                return PuzzleSubject(number, await to_thread(view_of_puzzle, wanted))
            case PersonSubject(name):
                return PersonSubject(name, await self._people.person(name))
            case _:
                return subject

    async def _over(self, table_id: str, client: Client | None = None) -> Game:
        return (await self._tables.get_finished(table_id, client.guest if client else None)).get_finished_game()

    async def _finished_codex(self, table_id: str, seat: Seat, client: Client) -> CodexPrint:
        game, table = await self._over(table_id, client), await self._info(table_id)
        if not 0 <= seat < game.options.seats:
            raise ProblemError(Code.SEAT_UNKNOWN, seats=game.options.seats)
        return CodexPrint(table, await to_thread(_final, game), seat)

    async def _info(self, table_id: str) -> TableInfo:
        return info_of((await self._tables.get(table_id)).data)


def _final(game: Game) -> View:
    return view_of(game.state, None)


def _puzzle(number: str) -> LinkSubject:
    if number == "daily":
        return PuzzleSubject(None)
    return PuzzleSubject(int(number)) if 1 <= int(number) <= len(puzzles()) else HomeSubject()
