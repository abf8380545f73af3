"""The application: everything wired together."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import msgspec
from litestar import Litestar, get
from litestar.datastructures import MutableScopeHeaders, State
from litestar.types import Message, Scope

from .bots.turns import BotTurns
from .bots.warmup import Preparation
from .cluster.bot_jobs import bots_due
from .cluster.sharing import Sharing, share
from .database.upgrade import upgrade
from .http.host import count_request, metrics
from .http.openapi import HANDLERS as DESCRIPTIONS
from .http.openapi import describe
from .http.problems import HANDLERS, told
from .http.request_ids import HEADER, request_id
from .http.request_validation import JsonRequest, at_home, check_host
from .http.router import router
from .http.security_txt import security_txt
from .http.static import HEADERS, HEADERS_OVER_TLS, Client, client_handler
from .limits.limits import Limits
from .lobby.absence import Absence
from .lobby.chat import Chats
from .lobby.lobby import Lobby
from .moderation.bans import Bans
from .moderation.pardons import Pardons
from .monitoring.metrics import Metrics
from .monitoring.readiness import Readiness
from .monitoring.watchdog import Watchdog
from .notifications.links import Links
from .notifications.notifier import Notifier
from .notifications.senders import Senders
from .notifications.subscriptions import Subscriptions
from .people.accounts import Accounts
from .people.doorkeeper import Doorkeeper
from .people.history import People
from .people.passwords import Passwords
from .replays.replays import Replays
from .replays.what_if import WhatIfs
from .results.outcomes import Results
from .scheduling.parties import Origins
from .scheduling.scheduler import Scheduler, lanes
from .scheduling.threads import Threads
from .sockets.channel import LARGEST, WRITER, Channel
from .sockets.viewer import SocketServer
from .support.errors import Code, Problem
from .support.keys import KeyRing
from .support.settings import Settings
from .support.tokens import RENEWED, RENEWED_HEADER, Tokens
from .tables.bus import Bus
from .tables.clocks import Timekeeper
from .tables.deadlines import Deadlines
from .tables.durability import unsynced
from .tables.registry import Tables
from .tables.solo import Solos
from .tables.store import Store
from .teacher.teacher import Teacher

__all__ = ["create_app", "describe"]

_TABLE: Final = re.compile(r"/api/v1/tables/([^/]+)/socket/?")


@get("/healthz", sync_to_thread=False, include_in_schema=False, media_type="text/plain")
def healthz() -> str:
    """Tell that the process is alive."""
    return "ok"


@get("/readyz", include_in_schema=False, media_type="text/plain")
async def readyz(state: State) -> str:
    """Tell that the database answers, and whether a power cut would cost something; it is brought up to date before."""
    await state.readiness.ask()
    lax: tuple[str, ...] = state.unsynced
    return f"ok, but a power cut may lose what was stored: {', '.join(lax)} off" if lax else "ok"


async def _show_table(settings: Settings, desk: SocketServer, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401
    """Show a table to one viewer, over what ASGI calls a WebSocket."""
    problem, table = _unfit(scope, settings), _TABLE.fullmatch(scope["path"])
    channel, address = Channel(scope, receive, send, settings), (scope["client"] or (None,))[0]
    headed = "websocket.http.response" in (scope.get("extensions") or {})
    if WRITER in scope:  # a connection of ours, which asks nothing of it any more
        scope.clear()  # what the client told of itself would be kept as long as it looks
    await receive()
    if table is None:
        await send({"type": "websocket.close", "code": 1000})
    elif problem:
        await _turn_away(send, problem, headed=headed)
    else:
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        await desk.serve(channel, table[1], address)


def _unfit(scope: Any, settings: Settings) -> Problem | None:  # noqa: ANN401 - ASGI's own
    """Return why a socket is not opened: it asks for another host, or comes from a foreign page."""
    try:
        check_host(scope, settings)
    except Problem as problem:
        return problem
    return None if at_home(scope, settings) else Problem(Code.ORIGIN_FOREIGN)


async def _turn_away(send: Any, refusal: Problem, *, headed: bool) -> None:  # noqa: ANN401 - ASGI's own
    problem = told(refusal)
    if not headed:
        await send({"type": "websocket.close", "code": 1000})
        return
    headers = [(b"content-type", b"application/problem+json")]
    await send({"type": "websocket.http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": msgspec.json.encode(problem)})


async def _guard(message: Message, scope: Scope) -> None:
    """Add to every answer, problems too, what browsers are to keep to, and its name; and count it."""
    if message["type"] == "http.response.start":
        guarded = HEADERS_OVER_TLS if scope["scheme"] == "https" else HEADERS
        headers = MutableScopeHeaders.from_message(message)
        headers.update({**guarded, HEADER: request_id(scope)})
        if scope["path"].startswith("/api/"):
            headers.setdefault("Cache-Control", "no-store")  # it may tell tokens, and hands
        if renewed := scope["state"].get(RENEWED):
            headers[RENEWED_HEADER] = renewed
        counted: Metrics | None = scope["litestar_app"].state.get("metrics")
        if counted:
            counted.answered(message["status"])


@dataclass(frozen=True)
class _Ground:
    """What everything else stands on."""

    settings: Settings
    ring: KeyRing
    bus: Bus
    tokens: Tokens
    store: Store
    tables: Tables
    limits: Limits
    metrics: Metrics
    lobby: Lobby
    scheduler: Scheduler
    threads: Threads


@dataclass(frozen=True)
class _Running:
    """What goes on by itself for as long as the server does."""

    bans: Bans
    pardons: Pardons
    doorkeeper: Doorkeeper
    accounts: Accounts
    results: Results
    preparation: Preparation
    teacher: Teacher
    attendant: BotTurns
    chats: Chats
    sharing: Sharing | None
    deadlines: Deadlines
    carriers: Senders
    notifier: Notifier


def _lay(settings: Settings) -> _Ground:
    ring = KeyRing(settings.data)
    bus, tokens = Bus(), Tokens(ring, settings.token_days)
    store = Store(settings.place, Timekeeper.of(settings), settings.database_seconds)
    tables = Tables(store, bus, settings.tables_in_memory, settings.rest_seconds)
    scheduler = Scheduler(lanes(settings.bot_workers))
    limits, counted = Limits(settings), Metrics(tables, scheduler)
    store.on_commit(counted.committed)
    lobby = Lobby(store, tables, tokens, settings)
    threads = Threads(scheduler)
    return _Ground(settings, ring, bus, tokens, store, tables, limits, counted, lobby, scheduler, threads)


async def _start(on: _Ground) -> _Running:
    """Start all that goes on by itself, each after what it needs."""
    settings, bus, store, tables = on.settings, on.bus, on.store, on.tables
    bans = Bans(store)
    await bans.start()
    pardons = Pardons(store, on.limits)
    await pardons.start()
    doorkeeper = Doorkeeper(store, tables, on.lobby, bans)
    accounts = Accounts(store, tables, on.tokens, on.limits, Passwords(settings.password_memory), bus, bans)
    results = Results(store, tables, bus)
    await results.catch_up()
    preparation = Preparation()
    teacher = Teacher(store, preparation, settings.lease_seconds, on.scheduler)
    attendant = BotTurns(tables, settings, preparation, on.scheduler)
    on.lobby.on_bots = partial(bots_due, store) if store.shared else attendant.due
    chats = Chats(store, bus, settings)
    sharing = share(settings, store, bus, tables, attendant, chats)
    deadlines = Deadlines(store, tables)
    bus.on_ring(deadlines.rung)
    tables.start()
    await deadlines.start()
    carriers = Senders(settings, on.ring)
    carriers.on_carried = on.metrics.carried
    notifier = Notifier(store, tables, bus, carriers, bans, settings.notice_seconds)
    doorkeeper.start()
    notifier.start()
    return _Running(
        bans,
        pardons,
        doorkeeper,
        accounts,
        results,
        preparation,
        teacher,
        attendant,
        chats,
        sharing,
        deadlines,
        carriers,
        notifier,
    )


async def _close(on: _Ground, running: _Running) -> None:
    """End what goes on, each before what it needs."""
    await running.notifier.close()
    await running.doorkeeper.close()
    await running.bans.close()
    await running.pardons.close()
    await running.teacher.close()
    if running.sharing:
        await running.sharing.close()
    await running.deadlines.close()
    await running.attendant.close()
    await running.preparation.close()
    await running.results.close()
    await on.tables.close()
    await on.store.close()


async def _for_requests(on: _Ground, running: _Running) -> dict[str, Any]:
    """Return what those who answer requests find in the application's state."""
    store, tables, lobby, limits, bans = on.store, on.tables, on.lobby, on.limits, running.bans
    return {
        "settings": on.settings,
        "store": store,
        "unsynced": await unsynced(store),
        "readiness": Readiness(store.check),
        "tables": tables,
        "limits": limits,
        "scheduler": on.scheduler,
        "threads": on.threads,
        "origins": Origins(on.ring.keys.seed),
        "metrics": on.metrics,
        "tokens": on.tokens,
        "attendant": running.attendant,
        "chats": running.chats,
        "sharing": running.sharing,
        "lobby": lobby,
        "replays": Replays(tables, on.threads),
        "solos": Solos(store),
        "preparation": running.preparation,
        "teacher": running.teacher,
        "what_ifs": WhatIfs(store, tables, lobby, on.threads),
        "accounts": running.accounts,
        "absence": Absence(lobby, bans),
        "bans": bans,
        "pardons": running.pardons,
        "ways": Subscriptions(store, running.carriers, Links(on.ring), limits),
        "notifier": running.notifier,
        "deadlines": running.deadlines,
        "results": running.results,
        "people": People(store, tables, running.results),
        "desk": SocketServer(tables, running.chats, running.accounts, on.bus, on.settings, limits, bans),
    }


