"""OpenAPI document (3.1) of the HTTP interface: what the framework reads from the handlers, and what it cannot know.

It cannot know an operation's tag and problems (RFC 9457), which `operations` lists, the meaning of fields, or bodies
that handlers read or write as text or bytes. The tests check every answer of the server against this document.
"""

import inspect
import json
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from codex_naturalis import __version__
from codex_naturalis.record import record_schema
from codex_naturalis.wire.errors import STATUS, TITLES, Code
from codex_naturalis.wire.replays import Replay
from codex_naturalis.wire.table import ProblemResponse

from .examples import EXAMPLES
from .operations import GENERAL, OPERATIONS, TAGS, codes_of
from .schemas import structs_by_name, with_field_docs

__all__ = ["complete"]

_PREFIX: Final = "/api/v1"
_PROBLEM: Final = "application/problem+json"

_INTRODUCTION: Final = """\
What happens around the game goes over HTTP; play itself goes over one WebSocket for each table,
`/api/v1/tables/{table_id}/socket`, whose messages have [schemas](/docs#socket) of their own.

**Who asks.** `POST /guests` makes a guest and returns a token. Send it as `Authorization: Bearer …`. If an answer has
the header `Codex-Token`, use that one from then on: the old one is about to expire.

**Requests.** A body is JSON, says so (`Content-Type: application/json`), has at most 16 KiB (a record
64 KiB) and no unknown fields. A browser may change something only from a page of this server.

**Refusals** change nothing. They are `application/problem+json` with a stable `code`; each operation lists its own,
and those that any operation may tell are its `default`. After `limit.requests` wait for as many seconds as
`Retry-After` says. Requests are limited by address and by guest.

**Repeats.** `POST /tables` may be repeated safely with the header `Idempotency-Key`.
"""

_RECORD_BODIES: Final = (
    *("POST /replays", "POST /replays/what-if", "POST /replays/review", "POST /replays/exercise"),
    "POST /replays/position",
)
_WRITTEN: Final = {
    "GET /tables/{table_id}/replay": "Replay",
    "POST /replays": "Replay",
    "GET /tables/{table_id}/record": "RecordLine",
    "GET /daily/{day}/record": "RecordLine",
}
"""Schemas of the answers that handlers give as text or bytes."""

_SCHEMAS: Final = "#/components/schemas/"


def _json(schema: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": _SCHEMAS + schema}}}


_RECORD_BODY: Final = {
    "required": True,
    "description": "A finished game, as one line of records; at most 64 KiB",
    "content": _json("RecordLine"),
}


def complete(described: dict[str, Any]) -> dict[str, Any]:
    """Return the framework's description, completed with all that it does not know."""
    components = dict(described["components"])
    components["schemas"] = with_field_docs({**components["schemas"], **_ours(components["schemas"])})
    components["responses"] = {"Refused": _refusal(GENERAL, "Refused as any request may be")}
    tags = [{"name": tag, "description": TAGS[tag]} for tag in OPERATIONS]
    paths = {path: dict(_operations(path, methods)) for path, methods in described["paths"].items()}
    for name, example in EXAMPLES.items():
        components["schemas"][name] = {**components["schemas"][name], "examples": [example]}
    info = {
        "title": "Codex Naturalis",
        "version": __version__,
        "description": _INTRODUCTION,
        "contact": {"name": "The contributors of Codex Naturalis"},
        "license": {"name": "MIT", "identifier": "MIT"},
    }
    return {**described, "info": info, "tags": tags, "paths": paths, "components": components}


def _ours(described: dict[str, Any]) -> dict[str, Any]:
    """Return the schemas of our types: those read and written past the framework, and the `described` ones.

    They come from msgspec, which checks the input: the framework's let an object have any further fields,
    and a tuple any items.
    """
    structs = [struct for struct in structs_by_name().values() if struct.__name__ in described]
    _, ours = msgspec.json.schema_components([ProblemResponse, Replay, *structs], ref_template=_SCHEMAS + "{name}")
    lines: dict[str, Any] = json.loads(json.dumps(record_schema()["$defs"]).replace("#/$defs/", _SCHEMAS))
    return {**lines, **ours}


def _operations(path: str, methods: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for method, operation in methods.items():
        yield method, _complete(f"{method.upper()} {path.removeprefix(_PREFIX)}", operation)


def _complete(name: str, operation: dict[str, Any]) -> dict[str, Any]:
    tag = next(tag for tag, operations in OPERATIONS.items() if name in operations)
    body = {"requestBody": _RECORD_BODY} if name in _RECORD_BODIES else {}
    complete = {**operation, **body, "tags": [tag], "responses": _responses(name, operation)}
    if "description" in complete:
        complete["description"] = inspect.cleandoc(complete["description"])
    return complete


def _responses(name: str, operation: dict[str, Any]) -> dict[str, Any]:
    done = {status: dict(answer) for status, answer in operation["responses"].items() if status < "300"}
    for status, answer in done.items():
        answer["description"] = {"200": "Done", "201": "Made", "204": "Done; there is nothing to tell"}[status]
        if name in _WRITTEN:
            answer["content"] = _json(_WRITTEN[name])
    needed = operation.get("security", [])
    codes = codes_of(name, needs_token=bool(needed) and {} not in needed)
    statuses = sorted({STATUS.get(code, 400) for code in codes})
    refused = {str(status): _refused_with(status, codes) for status in statuses}
    return {**done, **refused, "default": {"$ref": "#/components/responses/Refused"}}


def _refused_with(status: int, codes: tuple[Code, ...]) -> dict[str, Any]:
    """Return the answer with one status: the operation's own refusals, and those of any operation."""
    own = [code for code in codes if STATUS.get(code, 400) == status]
    general = [code for code in GENERAL if STATUS.get(code, 400) == status]
    return _refusal((*own, *general))


def _refusal(codes: tuple[Code, ...], lead: str = "") -> dict[str, Any]:
    lines = [f"- `{code}`: {TITLES[code]}" for code in codes]
    schema = {
        "allOf": [
            {"$ref": _SCHEMAS + "ProblemResponse"},
            {"properties": {"code": {"enum": [code.value for code in codes]}}},
        ]
    }
    description = "\n".join([*([f"{lead}:", ""] if lead else []), *lines])
    return {"description": description, "content": {_PROBLEM: {"schema": schema}}}
