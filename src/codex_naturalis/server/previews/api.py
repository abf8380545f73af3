"""HTTP API of pictures: link previews, and prints of finished codices."""

from enum import StrEnum
from typing import Final

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from codex_naturalis.i18n import best_locale

from ..lobby.request_context import Account, AnyRequest, TableId
from ..support.settings import Settings
from ..tables.registry import Tables
from .link_previews import LinkPreviews
from .page import qr_path
from .pictures import LANDSCAPE, PORTRAIT, PrintSize
from .wire import FinishedCodex, InvitationCode

__all__ = ["HANDLERS", "PrintShape"]

Previews = NamedDependency[LinkPreviews]

_FOR_ALL: Final = {"Cache-Control": "public, max-age=3600"}
"""Headers of a picture that is the same for every caller."""

_FOR_CALLER: Final = {"Cache-Control": "private, max-age=86400", "Vary": "Authorization"}
"""Headers of a picture that is refused to some: those who have not played its match, or still play its deal."""


class PrintShape(StrEnum):
    """Shape of a print."""

    LANDSCAPE = "landscape"
    """1200 by 630 pixels, as links are shown."""

    PORTRAIT = "portrait"
    """1080 by 1350 pixels, for a wall or a phone."""


_SIZES: Final[dict[PrintShape, PrintSize]] = {PrintShape.LANDSCAPE: LANDSCAPE, PrintShape.PORTRAIT: PORTRAIT}


def _png(content: bytes, headers: dict[str, str], media: str = "image/png") -> Response[bytes]:
    return Response(content, media_type=media, headers=headers)


@get("/previews", summary="The picture of a link", include_in_schema=False)
async def preview(
    client: Account, link_previews: Previews, path: FromQuery[str] = "/", lang: FromQuery[str] = "en"
) -> Response[bytes]:
    """Draw the link preview of the page at `path` (1200 by 630 PNG)."""
    return _png(await link_previews.picture(path, best_locale([lang]), client), _FOR_ALL)


@get("/tables/{table_id:str}/codices/{seat:int}", summary="A finished codex")
async def codex(table_id: TableId, seat: FromPath[int], client: Account, link_previews: Previews) -> FinishedCodex:
    """Return the cards of a finished codex, and their positions."""
    return await link_previews.codex(table_id, seat, client)


@get("/tables/{table_id:str}/codices/{seat:int}/print", include_in_schema=False)
async def codex_print(
    table_id: TableId,
    seat: FromPath[int],
    client: Account,
    link_previews: Previews,
    shape: FromQuery[PrintShape] = PrintShape.LANDSCAPE,
    lang: FromQuery[str] = "en",
) -> Response[bytes]:
    """Draw a finished codex, framed, with its player, its points and the day (PNG)."""
    return _png(
        await link_previews.codex_print(table_id, seat, _SIZES[shape], best_locale([lang]), client), _FOR_CALLER
    )


@get("/tables/{table_id:str}/codices/{seat:int}/film", include_in_schema=False)
async def codex_film(
    table_id: TableId, seat: FromPath[int], client: Account, link_previews: Previews, lang: FromQuery[str] = "en"
) -> Response[bytes]:
    """Draw a finished codex as it grew, card by card (animated PNG)."""
    return _png(await link_previews.codex_film(table_id, seat, best_locale([lang]), client), _FOR_CALLER, "image/apng")


@get("/tables/{table_id:str}/invitation", summary="The link to a table, with its QR code")
async def invitation(
    table_id: TableId, tables: NamedDependency[Tables], settings: NamedDependency[Settings], request: AnyRequest
) -> InvitationCode:
    """Return the link that brings others to a table, also as a QR code for their phones."""
    base = settings.public_url or str(request.base_url)
    url = f"{base.rstrip('/')}/t/{(await tables.get(table_id)).id}"
    return InvitationCode(url, *qr_path(url))


HANDLERS: Final = (invitation, preview, codex, codex_print, codex_film)