def _lifespan(settings: Settings) -> Any:  # noqa: ANN401 - Litestar's word for it is private
    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        settings.data.mkdir(parents=True, exist_ok=True)
        await asyncio.to_thread(upgrade, settings.place)
        ground = _lay(settings)
        running = await _start(ground)
        app.state.update(await _for_requests(ground, running))
        watchdog = Watchdog(ground.metrics.lagged)
        watchdog.start()
        try:
            yield
        finally:
            await watchdog.close()
            await _close(ground, running)

    return lifespan


class _Server(Litestar):
    """The application, with a short way for sockets: layers that see to HTTP would be kept in memory for each."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - ASGI's own
        """Serve a request, a socket, or the server's life."""
        if scope["type"] == "websocket":
            await _show_table(self.state.settings, self.state.desk, scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def create_app(settings: Settings, client: Client | None = None) -> Litestar:
    """Return the server for `settings`, serving the web client too."""
    return _Server(
        [router, healthz, readyz, metrics, *DESCRIPTIONS, security_txt, client_handler(client or Client())],
        lifespan=[_lifespan(settings)],
        exception_handlers=HANDLERS,
        openapi_config=None,
        before_request=count_request,
        before_send=[_guard],
        request_class=JsonRequest,
        state=State({"settings": settings}),
        request_max_body_size=LARGEST,
        logging_config=None,
        debug=False,
    )
