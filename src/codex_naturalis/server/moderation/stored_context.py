"""Context of reports as it is stored: with the author of each line, so that it can be erased with the account."""

from collections.abc import Collection

import msgspec
from msgspec import Struct
from sqlalchemy import or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ..database.schema import reports
from ..database.schema.personal import NOBODY
from ..lobby.chat import person_of
from .wire import ReportedLine

__all__ = ["StoredContext", "StoredLine", "erase_lines"]


class StoredLine(ReportedLine, frozen=True):
    """Chat line in a report's context, with its author."""

    person: str | None = None
    """Public pseudonym of the author; None in reports of earlier versions, which identify the author only by name."""


class StoredContext(Struct, frozen=True):
    """Stored form of `ReportContext`."""

    table: str | None
    name: str
    portrait: int | None
    comment: str
    lines: tuple[StoredLine, ...] = ()


async def erase_lines(connection: AsyncConnection, guest: str, names: Collection[str]) -> None:
    """Erase a guest's lines and names from the context of reports about others."""
    person = person_of(guest)
    texts = [msgspec.json.encode(text).decode() for text in (person, *names)]
    near = or_(*(reports.c.context.contains(text, autoescape=True) for text in texts))
    wanted = select(reports.c.id, reports.c.context).where(near, reports.c.reported != guest)
    for row in (await connection.execute(wanted)).all():
        context = msgspec.json.decode(row.context, type=StoredContext)
        lines = tuple(_erase(line, person, names) for line in context.lines)
        left = msgspec.json.encode(msgspec.structs.replace(context, lines=lines)).decode()
        await connection.execute(update(reports).where(reports.c.id == row.id).values(context=left))


def _erase(line: StoredLine, person: str, names: Collection[str]) -> StoredLine:
    theirs = line.person == person if line.person is not None else line.name in names
    return StoredLine(NOBODY, None, line.reported) if theirs else line
