"""Request guard and metrics endpoint: rate limits and bans before each request, and figures for the host."""

from typing import Final

from litestar import Response, get
from litestar.di import NamedDependency

from codex_naturalis.wire.errors import Code, ProblemError

from ..limits.limits import network_of
from ..lobby.request_context import Address, AnyRequest
from ..monitoring.metrics import MEDIA, Metrics
from ..support.settings import Settings
from .dependencies import address_of, claimed_holder, services_for
from .request_validation import check_form, check_host

__all__ = ["count_request", "metrics"]

_COUNTED: Final = ("/api/", "/readyz")
_NEW_GUEST: Final = "/api/v1/guests"


def count_request(settings: Settings, request: AnyRequest) -> None:
    """Charge a request to its address and guest; raise a `ProblemError` for one too many, or for a banned address.

    Requests for another host name, from another origin, in an unsupported form, or without a required token are
    refused, too, before their body is read.
    """
    path = request.scope["path"]
    check_host(request.scope, settings)
    if path.startswith(_COUNTED):
        services, address = services_for(request), address_of(request)
        services.bans.bans.check(None, address)
        new_guest = request.method == "POST" and path.rstrip("/") == _NEW_GUEST
        services.limits.charge_request(address, _guest(request), new_guest=new_guest)
        check_form(request, settings)
        if _needs_token(request) and "authorization" not in request.headers:
            raise ProblemError(Code.TOKEN_MISSING)


def _needs_token(request: AnyRequest) -> bool:
    """Return whether the operation is described as needing a token."""
    needed = request.route_handler.security or ()
    return bool(needed) and {} not in needed


def _guest(request: AnyRequest) -> str:
    """Return the key for counting a guest's requests, however its token is spelled; empty without a valid one."""
    holder = claimed_holder(request)
    return holder.guest or holder.key or ""


@get("/metrics", sync_to_thread=False, include_in_schema=False)
def metrics(
    settings: NamedDependency[Settings], metrics: NamedDependency[Metrics], client_address: Address, request: AnyRequest
) -> Response[bytes]:
    """Return the metrics to allowed addresses; to others the address does not exist."""
    elsewhere = network_of(client_address) is not None and client_address not in settings.metrics_from
    if elsewhere or request.scope["raw_path"] != b"/metrics":  # with the exact spelling that a reverse proxy blocks
        raise ProblemError(Code.REQUEST_UNKNOWN)
    return Response(metrics.text(), media_type=MEDIA)
