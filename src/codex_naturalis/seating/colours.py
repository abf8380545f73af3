"""Choice of colours before play: first come, first served."""

from msgspec.structs import replace

from codex_naturalis.rules import Seat
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import Colour

from .data import SeatRow, TableData

__all__ = ["check_colour", "without_taken"]


def check_colour(data: TableData, index: int, colour: Colour | None) -> None:
    """Raise a `ProblemError` if a seat row other than `index` has chosen this colour."""
    taken = _owner(data, index, colour)
    if taken is not None:
        raise ProblemError(Code.COLOUR_TAKEN, seat=taken)


def without_taken(data: TableData, index: int, row: SeatRow) -> SeatRow:
    """Return `row`, which is to be at `index`, without its colour if another seat row has chosen that since."""
    return row if _owner(data, index, row.colour) is None else replace(row, colour=None)


def _owner(data: TableData, index: int, colour: Colour | None) -> Seat | None:
    """Return the seat row other than `index` with this colour; before play its index is its seat."""
    others = (at for at, row in enumerate(data.seat_rows) if at != index and row.colour is colour)
    return None if colour is None else next(others, None)
