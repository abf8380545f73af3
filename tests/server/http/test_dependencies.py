"""Handlers of HTTP requests are given the services that they ask for."""

from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from litestar import Litestar
from litestar.di import NamedDependency
from litestar.routes import HTTPRoute

from codex_naturalis.server.app import create_app, describe
from codex_naturalis.server.http.dependencies import DEPENDENCIES
from codex_naturalis.server.notifications.notifier import Notifier
from codex_naturalis.server.people.ban_enforcer import BanEnforcer
from codex_naturalis.server.services import Services, services_of
from codex_naturalis.server.support.lifecycle import Service
from codex_naturalis.server.support.settings import Settings
from codex_naturalis.server.tables.registry import Tables
from codex_naturalis.server.tables.store import Store
from codex_naturalis.server.teacher.teacher import Teacher
from tests.server.house import Json

_MARK = get_args(NamedDependency[int])[1]


def asked_of(app: Litestar) -> dict[tuple[str, str], object]:
    """Return what the handlers of `app` ask for by name: the handler, the name, and the type it expects."""
    handlers = [handler for route in app.routes if isinstance(route, HTTPRoute) for handler in route.route_handlers]
    found: dict[tuple[str, str], object] = {}
    ours = [handler for handler in handlers if handler.fn.__module__.startswith("codex_naturalis.")]
    for handler in ours:
        for name, hint in get_type_hints(handler.fn, include_extras=True).items():
            wanted, *marks = get_args(hint) or (hint,)
            if any(type(mark) is type(_MARK) for mark in marks):
                found[handler.handler_name, name] = wanted
    return found


def test_each_handler_names_a_service_as_it_is(tmp_path: Path) -> None:
    """By its name and its type in `Services`, which the framework would only notice when it is asked."""
    asked = asked_of(create_app(Settings(tmp_path)))
    types = get_type_hints(Services)
    for room in [room for room in types.values() if getattr(room, "__module__", "").endswith(".services")]:
        types |= get_type_hints(room)
    services = {place: wanted for place, wanted in asked.items() if place[1] in types}
    assert len(services) > 30
    assert {place: wanted for place, wanted in services.items() if types[place[1]] != wanted} == {}
    assert {name for _, name in asked} - DEPENDENCIES.keys() == set()
    assert {name for _, name in services} == DEPENDENCIES.keys() & types.keys()


def test_no_field_of_a_body_bears_the_name_of_a_dependency() -> None:
    """Else the framework takes a fault of the field for one of the dependency, and answers 500."""
    document = describe()
    operations = {
        (method, path): operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if "requestBody" in operation
    }
    fields = {
        place: _fields(document, operation["requestBody"]["content"]["application/json"]["schema"])
        for place, operation in operations.items()
    }
    assert len(fields) > 30
    assert all(fields.values())
    assert {place: found & DEPENDENCIES.keys() for place, found in fields.items() if found & DEPENDENCIES.keys()} == {}


def _fields(document: Json, schema: Json) -> set[str]:
    """Return the names of the fields that a body may have."""
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    variants = [one for kind in ("oneOf", "anyOf", "allOf") for one in schema.get(kind, ())]
    return set(schema.get("properties", ())).union(*(_fields(document, one) for one in variants))


async def test_what_had_started_is_closed_when_the_rest_cannot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that fails to start lets go of the database, after all that uses it."""
    closed: list[str] = []

    async def broken(_: object) -> None:
        raise OSError("no doors")

    def noted(kind: type[Service]) -> None:
        close = kind.close

        async def closing(service: Service) -> None:
            closed.append(kind.__name__)
            await close(service)

        monkeypatch.setattr(kind, "close", closing)

    for kind in (Store, Tables, Teacher, Notifier):
        noted(kind)
    monkeypatch.setattr(BanEnforcer, "start", broken)
    app = create_app(Settings(tmp_path))
    with pytest.raises(ExceptionGroup):  # as the framework raises it
        async with app.lifespan():
            pass
    assert services_of(app) is None
    assert closed == ["Teacher", "Tables", "Store"]
