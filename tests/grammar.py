"""JSON by the grammar of its types: values that they allow, and the same with one thing changed.

The grammar is the JSON schema that msgspec makes of a type, so that a new message or field is among them by itself.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
from hypothesis import strategies as st

__all__ = ["allowed", "changed"]

Json = Any  # a value of JSON has any form
Schema = dict[str, Any]

_FARTHEST: Final = 2**70
"""Numbers go beyond what 64 bits hold."""

_ANYTHING: Final[st.SearchStrategy[Json]] = st.recursive(
    st.none() | st.booleans() | st.integers(-_FARTHEST, _FARTHEST) | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def allowed(kind: Any) -> st.SearchStrategy[Json]:  # noqa: ANN401 - a type, or a union of some
    """Return the JSON values that `kind` allows."""
    (schema,), parts = msgspec.json.schema_components([kind], ref_template="{name}")

    def values_of(schema: Schema) -> st.SearchStrategy[Json]:
        match schema:
            case {"$ref": name}:
                return st.deferred(lambda: values_of(parts[name]))
            case {"anyOf": choices}:
                return st.one_of([values_of(choice) for choice in choices])
            case {"enum": values}:
                return st.sampled_from(values)
            case {"type": "object", "properties": fields}:
                needed = {name: values_of(fields[name]) for name in schema["required"]}
                return st.fixed_dictionaries(
                    needed, optional={name: values_of(field) for name, field in fields.items() if name not in needed}
                )
            case {"type": "array"}:
                return _list(schema, values_of)
            case _:
                return _plain(schema)

    return values_of(schema)


def _list(schema: Schema, values_of: Callable[[Schema], st.SearchStrategy[Json]]) -> st.SearchStrategy[Json]:
    """Return the values of a list: of so many items, each with a schema of its own, or of any number alike."""
    if "prefixItems" in schema:
        return st.tuples(*map(values_of, schema["prefixItems"])).map(list)
    return st.lists(values_of(schema["items"]), min_size=schema.get("minItems", 0), max_size=schema.get("maxItems", 3))


def _plain(schema: Schema) -> st.SearchStrategy[Json]:
    """Return the values of a schema without parts; raise `KeyError` for one that no message has had so far."""
    return {
        "string": st.text(min_size=schema.get("minLength", 0), max_size=schema.get("maxLength", 200)),
        "integer": st.integers(schema.get("minimum", -(2**63)), schema.get("maximum", 2**63 - 1)) | st.integers(0, 9),
        "number": st.floats(allow_nan=False, allow_infinity=False),
        "boolean": st.booleans(),
        "null": st.none(),
    }[schema["type"]]


@st.composite
def changed(draw: st.DrawFn, kind: Any) -> Json:  # noqa: ANN401 - a type, or a union of some
    """Return a value that `kind` allows, but for one place: something is missing, added, or anything else."""
    whole = [draw(allowed(kind))]
    holder, key = draw(st.sampled_from(list(_places(whole))))
    match draw(st.sampled_from(["missing", "added", "another"])):
        case "missing" if holder is not whole:
            del holder[key]
        case "added" if isinstance(holder, dict):
            holder[draw(st.text(max_size=8))] = draw(_ANYTHING)
        case _:
            holder[key] = draw(_ANYTHING)
    return whole[0]


def _places(holder: Json) -> Iterator[tuple[Json, str | int]]:
    """Yield every place of a value: what holds it, and by which key."""
    for key, value in list(holder.items() if isinstance(holder, dict) else enumerate(holder)):
        yield holder, key
        if isinstance(value, dict | list):
            yield from _places(value)
