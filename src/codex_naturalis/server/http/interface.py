"""Description of the HTTP interface (OpenAPI 3.1): what the framework reads from the handlers, and what only we know.

Only we know the tag of each operation, the problems that it tells, what its fields mean, and the bodies that are read
and written past the framework. A refused request is a problem (RFC 9457) with a code: the codes of an operation stand
here, and the tests hold every answer of the server against them.
"""

import inspect
import json
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from codex_naturalis import __version__
from codex_naturalis.record import record_schema

from ..replays.wire import Replay
from ..support.errors import STATUS, TITLES, Code
from ..wire.schemas import with_field_docs
from ..wire.table import ProblemTold

__all__ = ["GENERAL", "INTRODUCTION", "OPERATIONS", "codes_of", "complete"]

_PREFIX: Final = "/api/v1"
_PROBLEM: Final = "application/problem+json"

INTRODUCTION: Final = """\
What happens around the game goes over HTTP; play itself goes over one WebSocket for each table,
`/api/v1/tables/{table_id}/socket`, whose messages have [schemas](/docs#socket) of their own.

**Who asks.** `POST /guests` makes a guest and returns a token. Send it as `Authorization: Bearer …`. If an answer has
the header `Codex-Token`, use that one from then on: the old one is about to expire.

**Requests.** A body is JSON, says so (`Content-Type: application/json`), has at most 16 KiB and no unknown fields. A
request that changes something and comes from a browser comes from a page of this server.

**Refusals** change nothing. They are `application/problem+json` with a stable `code`; each operation lists its own,
and those that any operation may tell are its `default`. After `limit.requests` wait for as many seconds as
`Retry-After` says. Requests are limited by address and by guest.

**Repeats.** `POST /tables` may be repeated safely with the header `Idempotency-Key`.
"""

GENERAL: Final = (
    Code.REQUEST_MALFORMED,
    Code.REQUEST_TOO_LARGE,
    Code.REQUEST_TYPE,
    Code.REQUEST_UNKNOWN,
    Code.HOST_UNKNOWN,
    Code.ORIGIN_FOREIGN,
    Code.LIMIT_REQUESTS,
    Code.TOKEN_INVALID,
    Code.GUEST_BANNED,
    Code.GUEST_SUSPENDED,
    Code.SERVER_FAILED,
    Code.SERVER_RESTARTING,
    Code.STORAGE_FAILED,
)
"""What any operation may refuse with."""

_A_TABLE: Final = (Code.TABLE_UNKNOWN, Code.TABLE_DAMAGED)
_A_NAME: Final = (Code.NAME_INVALID,)
_A_PASSWORD: Final = (Code.ACCOUNT_NONE, Code.ACCOUNT_WRONG)
_A_RECORD: Final = (Code.RECORD_INVALID, Code.RECORD_UNFINISHED)
_COMPUTED: Final = (Code.SERVER_BUSY, Code.LIMIT_THINKING)
_A_TEACHER: Final = (Code.TEACHER_BUSY, Code.TEACHER_UNREADY, Code.LIMIT_THINKING)
_A_BOT: Final = (Code.BOT_UNKNOWN, Code.BOT_SLOW)
_ROOM: Final = (Code.LIMIT_TABLES, Code.LIMIT_BOTS)
_A_WAY: Final = (Code.NOTICE_OFF, Code.NOTICE_TARGET, Code.NOTICE_MANY)

