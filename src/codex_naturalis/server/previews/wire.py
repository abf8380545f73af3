"""Messages of the previews API."""

from msgspec import Struct

from codex_naturalis.views import LaidCard

__all__ = ["FinishedCodex", "InvitationCode"]


class InvitationCode(Struct, frozen=True):
    """Link to a table, with its QR code (ISO/IEC 18004) to be drawn."""

    url: str
    """Address of the table at the server's public URL, or at the requested one."""

    size: int
    """Modules on each side of the code, its quiet zone included."""

    path: str
    """Its dark modules as the path of an SVG, one unit each."""


class FinishedCodex(Struct, frozen=True):
    """Codex of one seat when its game was over."""

    laid: tuple[LaidCard, ...]
    """Its cards, the starter card first."""
