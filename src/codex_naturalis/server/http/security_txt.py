"""security.txt (RFC 9116): where to report vulnerabilities of this installation privately."""

from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final

from litestar import get

from codex_naturalis.wire.errors import Code, ProblemError

from ..lobby.request_context import AnyRequest
from ..services import settings_of
from ..support.settings import Settings

__all__ = ["PATH", "build_text", "security_txt"]

PATH: Final = "/.well-known/security.txt"
_GOOD_FOR: Final = timedelta(days=180)
"""Validity of the file from the first request on, unless the host sets a date; under a year by RFC 9116 2.5.5."""


@get(PATH, sync_to_thread=False, include_in_schema=False, media_type="text/plain")
def security_txt(request: AnyRequest) -> str:
    """Serve the file, as it was at the first request; raises `ProblemError` (404) when the host has set no contact."""
    text = _first(settings_of(request.app))
    if not text:
        raise ProblemError(Code.REQUEST_UNKNOWN)
    return text


@cache
def _first(settings: Settings) -> str:
    return build_text(settings, datetime.now(UTC))


def build_text(settings: Settings, now: datetime) -> str:
    """Return the file (RFC 9116 2.5): contacts by preference, expiry and canonical address; empty without a contact."""
    if not settings.security_contact:
        return ""
    expires = _utc(settings.security_expires) if settings.security_expires else now + _GOOD_FOR
    lines = [f"Contact: {contact}" for contact in settings.security_contact]
    lines.append(f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}")
    if settings.public_url.startswith("https://"):
        host = settings.public_url.rstrip("/").removesuffix(settings.base_path)
        lines.append(f"Canonical: {host}{PATH}")
    return "".join(f"{line}\n" for line in lines)


def _utc(text: str) -> datetime:
    """Return an ISO 8601 date or time in UTC, which is also assumed where no zone is given."""
    moment = datetime.fromisoformat(text)
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
