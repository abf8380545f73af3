"""What the server answers in tests, held against its own description (OpenAPI): status, code, form of the body."""

import re
from collections import Counter
from functools import cache
from typing import Any

import httpx
from jsonschema import Draft202012Validator

from codex_naturalis.server.app import describe

_PROBLEM = "application/problem+json"
_LOOKS = 5
"""Bodies of each answer that are looked into: the first few; it takes milliseconds."""

_looked: Counter[tuple[str, int, str]] = Counter()
"""How many bodies of an operation were looked into, by status and code of the problem."""


async def check(answer: httpx.Response) -> None:
    """Raise `AssertionError` if the description of the interface does not know of such an answer."""
    operation = operation_of(answer.request.method, answer.request.url.path)
    if operation is None:
        return
    name, described = operation
    await answer.aread()
    kind = answer.headers.get("content-type", "").partition(";")[0]
    listed = described["responses"].get(str(answer.status_code)) or (
        _document()["components"]["responses"]["Refused"] if answer.is_error else None
    )
    assert listed, f"{name} is not said to answer with {answer.status_code}"
    content = listed.get("content", {})
    assert kind in content or not (content or answer.content), f"{name} is not said to answer with {kind}"
    looked = name, answer.status_code, answer.json()["code"] if kind == _PROBLEM else ""
    _looked[looked] += 1
    if content and _looked[looked] <= _LOOKS:
        body = answer.text if kind == "text/csv" else answer.json()
        faults = [f"{fault.json_path}: {fault.message}" for fault in _form(content[kind]["schema"]).iter_errors(body)]
        assert not faults, f"{name}, {answer.status_code}: {faults}"


def operation_of(method: str, path: str) -> tuple[str, Any] | None:
    """Return the name and the description of the operation that is asked for; None for what is not described."""
    for pattern, template, operations in _paths():
        if pattern.fullmatch(path):
            operation = operations.get(method.lower())
            return (f"{method} {template}", operation) if operation else None
    return None


@cache
def _document() -> Any:  # noqa: ANN401 - JSON
    return describe()


@cache
def _paths() -> list[tuple[re.Pattern[str], str, Any]]:
    """Return a pattern for each path, the path, and its operations: those without parameters first."""
    paths = sorted(_document()["paths"].items(), key=lambda pair: pair[0].count("{"))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path, operations) for path, operations in paths]


_FORMS: dict[int, Draft202012Validator] = {}


def _form(schema: Any) -> Draft202012Validator:  # noqa: ANN401 - JSON
    """Return what checks a body against a schema of the document, made once for each."""
    if id(schema) not in _FORMS:
        _FORMS[id(schema)] = Draft202012Validator({**schema, "components": _document()["components"]})
    return _FORMS[id(schema)]
