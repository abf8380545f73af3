"""Notes: what happened among the people of a table, and its closing."""

from typing import Final

from msgspec.structs import replace

from codex_naturalis.rules import Seat
from codex_naturalis.wire.table import Note, NoteKind, TableStage

from .data import TableData

__all__ = ["add_note", "close_table", "note_bot_failure"]

_NOTES: Final = 50
"""Notes stored for each table."""


def add_note(data: TableData, note: Note) -> TableData:
    """Return the table with one more note; the last 50 are kept."""
    return replace(data, notes=(*data.notes, note)[-_NOTES:])


def close_table(data: TableData, why: NoteKind, version: int) -> TableData:
    """Return the table closed before the end of its game."""
    return replace(add_note(data, Note(version, why)), stage=TableStage.CLOSED, deadline=None)


def note_bot_failure(data: TableData, seat: Seat, bot: str, version: int) -> TableData:
    """Return the table with a note that another bot acted for `bot` on `seat`; the note is added once."""
    known = any(note.kind is NoteKind.BOT_FAILED and (note.seat, note.bot) == (seat, bot) for note in data.notes)
    if known or data.stage is not TableStage.PLAYING:
        return data
    return add_note(data, Note(version, NoteKind.BOT_FAILED, seat, bot))
