"""Positions by their codes: set up, changed by hand, and read."""

from codex_naturalis.analysis import PositionChange, change_position, first_position, view_of_code
from codex_naturalis.rules import CodeError, options_of
from codex_naturalis.views import View
from codex_naturalis.wire.analysis import NewAnalysis, NewPosition, PositionResponse
from codex_naturalis.wire.errors import Code, ProblemError

__all__ = ["change", "make_first", "read_position"]


def make_first(asked: NewPosition) -> PositionResponse:
    """Return an initial position; raise a `ProblemError` if there is no such game."""
    try:
        return PositionResponse(first_position(options_of(asked.seats, solo=asked.solo)))
    except ValueError:
        raise ProblemError(Code.REQUEST_MALFORMED, at="$.seats") from None


def change(code: str, wanted: PositionChange) -> PositionResponse:
    """Return the position after a change; raise a `ProblemError` if that is impossible."""
    try:
        return PositionResponse(change_position(code, wanted))
    except CodeError as error:
        raise _problem(error) from None


def read_position(asked: NewAnalysis) -> View:
    """Return the view of a position by its code; raise a `ProblemError` if it is none."""
    try:
        return view_of_code(asked.code, asked.seat)
    except CodeError as error:
        raise _problem(error) from None
    except ValueError:
        raise ProblemError(Code.REQUEST_MALFORMED, at="$.seat") from None


def _problem(error: CodeError) -> ProblemError:
    return ProblemError(Code.POSITION_INVALID, at=error.at + 1, fault=error.fault)
