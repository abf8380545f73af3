"""Request guard and metrics endpoint: rate limits and bans before each request, and figures for the host."""

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
    """Charge a request to its address and guest; raise a `Problem` for one too many, or for a banned address.

    Requests for another host name, from another origin, or of another form than ours are refused, too.
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
    """Return the key for counting a guest's requests, however its token is spelled; empty without a valid one."""
    token = request.headers.get("authorization", "").partition(" ")[2].strip()
    tokens: Tokens = request.app.state.tokens
    try:
        holder = tokens.read(token) if token else Holder()
    except Problem:
        return ""
    return holder.guest or holder.key or ""


@get("/metrics", sync_to_thread=False, include_in_schema=False)
def metrics(state: State, request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the metrics to allowed addresses; to others the address does not exist."""
    settings: Settings = state.settings
    address = _address(request)
    elsewhere = network_of(address) is not None and address not in settings.metrics_from
    if elsewhere or request.scope["raw_path"] != b"/metrics":  # with the exact spelling that a reverse proxy blocks
        raise Problem(Code.REQUEST_UNKNOWN)
    counted: Metrics = state.metrics
    return Response(counted.text(), media_type=MEDIA)
