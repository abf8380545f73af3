"""The description of the interface as it is served: `/openapi.json`, `/docs` and the JSON Schemas under `/schemas`.

All of it is rendered at the first request and cached: it changes only with a new version.
"""

import gzip
from asyncio import to_thread
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.di import NamedDependency
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components
from litestar.params import FromPath

from codex_naturalis import __version__
from codex_naturalis.local.pages import with_base
from codex_naturalis.wire.errors import Code, ProblemError

from ..support.settings import Settings
from .dependencies import DEPENDENCIES
from .docs_page import page
from .interface import complete
from .router import SECURITY, router
from .schemas import NAMES, schema_of

__all__ = ["HANDLERS", "describe"]

_STYLE: Final = Path(__file__).with_name("docs.css")


def describe() -> dict[str, Any]:
    """Return the description of the HTTP interface (OpenAPI 3.1)."""
    config = OpenAPIConfig(
        title="Codex Naturalis",
        version=__version__,
        components=Components(security_schemes={**SECURITY}),
        use_handler_docstrings=True,
        operation_id_creator=lambda handler, _method, _path: handler.handler_name,
    )
    app = Litestar([router], dependencies=DEPENDENCIES, openapi_config=config, logging_config=None)
    return complete(app.openapi_schema.to_schema())


@cache
def _document(base: str) -> bytes:
    return msgspec.json.encode({**describe(), **({"servers": [{"url": base}]} if base else {})})


@cache
def _page(base: str) -> bytes:
    """Return the page, compressed: a seventh of its 170 kB."""
    document = msgspec.json.decode(_document(base))
    html = page(document, {name: schema_of(name) for name in NAMES})
    return gzip.compress(with_base(html, base).encode(), mtime=0)


@cache
def _style() -> bytes:
    return _STYLE.read_bytes()


@cache
def _schema(name: str) -> bytes:
    return msgspec.json.encode(schema_of(name))


@get("/openapi.json", include_in_schema=False)
async def openapi(settings: NamedDependency[Settings]) -> Response[bytes]:
    """Describe the HTTP interface."""
    return Response(await to_thread(_document, settings.base_path), media_type="application/json")


@get("/docs", include_in_schema=False)
async def docs(request: Request[Any, Any, Any], settings: NamedDependency[Settings]) -> Response[bytes]:
    """Explain the interface to people, on one page."""
    packed = await to_thread(_page, settings.base_path)
    takes_gzip = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if takes_gzip else {})}
    return Response(packed if takes_gzip else gzip.decompress(packed), media_type="text/html", headers=headers)


@get("/docs/style.css", sync_to_thread=False, include_in_schema=False)
def style() -> Response[bytes]:
    """Give the page its looks."""
    return Response(_style(), media_type="text/css")


@get("/schemas/{name:str}", include_in_schema=False)
async def schema(name: FromPath[str]) -> Response[bytes]:
    """Describe what travels over sockets, and records, as JSON Schema."""
    stem = name.removesuffix(".json")
    if stem not in NAMES or stem == name:
        raise ProblemError(Code.REQUEST_UNKNOWN)
    return Response(await to_thread(_schema, stem), media_type="application/schema+json")


HANDLERS: Final = (openapi, docs, style, schema)
