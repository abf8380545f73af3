"""Messages of the analysis of any position, given by its code."""

from typing import Annotated

from msgspec import Meta, Struct

from codex_naturalis.judgements.positions import PositionChange
from codex_naturalis.rules import Seat, SoloLevel
from codex_naturalis.views import View

__all__ = ["AnalysisResponse", "ChangedPosition", "NewAnalysis", "NewPosition", "PositionResponse"]

CodeText = Annotated[str, Meta(max_length=1000)]


class NewAnalysis(Struct, frozen=True, forbid_unknown_fields=True):
    """Position to analyse."""

    code: CodeText
    """Code of a state or of a view."""

    seat: Annotated[int, Meta(ge=0, le=3)] | None = None
    """Viewer, if the code contains everything; by default the seat to act."""


class AnalysisResponse(Struct, frozen=True):
    """Position as one player knows it, with the legal actions and their effects."""

    code: str
    """Code of the view."""

    seat: Seat | None
    view: View


class PositionResponse(Struct, frozen=True):
    """Code of a position."""

    code: str


class NewPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """Initial position, to be set up by hand."""

    seats: Annotated[int, Meta(ge=1, le=4)]
    solo: SoloLevel | None = None
    """Level of Tybor, with one seat."""


class ChangedPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """Change of a position that is set up by hand."""

    code: CodeText
    change: PositionChange
