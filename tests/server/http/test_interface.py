"""The description of the HTTP interface is complete; the tests of every room hold their answers against it."""

import json
import re
from collections import Counter
from collections.abc import Iterator

import httpx
import pytest
from jsonschema import Draft202012Validator
from msgspec import Struct

from codex_naturalis.server.app import describe
from codex_naturalis.server.http.examples import EXAMPLES
from codex_naturalis.server.http.operations import GENERAL, OPERATIONS
from codex_naturalis.server.http.schemas import _ours
from codex_naturalis.wire.errors import STATUS, Code
from tests.server import described
from tests.server.house import House

DOCUMENT = json.loads(json.dumps(describe()))
ALL = [
    (f"{method.upper()} {path.removeprefix('/api/v1')}", operation)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
]
SOCKETS_ONLY = {
    *(Code.LIMIT_CONNECTIONS, Code.LIMIT_MESSAGES, Code.LIMIT_WINDOWS, Code.LIMIT_CHAT, Code.HELLO_LATE),
    *(Code.MESSAGE_MALFORMED, Code.MESSAGE_TOO_LARGE, Code.MESSAGE_UNEXPECTED),
    *(Code.VERSION_STALE, Code.VERSION_FUTURE, Code.CONFLICT_ACTION_ID, Code.SEAT_STOOD_IN),
    *(Code.CHAT_NONE, Code.CHAT_HUSHED, Code.CHAT_INVALID, Code.CHAT_MUTED),
    *(Code.PROGRAM_ONLY, Code.INVITATION_NONE, Code.ANSWER_OLD, Code.ANSWER_SECOND, Code.LIMIT_GAMES),
}


def test_bodies_are_described_as_strictly_as_they_are_read() -> None:
    """The schema of each allows no further fields and no item of just any form, as the server does not either."""
    schemas = DOCUMENT["components"]["schemas"]
    for name, operation in ALL:
        for media in operation.get("requestBody", {}).get("content", {}).values():
            found = schemas[media["schema"]["$ref"].rpartition("/")[2]]
            assert found["additionalProperties"] is False, name
            items = [field["items"] for field in found["properties"].values() if field.get("type") == "array"]
            assert all(each and {} not in each.get("oneOf", ()) for each in items), name


def test_every_body_has_an_example_that_fits() -> None:
    """But records, which have a page of their own; and the interface says by whom it is, and on what terms."""
    bodies = {
        media["schema"]["$ref"].rpartition("/")[2]
        for _, operation in ALL
        for media in operation.get("requestBody", {}).get("content", {}).values()
    }
    assert bodies - set(EXAMPLES) == {"RecordLine"}
    for name, example in EXAMPLES.items():
        schema = {"$ref": f"#/components/schemas/{name}", "components": DOCUMENT["components"]}
        Draft202012Validator(schema).validate(example)
    assert DOCUMENT["info"]["license"] == {"name": "MIT", "identifier": "MIT"}
    assert set(DOCUMENT["info"]["contact"]) == {"name"}


def test_every_reference_leads_somewhere() -> None:
    """Of schemas and of responses."""
    for reference in set(re.findall(r'"\$ref": "#/components/(\w+/\w+)"', json.dumps(DOCUMENT))):
        kind, _, name = reference.partition("/")
        assert name in DOCUMENT["components"][kind], reference


def test_no_two_structs_share_a_name() -> None:
    """Schemas are called by it, so that of one would be told for the other."""
    names = Counter(struct.__name__ for struct in _ours(Struct))
    assert [name for name in DOCUMENT["components"]["schemas"] if names[name] > 1] == []


def test_every_operation_has_its_place() -> None:
    """Exactly the operations that there are stand under a tag, each once."""
    named = [name for operations in OPERATIONS.values() for name in operations]
    assert sorted(named) == sorted(name for name, _ in ALL)
    assert [tag["name"] for tag in DOCUMENT["tags"]] == list(OPERATIONS)
    assert all(tag["description"].endswith(".") for tag in DOCUMENT["tags"])


