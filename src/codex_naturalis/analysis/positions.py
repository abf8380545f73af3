"""View of any position code, for the player who is to decide."""

from codex_naturalis.rules import Seat, awaited
from codex_naturalis.rules.arguments import check_seat
from codex_naturalis.views import View, from_code, view_of

__all__ = ["view_of_code"]


def view_of_code(code: str, seat: Seat | None = None) -> View:
    """Return the detailed view of a position: that view for a view's code, what `seat` knows for a state's.

    `seat` defaults to the first that must act, or 0 after the end. Raises `CodeError` for what is no code, and
    `ValueError` for a seat that the game does not have.
    """
    read = from_code(code, detailed=True)
    if isinstance(read, View):
        return read
    if seat is not None:
        check_seat("seat", seat, len(read.seats))
    return view_of(read, next(iter(awaited(read)), 0) if seat is None else seat, detailed=True)
