"""Dependencies of HTTP handlers: the services by their names in `Services`, and what a request tells of its sender.

A handler declares a service as `teacher: NamedDependency[Teacher]`; for what concerns the sender `lobby.injected` has
the types.
"""

from collections.abc import Callable
from typing import Any, Final

from litestar.di import Provide

from ..lobby.request_context import AnyRequest, Caller, Origin
from ..scheduling.fair_queue import Client, client_of
from ..services import Services, services_of
from ..support.errors import Code, ProblemError
from ..support.tokens import RENEWED, Holder
from ..tables.data import Guest
from .scopes import check_scope

__all__ = ["DEPENDENCIES", "address_of", "claimed_holder", "services_for"]


def services_for(request: AnyRequest) -> Services:
    """Return the services that answer `request`."""
    found = services_of(request.app)
    assert found, "requests that need services come after the start"
    return found


def address_of(request: AnyRequest) -> str | None:
    """Return the address that a request comes from."""
    return request.client.host if request.client else None


def _credentials(request: AnyRequest) -> tuple[str, str]:
    """Return the scheme and the token of the request's `Authorization`; empty without one."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return scheme.lower(), token.strip()


def claimed_holder(request: AnyRequest) -> Holder:
    """Return the holder that the request's token names, revoked or not; an empty one if there is no valid token."""
    _, token = _credentials(request)
    services = services_for(request)
    try:
        if services.accounts.access.is_one(token):
            return services.accounts.access.claimed_holder(token) or Holder()
        return services.tokens.read(token) if token else Holder()
    except ProblemError:
        return Holder()


async def _holder(request: AnyRequest) -> Holder:
    """Return the holder of the request's token; an empty `Holder` without one."""
    services, (scheme, token) = services_for(request), _credentials(request)
    if not token:
        return Holder()
    if scheme != "bearer":
        raise ProblemError(Code.TOKEN_INVALID)
    holder = await services.accounts.holder(token)
    check_scope(holder.scope, request.method, request.scope["path"])
    renewed = services.tokens.renew(token)
    if renewed:
        request.scope["state"][RENEWED] = renewed
    return holder


def _caller(holder: Caller) -> Holder:
    """Return the holder of the request's token; raise a `ProblemError` without one."""
    if holder == Holder():
        raise ProblemError(Code.TOKEN_MISSING)
    return holder


async def _guest(caller: Caller, request: AnyRequest) -> Guest:
    """Return the guest that the request's token speaks for; a token of a seat speaks for none."""
    return await services_for(request).lobby.guest(caller)


def _origin(request: AnyRequest) -> str | None:
    """Return the digest of the network that the request comes from; None for loopback."""
    return services_for(request).origins.of(address_of(request))


def _client(request: AnyRequest, origin: Origin) -> Client:
    """Return the client that the request's computation is charged to; an invalid token counts as none."""
    return client_of(origin, claimed_holder(request))


def _service(name: str) -> Callable[[AnyRequest], Any]:
    """Return the provider of the service that has this name."""

    def provider(request: AnyRequest) -> Any:  # noqa: ANN401 - its type stands in `Services`
        return getattr(services_for(request), name)

    return provider


_SENDER: Final[dict[str, Callable[..., Any]]] = {
    "client_address": address_of,
    "origin": _origin,
    "client": _client,
    "caller": _caller,
}
_ASKED: Final = (
    "absence",
    "accounts",
    "bot_accounts",
    "calendars",
    "challenges",
    "clubs",
    "comparisons",
    "conditional_turns",
    "daily",
    "deletion",
    "exports",
    "invitations",
    "link_previews",
    "lobby",
    "matches",
    "metrics",
    "notifier",
    "people",
    "rematch_scores",
    "people_tallies",
    "pinned_notes",
    "play_now",
    "complaints",
    "moderators",
    "preparation",
    "programs_here",
    "puzzle_days",
    "readiness",
    "replays",
    "settings",
    "seasons",
    "solos",
    "subscriptions",
    "tables",
    "teacher",
    "threads",
    "tokens",
    "vacations",
    "tournaments",
    "what_ifs",
)
"""Services that handlers ask for. The framework compares each with every other for every handler at the start."""

_SERVICES: Final = {name: _service(name) for name in _ASKED}

DEPENDENCIES: Final = {
    **{name: Provide(provider, sync_to_thread=False) for name, provider in (_SERVICES | _SENDER).items()},
    "holder": Provide(_holder),
    "guest": Provide(_guest),
}
"""What handlers may name as arguments.

No field of a body bears one of these names: the framework would take a fault of that field for one of the dependency,
which is the server's, and answer 500.
"""
