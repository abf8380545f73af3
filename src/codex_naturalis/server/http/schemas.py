"""JSON Schema (draft 2020-12) of wire formats: socket messages in both directions, a view, and a line of records.

msgspec describes types and includes a Struct's docstring; the sentences under single fields, which it does not know,
are read from the sources here.
"""

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from textwrap import dedent
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from codex_naturalis.programs.bot_protocol import HostMessage, ProgramMessage
from codex_naturalis.record import Record, record_schema
from codex_naturalis.views import View
from codex_naturalis.wire.socket import ClientMessage, ServerMessage

__all__ = ["NAMES", "always_written", "field_docs", "schema_of", "structs_by_name", "with_field_docs"]

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_TITLES: Final = {
    "client-message": ("What a client sends on a table's socket", ClientMessage),
    "server-message": ("What the server sends on a table's socket", ServerMessage),
    "bot-host-message": ("What a program reads in the Codex Bot Protocol", HostMessage),
    "bot-program-message": ("What a program writes in the Codex Bot Protocol", ProgramMessage),
    "view": ("What one viewer may know of a game", View),
    "record": ("One line of records: a whole game", Record),
}

NAMES: Final = tuple(_TITLES)
"""Names of the schemas."""


def schema_of(name: str) -> dict[str, Any]:
    """Return the self-contained schema of this name; raise `KeyError` if there is none."""
    title, kind = _TITLES[name]
    schema = record_schema() if kind is Record else msgspec.json.schema(kind)
    head = {"$schema": _DIALECT, "$id": f"urn:codex-naturalis:schema:{name}", "title": title}
    return {**head, **schema, "$defs": with_field_docs(schema["$defs"])}


def with_field_docs(schemas: dict[str, Any]) -> dict[str, Any]:
    """Return `schemas`, by name, with a description of each field of those that describe a Struct of ours."""
    structs = structs_by_name()
    return {name: _describe(schema, structs.get(name)) for name, schema in schemas.items()}


def structs_by_name() -> dict[str, type[Struct]]:
    """Return our imported Structs, each by its name in schemas."""
    return {struct.__name__: struct for struct in _ours(Struct)}


def _ours(above: type[Struct]) -> Iterator[type[Struct]]:
    for struct in above.__subclasses__():
        if struct.__module__.startswith("codex_naturalis.") and not struct.__name__.startswith("_"):
            yield struct
        yield from _ours(struct)


def _describe(schema: dict[str, Any], struct: type[Struct] | None) -> dict[str, Any]:
    described = dict(schema)
    if "description" in described:
        described["description"] = inspect.cleandoc(described["description"])
    more = {name: {"description": doc} for name, doc in field_docs(struct).items()} if struct else {}
    for name, default in always_written(struct).items() if struct else ():
        more[name] = {"default": default, **more.get(name, {})}
    if fields := described.get("properties"):
        described["properties"] = {name: {**field, **more.get(name, {})} for name, field in fields.items()}
    return described


def always_written(struct: type[Struct]) -> dict[str, Any]:
    """Return the defaults of `struct` that a function makes, by the field's name: msgspec shows none.

    Such a field is written even where others are omitted because they have their defaults.
    """
    made = {field.name: field.default_factory for field in structs.fields(struct)}
    return {name: msgspec.to_builtins(make()) for name, make in made.items() if inspect.isfunction(make)}


@cache
def field_docs(struct: type[Struct]) -> dict[str, str]:
    """Return the sentences under the fields of `struct`, by the field's name; nothing where there is no source."""
    try:
        source = dedent(inspect.getsource(struct))
    except OSError:
        return {}
    [body] = ast.parse(source).body
    assert isinstance(body, ast.ClassDef)
    return {
        field.target.id: inspect.cleandoc(doc.value.value)
        for field, doc in pairwise(body.body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(doc, ast.Expr) and isinstance(doc.value, ast.Constant) and isinstance(doc.value.value, str)
    }
