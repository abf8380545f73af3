"""What only the host needs: how the server is doing, and how much anybody may ask of it."""

from typing import Any, Final

from litestar import Request, Response, get
from litestar.datastructures import State

from ..limits.limits import Limits, network_of
from ..moderation.bans import Bans
from ..monitoring.metrics import MEDIA, Metrics
from ..support.errors import Code, Problem
from ..support.settings import Settings
from ..support.tokens import Holder, Tokens
from .request_validation import check_form, check_host

__all__ = ["count_request", "metrics"]

_COUNTED: Final = ("/api/", "/readyz")
_NEW_GUEST: Final = "/api/v1/guests"


def _address(request: Request[Any, Any, Any]) -> str | None:
    return request.client.host if request.client else None


def count_request(request: Request[Any, Any, Any]) -> None:
    """Refuse what is more than one address or guest may ask, and everything to an address that is shut out.

    Refuse what asks for another host, comes from a foreign page, or has another form than ours, too.
    """
    path, settings = request.scope["path"], request.app.state.settings
    check_host(request.scope, settings)
    if path.startswith(_COUNTED):
        bans: Bans = request.app.state.bans
        bans.check(None, _address(request))
        limits: Limits = request.app.state.limits
        new_guest = request.method == "POST" and path.rstrip("/") == _NEW_GUEST
        limits.request(_address(request), _guest(request), new_guest=new_guest)
        check_form(request, settings)


def _guest(request: Request[Any, Any, Any]) -> str:
    """Return by what a guest's requests are counted, however its token is written; nothing without a valid one."""
    token = request.headers.get("authorization", "").partition(" ")[2].strip()
    tokens: Tokens = request.app.state.tokens
    try:
        holder = tokens.read(token) if token else Holder()
    except Problem:
        return ""
    return holder.guest or holder.key or ""


@get("/metrics", sync_to_thread=False, include_in_schema=False)
def metrics(state: State, request: Request[Any, Any, Any]) -> Response[bytes]:
    """Tell the host how the server is doing; to others there is nothing here."""
    settings: Settings = state.settings
    address = _address(request)
    elsewhere = network_of(address) is not None and address not in settings.metrics_from
    if elsewhere or request.scope["raw_path"] != b"/metrics":  # a web server in front keeps to the letter, too
        raise Problem(Code.REQUEST_UNKNOWN)
    counted: Metrics = state.metrics
    return Response(counted.text(), media_type=MEDIA)
