"""No request fails on the server: whatever is asked for, by whatever caller, at whatever stage of its life."""

from collections.abc import AsyncIterator, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from string import Formatter
from typing import Final

import httpx
import pytest
from litestar.routes import HTTPRoute

from codex_naturalis.server.app import describe
from codex_naturalis.server.bots.warmup import Preparation
from codex_naturalis.server.previews.rasterizer import Rasterizer
from codex_naturalis.server.teacher import teacher
from tests.server.daily.conftest import Calendar
from tests.server.house import Json, open_house
from tests.server.http.world import World, made

ODD: Final = ("nothing", "%00", "%2500", "-1", "99999999999999999999999")
"""What names nothing, in a path or a query."""

PAGES: Final = (
    "/",
    "/t/{table_id}",
    "/t/{table_id}/replay",
    "/t/{table_id}/wall",
    "/people/{name}",
    "/puzzles/{number}",
)
"""Pages whose heads say what they lead to."""

NAMED: Final[dict[str, tuple[str, ...]]] = {
    "member": ("1",),
    "name": ("Ada", "Dan", "Magpie"),
    "number": ("1", "9999"),
    "person": ("1",),
    "player": ("1",),
    "seat": ("0", "4"),
}
"""What the names in a path may stand for, beside what is in the world."""

QUERIES: Final[dict[str, tuple[str, ...]]] = {
    "before": (),
    "bot": ("random",),
    "club": (),
    "excel": ("true", "maybe"),
    "lang": ("fr",),
    "path": ("/t/x", "/people/a%00", "/puzzles/9999"),
    "seat": ("0", "all"),
    "seats": ("2", "9"),
    "shape": ("story",),
    "token": (),
    "version": ("0", "5", "9999"),
    "year": ("2026", "2999", "3000"),
}
"""What the names in a query may stand for."""


described = cache(describe)


@pytest.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """Return one of everything, on a server without limits that draws nothing and compiles nothing."""

    async def draw(*_: object) -> bytes:
        return b"drawn"

    monkeypatch.setattr(Rasterizer, "make", draw)
    monkeypatch.setattr(teacher, "is_ready", lambda: False)
    monkeypatch.setattr(Preparation, "begin", lambda _: None)
    limits = {"requests_per_second": 0, "guest_requests_per_second": 0}
    async with open_house(tmp_path, **limits) as house:
        yield await made(house, Calendar(monkeypatch))


def routes(world: World, method: str) -> Iterator[HTTPRoute]:
    """Yield what answers to a method; the files of the web client are no part of it."""
    for route in world.house.app.routes:
        if isinstance(route, HTTPRoute) and method in route.methods and route.path_format != "/{path}":
            yield route


def addresses(world: World, path: str) -> tuple[list[str], list[str]]:
    """Return `path` with all in the world that its names may stand for, and with what is nowhere for each name."""
    names = [name for _, name, _, _ in Formatter().parse(path) if name]
    values = {name: [*world.named.get(name, ()), *NAMED.get(name, ())] for name in names}
    here = [path.format(**dict(zip(names, found, strict=True))) for found in product(*values.values())]
    first = {name: next(iter(found), "nothing") for name, found in values.items()}
    return here, [path.format(**{**first, name: odd}) for name in names for odd in ODD]


def queries(route: HTTPRoute, method: str) -> tuple[list[str], list[str]]:
    """Return what may follow the path: nothing, or one value of a name; and values that mean nothing."""
    handlers = [handler for handler in route.route_handlers if method in handler.http_methods]
    names = {name for handler in handlers for name in handler.parsed_fn_signature.parameters} & QUERIES.keys()
    names -= route.path_parameters.keys()
    return (
        ["", *(f"?{name}={value}" for name in names for value in QUERIES[name])],
        [f"?{name}={odd}" for name in names for odd in ODD],
    )


def everything(world: World, method: str) -> tuple[list[str], list[str]]:
    """Return all addresses of a method, and those that name or ask what is nowhere."""
    known: list[str] = []
    odd: list[str] = []
    for route in routes(world, method):
        (here, nowhere), (asked, unasked) = addresses(world, route.path_format), queries(route, method)
        known += [address + query for address in here for query in asked]
        odd += [*nowhere, *(address + query for address in here[:1] for query in unasked)]
    return known, odd


