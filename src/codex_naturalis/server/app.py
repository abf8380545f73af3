"""The application: the HTTP routes, the sockets, and the services behind them."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import msgspec
from litestar import Litestar, get
from litestar.datastructures import MutableScopeHeaders
from litestar.di import NamedDependency
from litestar.routes import HTTPRoute
from litestar.types import Message, Scope, Send

from codex_naturalis.wire.errors import Code, ProblemError, to_response
from codex_naturalis.wire.socket import LARGEST

from .database.upgrade import upgrade
from .http.dependencies import DEPENDENCIES
from .http.host import count_request, metrics
from .http.openapi import HANDLERS as DESCRIPTIONS
from .http.openapi import describe
from .http.problems import HANDLERS
from .http.request_ids import HEADER, request_id
from .http.request_validation import JsonRequest, at_home, check_host
from .http.router import router
from .http.security_txt import security_txt
from .http.static import WebClient, client_handler, headers_for
from .lobby.request_context import AnyRequest
from .monitoring.readiness import Readiness
from .programs.channel import ProgramChannel
from .programs.socket_server import PATH as PROGRAMS
from .programs.socket_server import ProgramSockets
from .services import services_of, serving, settings_of
from .sockets.channel import WRITER, Channel
from .sockets.socket_server import SocketServer
from .support.settings import Settings
from .support.tokens import RENEWED, RENEWED_HEADER

__all__ = ["create_app", "describe"]

_TABLE: Final = re.compile(r"/api/v1/tables/([^/]+)/socket/?")


@get("/healthz", sync_to_thread=False, include_in_schema=False, media_type="text/plain")
def healthz() -> str:
    """Liveness: answer as long as the process runs."""
    return "ok"


@get("/readyz", include_in_schema=False, media_type="text/plain")
async def readyz(readiness: NamedDependency[Readiness]) -> str:
    """Readiness: answer if the database answers and its file is not known to be damaged."""
    await readiness.ask()
    return readiness.text()


async def _show_table(settings: Settings, sockets: SocketServer, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401
    """Serve one viewer of a table, over an ASGI WebSocket."""
    problem, table = _unfit(scope, settings), _TABLE.fullmatch(scope["path"])
    channel, address = Channel(scope, receive, send, settings), (scope["client"] or (None,))[0]
    headed = "websocket.http.response" in (scope.get("extensions") or {})
    await receive()
    if table is None:
        await send({"type": "websocket.close", "code": 1000})
    elif problem:
        await _turn_away(send, problem, headed=headed)
    else:
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        if WRITER in scope:  # a connection of ours, which asks nothing of it any more
            scope.clear()  # what the client told of itself would be kept as long as it looks
        await sockets.serve(channel, table[1], address)


async def _show_program(settings: Settings, sockets: ProgramSockets, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401
    """Serve one program, over an ASGI WebSocket; its token is in the handshake's headers."""
    await receive()
    headed = "websocket.http.response" in (scope.get("extensions") or {})
    try:
        if problem := _unfit(scope, settings):
            raise problem
        holder, guest = await sockets.admit(scope["headers"], (scope["client"] or (None,))[0])
    except ProblemError as problem:
        await _turn_away(send, problem, headed=headed)
        return
    channel = ProgramChannel(scope, receive, send, settings)
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    await sockets.serve(channel, holder, guest)


def _unfit(scope: Any, settings: Settings) -> ProblemError | None:  # noqa: ANN401 - ASGI's own
    """Return why a socket is refused (another host name or origin); None if it is accepted."""
    try:
        check_host(scope, settings)
    except ProblemError as problem:
        return problem
    return None if at_home(scope, settings) else ProblemError(Code.ORIGIN_FOREIGN)


async def _turn_away(send: Any, refusal: ProblemError, *, headed: bool) -> None:  # noqa: ANN401 - ASGI's own
    problem = to_response(refusal)
    if not headed:
        await send({"type": "websocket.close", "code": 1000})
        return
    headers = [(b"content-type", b"application/problem+json")]
    await send({"type": "websocket.http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": msgspec.json.encode(problem)})