OPERATIONS: Final[dict[str, dict[str, tuple[Code, ...]]]] = {
    "Guests": {
        "POST /guests": _A_NAME,
        "GET /guests/me": (),
        "PATCH /guests/me": (*_A_NAME, Code.ACCOUNT_NAMED),
        "GET /guests/me/games": (),
        "GET /guests/me/waiting": (),
        "GET /guests/me/solo": (),
    },
    "Accounts": {
        "POST /account": (*_A_NAME, Code.PASSWORD_INVALID, Code.ACCOUNT_NAME_TAKEN, Code.ACCOUNT_EXISTS),
        "GET /account": (Code.ACCOUNT_NONE,),
        "DELETE /account": _A_PASSWORD,
        "POST /account/session": (Code.ACCOUNT_WRONG,),
        "DELETE /account/sessions": (Code.ACCOUNT_NONE,),
        "PUT /account/password": (*_A_PASSWORD, Code.PASSWORD_INVALID),
        "POST /account/codes": _A_PASSWORD,
        "POST /account/recovery": (Code.ACCOUNT_CODE_WRONG, Code.PASSWORD_INVALID),
    },
    "Tables": {
        "GET /tables": (),
        "GET /tables/mine": (),
        "POST /tables": (
            *(Code.OPTIONS_INVALID, Code.CLOCK_SOLO, Code.REFILL_SOLO, Code.BOTS_TOO_MANY),
            *(Code.RATED_RULES, Code.RATED_PEOPLE, Code.CONFLICT_REQUEST_KEY),
            *_A_BOT,
            *_ROOM,
        ),
        "GET /tables/{table_id}": (),
        "POST /tables/{table_id}/join": (Code.TABLE_FULL, Code.TABLE_CLOSED, Code.RATED_PEOPLE),
        "POST /tables/{table_id}/leave": (Code.SEAT_NONE, Code.TABLE_CLOSED),
        "POST /tables/{table_id}/return": (Code.SEAT_NONE, Code.TABLE_CLOSED),
        "POST /tables/{table_id}/close": (Code.SEAT_NONE, Code.HOST_ONLY, Code.TABLE_STARTED),
        "POST /tables/{table_id}/bots": (
            *(Code.SEAT_NONE, Code.HOST_ONLY, Code.TABLE_STARTED, Code.SEAT_UNKNOWN, Code.SEAT_TAKEN, Code.RATED_RULES),
            *_A_BOT,
        ),
        "DELETE /tables/{table_id}/bots/{seat}": (
            *(Code.SEAT_NONE, Code.HOST_ONLY, Code.TABLE_STARTED, Code.SEAT_UNKNOWN, Code.SEAT_NO_BOT),
        ),
        "POST /tables/{table_id}/seats/{seat}/stand-in": (
            *(Code.SEAT_NONE, Code.SEAT_UNKNOWN, Code.SEAT_PRESENT, Code.TABLE_CLOSED),
        ),
        "POST /tables/{table_id}/seat-token": (Code.SEAT_NONE,),
        "POST /tables/{table_id}/rematch": (Code.SEAT_NONE, Code.TABLE_NOT_OVER, Code.REFILL_SOLO),
        "GET /tables/{table_id}/record": (Code.TABLE_NOT_OVER,),
        "GET /tables/{table_id}/standings": (),
    },
    "People": {
        "GET /people": (),
        "GET /people/{name}": (Code.PERSON_UNKNOWN,),
    },
    "Bots": {
        "GET /bots": (),
        "GET /opponents": (),
        "POST /opponents/prepare": (),
    },
    "Replays": {
        "GET /tables/{table_id}/replay": (Code.TABLE_NOT_OVER, Code.SEAT_UNKNOWN, *_COMPUTED),
        "POST /replays": (*_A_RECORD, Code.SEAT_UNKNOWN, *_COMPUTED),
        "POST /tables/{table_id}/what-if": (
            *(Code.TABLE_NOT_OVER, Code.SEAT_UNKNOWN, Code.WHAT_IF_OVER),
            *_A_BOT,
            *_ROOM,
        ),
        "POST /replays/what-if": (
            *(*_A_RECORD, Code.SEAT_UNKNOWN, Code.WHAT_IF_OVER),
            *_A_BOT,
            *_ROOM,
            *_COMPUTED,
        ),
    },
    "Teacher": {
        "POST /tables/{table_id}/hint": (
            *(Code.SEAT_NONE, Code.TABLE_WAITING, Code.HINT_FORBIDDEN, Code.HINT_LATER),
            *_A_TEACHER,
        ),
        "GET /tables/{table_id}/review": (Code.TABLE_NOT_OVER, *_A_TEACHER),
        "POST /tables/{table_id}/review": (Code.TABLE_NOT_OVER, *_A_TEACHER),
        "POST /replays/review": (*_A_RECORD, *_A_TEACHER, Code.SERVER_BUSY),
        "GET /tables/{table_id}/exercise": (Code.TABLE_NOT_OVER, Code.EXERCISE_NONE, *_COMPUTED),
        "POST /tables/{table_id}/exercise": (
            *(Code.TABLE_NOT_OVER, Code.EXERCISE_NONE, Code.EXERCISE_ILLEGAL),
            *_A_TEACHER,
        ),
        "POST /replays/exercise": (*_A_RECORD, Code.EXERCISE_NONE, *_COMPUTED),
        "POST /replays/exercise/try": (
            *(*_A_RECORD, Code.EXERCISE_NONE, Code.EXERCISE_ILLEGAL),
            *_A_TEACHER,
            Code.SERVER_BUSY,
        ),
    },
    "Puzzles": {
        "GET /puzzles": _COMPUTED,
        "GET /puzzles/{number}": (Code.PUZZLE_UNKNOWN, *_COMPUTED),
        "GET /puzzles/{number}/hint": (Code.PUZZLE_UNKNOWN,),
        "POST /puzzles/{number}/answer": (Code.PUZZLE_UNKNOWN, Code.EXERCISE_ILLEGAL, *_COMPUTED),
        "GET /puzzles/{number}/solution": (Code.PUZZLE_UNKNOWN, *_COMPUTED),
    },
    "Notifications": {
        "GET /guests/me/notices": (),
        "POST /guests/me/notices/push": _A_WAY,
        "POST /guests/me/notices/email": (*_A_WAY, Code.NOTICE_FAILED),
        "POST /guests/me/notices/webhook": _A_WAY,
        "POST /guests/me/notices/{way_id}/test": (Code.NOTICE_UNKNOWN, Code.NOTICE_UNCONFIRMED, Code.NOTICE_FAILED),
        "DELETE /guests/me/notices/{way_id}": (),
        "POST /notices/confirm": (Code.NOTICE_LINK,),
        "POST /notices/stop": (Code.NOTICE_LINK,),
    },
}
"""Tags, their operations, and what each refuses with beside `GENERAL`, a table's codes and `token.missing`."""