async def failures(world: World, who: str, method: str, addresses: list[str], body: Json = None) -> list[str]:
    """Return the requests to which the answer is a fault of the server's."""
    person, failed = world.callers[who], []
    headers = {"Authorization": f"Bearer {person.token}"} if person.token else {}
    for address in addresses:
        answer = await world.house.http.request(method, address, json=body, headers=headers)
        if answer.status_code >= 500 and answer.json()["code"] != "teacher.busy":
            failed.append(f"{who}: {method} {address}: {answer.text}")
    return failed


async def test_nothing_that_is_looked_at_fails(world: World) -> None:
    """Every address that only tells something, for each table, day, match, tournament, club and name."""
    known, odd = everything(world, "GET")
    for page in PAGES:
        known += addresses(world, page)[0]
        odd += addresses(world, page)[1]
    assert len(known) > 500
    found = [await failures(world, who, "GET", known) for who in world.callers]
    found += [await failures(world, who, "GET", odd) for who in ("an account", "nobody")]
    assert [each for failed in found for each in failed] == []


async def test_head_is_answered_as_get_without_its_body(world: World) -> None:
    """Every address that only tells something, be it there or not: monitors, link checkers and previews ask so."""
    known, odd = everything(world, "GET")
    pages = [address for page in PAGES for address in addresses(world, page)[0]]
    for address in dict.fromkeys([*known, *odd, *pages, "/favicon.ico", "/healthz", "/readyz", "/metrics"]):
        (got, shown), (head, body) = [await answered(world, method, address) for method in ("GET", "HEAD")]
        assert (head.status_code, head.headers.keys(), body) == (got.status_code, got.headers.keys(), b""), address
        assert head.headers["content-type"] == got.headers["content-type"], address
        assert shown or got.status_code == 204, address


async def answered(world: World, method: str, address: str) -> tuple[httpx.Response, bytes]:
    """Return what an account is answered, and the body as the application sends it: a client takes none after HEAD."""
    sent: list[bytes] = []

    async def listen(scope: Json, receive: Json, send: Json) -> None:
        async def keep(message: Json) -> None:
            sent.append(message.get("body", b""))
            await send(message)

        await world.house.app(scope, receive, keep)

    token = {"Authorization": f"Bearer {world.callers['an account'].token}"}
    async with httpx.AsyncClient(transport=httpx.ASGITransport(listen), base_url="http://codex.test") as monitor:
        return await monitor.request(method, address, headers=token), b"".join(sent)


def smallest(schema: Json) -> Json:
    """Return the smallest value that a schema of the interface's description allows."""
    match schema:
        case {"$ref": name}:
            return smallest(described()["components"]["schemas"][name.rpartition("/")[2]])
        case {"oneOf": [first, *_]} | {"anyOf": [first, *_]}:
            return smallest(first)
        case {"const": value} | {"enum": [value, *_]}:
            return value
        case {"type": "object"}:
            return {name: smallest(schema["properties"][name]) for name in schema.get("required", ())}
        case {"type": "array"}:
            return [
                smallest(each) for each in schema.get("prefixItems") or [schema["items"]] * schema.get("minItems", 0)
            ]
    plain = {"string": "x" * schema.get("minLength", 1), "boolean": False}
    return plain.get(schema.get("type"), schema.get("minimum", 0))


def body_of(method: str, path: str) -> Json:
    """Return a body for a request; None where none is asked for."""
    content = described()["paths"].get(path, {}).get(method.lower(), {}).get("requestBody", {}).get("content", {})
    return smallest(content["application/json"]["schema"]) if content else None


async def test_nothing_that_is_done_fails(world: World) -> None:
    """Every request that changes something, at each table, day, match, tournament and club, with a plain body."""
    doing = [
        (method, route.path_format) for method in ("POST", "PUT", "PATCH", "DELETE") for route in routes(world, method)
    ]
    last = sorted(doing, key=lambda each: each[1].startswith("/api/v1/account"))  # with which callers themselves go
    found = [
        await failures(world, who, method, addresses(world, path)[0], body_of(method, path))
        for method, path in last
        for who in world.callers
    ]
    found.append(await failures(world, "a guest", "GET", everything(world, "GET")[0]))
    assert [each for failed in found for each in failed] == []