async def _guard(message: Message, scope: Scope) -> None:
    """Add security headers and the request id to every answer, problems too, and count it."""
    if message["type"] == "http.response.start":
        guarded = headers_for(scope["path"], secure=scope["scheme"] == "https")
        headers = MutableScopeHeaders.from_message(message)
        headers.update({**guarded, HEADER: request_id(scope)})
        if scope["path"].startswith("/api/"):
            headers.setdefault("Cache-Control", "no-store")  # answers may contain tokens, and hands of cards
        if "Allow" in headers:
            headers["Allow"] = _name_methods(scope, headers["Allow"].split(", "))
        if renewed := scope["state"].get(RENEWED):
            headers[RENEWED_HEADER] = renewed
        if services := services_of(scope["litestar_app"]):
            services.monitoring.metrics.count_answer(message["status"])


def _name_methods(scope: Scope, named: list[str]) -> str:
    """Return the value of `Allow`: the methods `named` by a refusal, or the path's, and HEAD wherever GET is."""
    methods = {*(_methods(scope) if scope.get("method") == "OPTIONS" else named)}
    return ", ".join(sorted(methods | {"HEAD"} if "GET" in methods else methods))


def _methods(scope: Scope) -> list[str]:
    """Return the methods of the requested path; the framework names only those of its first handler."""
    routes = scope["litestar_app"].routes
    return [
        method
        for route in routes
        if isinstance(route, HTTPRoute) and route.path_format == scope["path_template"]
        for method in route.methods
    ]


def _without_body(send: Send) -> Send:
    """Return a `send` that omits the body of an answer, as HEAD requires; the headers stay those of GET."""

    async def send_head(message: Message) -> None:
        if message["type"] == "http.response.body":
            message["body"] = b""
        await send(message)

    return send_head


@asynccontextmanager
async def _lifespan(app: Litestar) -> AsyncIterator[None]:
    settings = settings_of(app)
    settings.data.mkdir(parents=True, exist_ok=True)
    await asyncio.to_thread(upgrade, settings.database_address)
    async with serving(app, settings):
        yield


def _count(request: AnyRequest) -> None:
    count_request(settings_of(request.app), request)


def _leave_base(scope: Any, base: str) -> None:  # noqa: ANN401 - ASGI's own
    """Strip this server's base path from the requested path; a web server in front may have done so."""
    if f"{scope['path']}/".startswith(f"{base}/"):
        scope["path"] = scope["path"].removeprefix(base) or "/"
        scope["raw_path"] = scope["raw_path"].removeprefix(base.encode()) or b"/"


class _Server(Litestar):
    """ASGI application that routes sockets past Litestar, whose layers for HTTP would take memory for each.

    HEAD is answered here as GET without its body, on every route: monitors, link checkers and previews use it.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - ASGI's own
        """Serve a request, a socket, or the lifespan."""
        if (base := settings_of(self).base_path) and scope["type"] != "lifespan":
            _leave_base(scope, base)
        if scope["type"] == "websocket":
            services = services_of(self)
            assert services, "sockets come after the start"
            if scope["path"].rstrip("/") == PROGRAMS:
                await _show_program(services.settings, services.programs.program_sockets, scope, receive, send)
            else:
                await _show_table(services.settings, services.sockets, scope, receive, send)
        elif scope.get("method") == "HEAD":
            asked: Any = {**scope, "method": "GET"}
            await super().__call__(asked, receive, _without_body(send))
        else:
            await super().__call__(scope, receive, send)


def create_app(settings: Settings, client: WebClient | None = None) -> Litestar:
    """Return the ASGI application for `settings`, the web client included.

    Only `state.settings` of the application depends on them: processes that run many in sequence, such as tests, need
    to register the routes only once.
    """
    app = _Server(
        [router, healthz, readyz, metrics, *DESCRIPTIONS, security_txt, client_handler(client or WebClient())],
        lifespan=[_lifespan],
        exception_handlers=HANDLERS,
        openapi_config=None,
        before_request=_count,
        before_send=[_guard],
        request_class=JsonRequest,
        dependencies=DEPENDENCIES,
        request_max_body_size=LARGEST,
        logging_config=None,
        debug=False,
    )
    app.state.settings = settings
    return app
