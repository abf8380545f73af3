"""Dependencies of HTTP handlers: the services by their names in `Services`, and the sender of a request.

A handler declares a service as `teacher: NamedDependency[Teacher]`; `lobby.request_context` has the types
for the sender.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final

from litestar.di import Provide

from codex_naturalis.seating import Guest, Holder
from codex_naturalis.wire.errors import Code, ProblemError

from ..lobby.request_context import AnyRequest, Caller, Origin
from ..scheduling.fair_queue import Client, client_of
from ..services import Services, services_of
from ..support.tokens import RENEWED
from .request_validation import check_scope

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
        if services.people.accounts.access.is_one(token):
            return services.people.accounts.access.claimed_holder(token) or Holder()
        return services.tokens.read_token(token) if token else Holder()
    except ProblemError:
        return Holder()


async def _holder(request: AnyRequest) -> Holder:
    """Return the holder of the request's token; an empty `Holder` without one."""
    services, (scheme, token) = services_for(request), _credentials(request)
    if not token:
        return Holder()
    if scheme != "bearer":
        raise ProblemError(Code.TOKEN_INVALID)
    holder = await services.people.accounts.holder(token)
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
    return await services_for(request).lobby.lobby.guests.find(caller)


def _origin(request: AnyRequest) -> str | None:
    """Return the digest of the network that the request comes from; None for loopback."""
    return services_for(request).scheduling.origins.of(address_of(request))


def _client(request: AnyRequest, origin: Origin) -> Client:
    """Return the client that the request's computation is charged to; an invalid token counts as none."""
    return client_of(origin, claimed_holder(request))


def _service(path: str) -> Callable[[AnyRequest], Any]:
    """Return the provider of the service that is found by this path in `Services`."""
    find = attrgetter(path)

    def provider(request: AnyRequest) -> Any:  # noqa: ANN401 - its type stands in the services of its room
        return find(services_for(request))

    return provider


_SENDER: Final[dict[str, Callable[..., Any]]] = {
    "client_address": address_of,
    "origin": _origin,
    "client": _client,
    "caller": _caller,
}
_ASKED: Final = {
    "": ("clubs", "people_tallies", "play_now", "positions", "puzzle_days", "settings", "tables", "teacher", "tokens"),
    "bots": ("preparation",),
    "correspondence": ("calendars", "conditional_turns", "pinned_notes", "vacations"),
    "daily": ("daily",),
    "lobby": ("absence", "lobby"),
    "matches": ("challenges", "comparisons", "matches"),
    "monitoring": ("metrics", "readiness"),
    "notifications": ("notifier", "subscriptions"),
    "people": ("accounts", "people", "rematch_scores"),
    "personal_data": ("deletion", "exports"),
    "previews": ("link_previews",),
    "programs": ("bot_accounts", "invitations", "programs_here"),
    "replays": ("replays", "what_ifs"),
    "moderation": ("complaints", "moderators"),
    "results": ("solos",),
    "scheduling": ("threads",),
    "tournaments": ("seasons", "tournaments"),
}
"""Services that handlers use, by room; those of no room are fields of `Services` itself.

The framework compares each with every other for every handler at the start.
"""

_SERVICES: Final = {
    name: _service(f"{room}.{name}" if room else name) for room, names in _ASKED.items() for name in names
}

DEPENDENCIES: Final = {
    **{name: Provide(provider, sync_to_thread=False) for name, provider in (_SERVICES | _SENDER).items()},
    "holder": Provide(_holder),
    "guest": Provide(_guest),
}
"""Names of handlers' possible arguments.

No field of a body may have one of these names: the framework would take a fault of that field for one of the
dependency, which is the server's, and answer 500.
"""
