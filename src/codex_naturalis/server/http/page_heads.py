"""Page heads: metadata of the page at a path for programs that show links, in the reader's language."""

from typing import Any

from litestar import Request
from msgspec import Struct

from codex_naturalis.i18n import Locale, best_locale, words
from codex_naturalis.wire.errors import ProblemError

from ..previews.heads import head_of, languages, with_head
from ..services import Services, services_of

__all__ = ["PageHead", "page_head"]


class PageHead(Struct, frozen=True):
    """Elements for the head of a page, and its language."""

    elements: str
    locale: Locale

    def within(self, page: bytes) -> bytes:
        """Return `page` with this head."""
        return with_head(page, self.elements, self.locale)


async def page_head(request: Request[Any, Any, Any]) -> PageHead | None:
    """Return the head of the requested page; None where it has no metadata of its own.

    Looking up a link's subject counts as a request of its address; beyond the limit the page has no head.
    """
    services = services_of(request.app)
    if services is None:
        return None
    locale = best_locale(languages(request.headers.get("accept-language", "")))
    try:
        services.limits.charge_request(request.client.host if request.client else None, "", new_guest=False)
        subject = await services.previews.link_previews.subject(request.url.path)
    except ProblemError:
        return None
    return PageHead(head_of(subject, request.url.path, _base(services, request), locale, words(locale)), locale)


def _base(services: Services, request: Request[Any, Any, Any]) -> str:
    """Return the URL of this server: the public one, or the requested one."""
    return services.settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")
