"""What only the host needs: how the server is doing, and how much anybody may ask of it."""

from typing import Any, Final

from litestar import Request, Response, get
from litestar.datastructures import State

from .bans import Bans
from .codes import Code, Problem
from .limits import Limits, network_of
from .metrics import MEDIA, Metrics
from .settings import Settings

__all__ = ["count_request", "metrics"]

_COUNTED: Final = "/api/"
_NEW_GUEST: Final = "/api/v1/guests"


def _address(request: Request[Any, Any, Any]) -> str | None:
    return request.client.host if request.client else None


def count_request(request: Request[Any, Any, Any]) -> None:
    """Refuse what is more than one address or guest may ask, and everything to an address that is shut out."""
    path = request.scope["path"]
    if path.startswith(_COUNTED):
        bans: Bans = request.app.state.bans
        bans.check(None, _address(request))
        limits: Limits = request.app.state.limits
        new_guest = request.method == "POST" and path.rstrip("/") == _NEW_GUEST
        limits.request(_address(request), request.headers.get("authorization", ""), new_guest=new_guest)


@get("/metrics", sync_to_thread=False, include_in_schema=False)
def metrics(state: State, request: Request[Any, Any, Any]) -> Response[bytes]:
    """Tell the host how the server is doing; to others there is nothing here."""
    settings: Settings = state.settings
    address = _address(request)
    if network_of(address) is not None and address not in settings.metrics_from:
        raise Problem(Code.REQUEST_UNKNOWN)
    counted: Metrics = state.metrics
    return Response(counted.text(), media_type=MEDIA)