_RECORD_BODIES: Final = ("POST /replays", "POST /replays/what-if", "POST /replays/review", "POST /replays/exercise")
_WRITTEN: Final = {
    "GET /tables/{table_id}/replay": "Replay",
    "POST /replays": "Replay",
    "GET /tables/{table_id}/record": "RecordLine",
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


def codes_of(operation: str, *, needs_token: bool) -> tuple[Code, ...]:
    """Return what an operation, such as `POST /tables`, refuses with, but for `GENERAL`."""
    own = next(codes[operation] for codes in OPERATIONS.values() if operation in codes)
    of_table = _A_TABLE if "{table_id}" in operation else ()
    return (*own, *of_table, *((Code.TOKEN_MISSING,) if needs_token else ()))


def complete(described: dict[str, Any]) -> dict[str, Any]:
    """Return what the framework has described, with all that it does not know."""
    components = dict(described["components"])
    components["schemas"] = with_field_docs({**_read_and_written(), **components["schemas"]})
    components["responses"] = {"Refused": _refusal(GENERAL, "Refused as any request may be")}
    tags = [{"name": tag} for tag in OPERATIONS]
    paths = {path: dict(_operations(path, methods)) for path, methods in described["paths"].items()}
    info = {"title": "Codex Naturalis", "version": __version__, "description": INTRODUCTION}
    return {**described, "info": info, "tags": tags, "paths": paths, "components": components}


def _read_and_written() -> dict[str, Any]:
    """Return the schemas of what is read and written past the framework."""
    _, ours = msgspec.json.schema_components([ProblemTold, Replay], ref_template=_SCHEMAS + "{name}")
    lines: dict[str, Any] = json.loads(json.dumps(record_schema()["$defs"]).replace("#/$defs/", _SCHEMAS))
    return {**lines, **ours}


def _operations(path: str, methods: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for method, operation in methods.items():
        yield method, _completed(f"{method.upper()} {path.removeprefix(_PREFIX)}", operation)


def _completed(name: str, operation: dict[str, Any]) -> dict[str, Any]:
    tag = next(tag for tag, operations in OPERATIONS.items() if name in operations)
    body = {"requestBody": _RECORD_BODY} if name in _RECORD_BODIES else {}
    told = {**operation, **body, "tags": [tag], "responses": _responses(name, operation)}
    if "description" in told:
        told["description"] = inspect.cleandoc(told["description"])
    return told


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
    """Return the answer with one status: what the operation itself refuses with, and what any does."""
    own = [code for code in codes if STATUS.get(code, 400) == status]
    general = [code for code in GENERAL if STATUS.get(code, 400) == status]
    return _refusal((*own, *general))


def _refusal(codes: tuple[Code, ...], lead: str = "") -> dict[str, Any]:
    lines = [f"- `{code}`: {TITLES[code]}" for code in codes]
    schema = {
        "allOf": [
            {"$ref": _SCHEMAS + "ProblemTold"},
            {"properties": {"code": {"enum": [code.value for code in codes]}}},
        ]
    }
    description = "\n".join([*([f"{lead}:", ""] if lead else []), *lines])
    return {"description": description, "content": {_PROBLEM: {"schema": schema}}}