@pytest.mark.parametrize(("name", "operation"), ALL, ids=[name for name, _ in ALL])
def test_an_operation_is_explained(name: str, operation: dict[str, object]) -> None:
    """It has a tag, a summary and a description; one with a token says what is told without."""
    assert {"tags", "summary", "description", "operationId"} <= operation.keys()
    responses = operation["responses"]
    assert isinstance(responses, dict)
    assert responses["default"] == {"$ref": "#/components/responses/Refused"}
    assert ("401" in responses) == (operation.get("security") == [{"token": []}]), name


def test_no_list_of_values_has_one_twice() -> None:
    """Generators of clients make a constant of each value."""
    lists = list(enums(DOCUMENT))
    assert len(lists) > 100
    assert [values for values in lists if len(values) > len(set(values))] == []


def enums(part: object) -> Iterator[list[str]]:
    """Yield every `enum` of a document."""
    if isinstance(part, dict):
        values = part.get("enum")
        yield from [values] if isinstance(values, list) else ()
    if isinstance(part, dict | list):
        for each in part.values() if isinstance(part, dict) else part:
            yield from enums(each)


def test_names_of_operations_are_their_own() -> None:
    """Generators of clients make functions of them."""
    names = [operation["operationId"] for _, operation in ALL]
    assert len(names) == len(set(names))


def test_every_code_can_occur_somewhere() -> None:
    """In an operation, in any of them, or on sockets only; and no code is listed twice."""
    listed = {code for operations in OPERATIONS.values() for codes in operations.values() for code in codes}
    derived = {Code.TABLE_UNKNOWN, Code.TABLE_DAMAGED, Code.TOKEN_MISSING}
    readiness = {Code.STORAGE_DAMAGED}  # of `/readyz`, which is no part of the interface
    local = {Code.SERVER_NEEDED}  # of `codex_naturalis.local`, which has no server
    assert listed | derived | readiness | local | set(GENERAL) | SOCKETS_ONLY == set(Code)
    assert not listed & SOCKETS_ONLY
    assert not listed & set(GENERAL)


def test_references_lead_somewhere() -> None:
    """Every component that is named is there, and each schema is one."""
    components = DOCUMENT["components"]
    there = {f"#/components/{kind}/{name}" for kind, named in components.items() for name in named}
    assert set(re.findall(r"#/components/[\w./]+", json.dumps(DOCUMENT))) <= there
    for schema in components["schemas"].values():
        Draft202012Validator.check_schema(schema)


def answered(status: int, body: object) -> httpx.Response:
    """Return an answer to `POST /guests`, as a server might give it."""
    kind = "application/problem+json" if status >= 400 else "application/json"
    request = httpx.Request("POST", "http://codex.test/api/v1/guests")
    return httpx.Response(status, json=body, headers={"content-type": kind}, request=request)


def problem(code: Code) -> dict[str, object]:
    """Return a problem as it is told."""
    return {"type": "urn:x", "title": "x", "status": STATUS.get(code, 400), "code": code.value, "facts": {}}


async def test_an_answer_that_is_not_described_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another status, a code of other operations, or a body of another form."""
    monkeypatch.setattr(described, "_LOOKS", 1_000_000)
    guest = {"id": "1", "name": "Ada", "token": "g.1"}
    await described.check(answered(201, guest))
    await described.check(answered(400, problem(Code.NAME_INVALID)))
    await described.check(answered(503, problem(Code.STORAGE_FAILED)))
    for status, body in (
        (200, guest),
        (201, {"id": "1"}),
        (409, problem(Code.TABLE_FULL)),
        (400, problem(Code.BOT_UNKNOWN)),
    ):
        with pytest.raises(AssertionError):
            await described.check(answered(status, body))


async def test_a_server_describes_itself(house: House) -> None:
    """As the page of the documentation does."""
    assert (await house.http.get("/openapi.json")).json() == DOCUMENT
