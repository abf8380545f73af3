"""The page `/docs`: the HTTP interface and the messages of sockets as one HTML document, without scripts.

Everything comes from the OpenAPI document and the JSON Schemas. The texts in them use some Markdown: backticks,
`**bold**`, `[links](…)`, and lists of lines that begin with a hyphen.
"""

import json
import re
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, Final

__all__ = ["page"]

_SPAN: Final = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)]+)\)")
_DIRECTIONS: Final = {
    "client-message": "What a client sends. The first message is `Hello`.",
    "server-message": "What the server sends. The first message is `Welcome`, or `RefusalMessage`.",
}


def page(document: Mapping[str, Any], messages: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the page for an OpenAPI `document` and the schemas of `messages`, by name."""
    structs = dict(document["components"]["schemas"])
    for schema in messages.values():
        structs |= schema["$defs"]
    tags = {tag["name"]: tag["description"] for tag in document["tags"]}
    title = escape(f"{document['info']['title']} {document['info']['version']}: the interface")
    parts = [
        _head(title),
        _contents(tags),
        f"<main><h1>{title}</h1>{_prose(document['info']['description'])}",
        _codes(document["components"]["responses"]["Refused"]),
        *(_tag(tag, text, document["paths"]) for tag, text in tags.items()),
        _sockets(messages),
        f'<h2 id="schemas">Schemas</h2>{"".join(_struct(name, structs[name]) for name in sorted(structs))}',
        "</main></body></html>\n",
    ]
    return "".join(parts)


def _head(title: str) -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title>'
        '<link rel="stylesheet" href="/docs/style.css"></head><body>'
    )


def _contents(tags: Iterable[str]) -> str:
    links = [(f"#{_anchor(tag)}", tag) for tag in tags]
    links += [("#socket", "Socket"), ("#schemas", "Schemas"), ("/openapi.json", "openapi.json")]
    anchors = "".join(f'<a href="{to}">{name}</a>' for to, name in links)
    return f'<nav aria-label="Contents">{anchors}</nav>'


# Text


def _prose(text: str) -> str:
    """Return paragraphs and lists, from text whose paragraphs are separated by empty lines."""
    return "".join(_block(block) for block in re.split(r"\n\s*\n", text.strip()))


def _block(block: str) -> str:
    if block.startswith("- "):
        return f"<ul>{''.join(f'<li>{_spans(line)}</li>' for line in block[2:].split(chr(10) + '- '))}</ul>"
    return f"<p>{_spans(block)}</p>"


def _spans(text: str) -> str:
    """Return a line with its marks as elements; everything else is escaped."""
    parts, done = [], 0
    for found in _SPAN.finditer(text):
        parts += [escape(text[done : found.start()]), _span(*found.groups())]
        done = found.end()
    return "".join([*parts, escape(text[done:])])


def _span(code: str | None, strong: str | None, label: str | None, to: str | None) -> str:
    if code is not None:
        return f"<code>{escape(code)}</code>"
    if strong is not None:
        return f"<strong>{escape(strong)}</strong>"
    return f'<a href="{escape(to or "")}">{_spans(label or "")}</a>'


# Operations


def _anchor(tag: str) -> str:
    """Return the id of a tag's heading: one word, as ids are."""
    return f"tag-{tag.lower().replace(' ', '-')}"


def _tag(tag: str, text: str, paths: Mapping[str, Mapping[str, Any]]) -> str:
    operations = [
        _operation(method, path, operation)
        for path, methods in paths.items()
        for method, operation in methods.items()
        if operation["tags"] == [tag]
    ]
    return f'<h2 id="{_anchor(tag)}">{tag}</h2>{_prose(text)}{"".join(operations)}'


def _operation(method: str, path: str, operation: Mapping[str, Any]) -> str:
    name = operation["operationId"]
    needs = operation.get("security", [])
    token = f"<p>{'Takes' if {} in needs else 'Needs'} a token.</p>" if needs else ""
    return (
        f'<details id="{name}"><summary><b class="{method}">{method.upper()}</b> <code>{escape(path)}</code> '
        f"<span>{escape(operation['summary'])}</span></summary>{_prose(operation['description'])}{token}"
        f"{_parameters(operation.get('parameters', []))}{_body(operation.get('requestBody'))}"
        f"{''.join(_answer(*each) for each in operation['responses'].items() if each[0] != 'default')}</details>"
    )


def _parameters(parameters: Iterable[Mapping[str, Any]]) -> str:
    rows = [
        (each["name"], f"in the {each['in']}, {_type(each['schema'])}", "" if each["required"] else "optional")
        for each in parameters
    ]
    return _table(("parameter", "type", ""), rows)


def _body(body: Mapping[str, Any] | None) -> str:
    if not body:
        return ""
    description = body.get("description", "")
    return f"<p>Body: {_type(_content(body))}{escape(f'. {description}.') if description else ''}</p>"


def _answer(status: str, answer: Mapping[str, Any]) -> str:
    schema = _content(answer)
    if status < "300":
        return f"<h3>{status}</h3><p>{_type(schema) if schema else escape(answer['description'])}</p>"
    return f"<h3>{status}</h3>{_prose(answer['description'])}"


def _content(holder: Mapping[str, Any]) -> Any:  # noqa: ANN401 - JSON
    return next((content["schema"] for content in holder.get("content", {}).values()), None)


def _codes(refused: Mapping[str, Any]) -> str:
    return f"<details><summary>Codes that any operation may tell</summary>{_prose(refused['description'])}</details>"


# Schemas


def _sockets(messages: Mapping[str, Mapping[str, Any]]) -> str:
    parts = [
        '<h2 id="socket">Socket</h2><p><code>/api/v1/tables/{table_id}/socket</code>: one JSON object in each text '
    ]
    parts.append("frame, told apart by <code>type</code>.</p>")
    for name, description in _DIRECTIONS.items():
        kinds = ", ".join(f"{_type(kind)} " for kind in messages[name]["anyOf"])
        parts.append(
            f'<h3>{name}</h3>{_prose(description)}<p>{kinds}(<a href="/schemas/{name}.json">JSON Schema</a>)</p>'
        )
    others = ", ".join(f'<a href="/schemas/{name}.json">{name}</a>' for name in messages if name not in _DIRECTIONS)
    return "".join([*parts, f"<p>Other schemas: {others}.</p>"])


def _struct(name: str, schema: Mapping[str, Any]) -> str:
    fields: Mapping[str, Any] = schema.get("properties", {})
    required = schema.get("required", ())
    rows = [
        (field, _field_type(kind, field in required), kind.get("description", "")) for field, kind in fields.items()
    ]
    description = _prose(schema["description"]) if "description" in schema else ""
    values = f"<p>{_type(schema)}</p>" if "enum" in schema else ""
    content = description + values + _table(("field", "type", ""), rows)
    return f'<details id="schema-{name}"><summary><code>{name}</code></summary>{content}</details>'


def _field_type(schema: Mapping[str, Any], required: bool) -> str:  # noqa: FBT001 - read from a table
    default = f" = <code>{escape(json.dumps(schema['default']))}</code>" if "default" in schema else ""
    return f"{_type(schema)}{default}" if required or default else f"{_type(schema)}, optional"


def _type(schema: Any) -> str:  # noqa: ANN401 - JSON
    """Return a type as text: names of Structs as links, arrays as `X[]`, alternatives with bars."""
    match schema:
        case {"$ref": str(reference)}:
            name = reference.rpartition("/")[2]
            return f'<a href="#schema-{name}">{name}</a>'
        case {"type": "array"}:
            return _array(schema)
        case {"type": "object", "additionalProperties": dict(value)}:
            return f"{{name: {_type(value)}}}"
        case {"type": str(kind)} if "enum" not in schema:
            return escape(f"{kind}{_bounds(schema)}")
        case _:
            return " | ".join(_alternatives(schema)) or "any"


def _alternatives(schema: Mapping[str, Any]) -> list[str]:
    """Return the types that a schema allows one of, or the values of an enumeration."""
    if "enum" in schema:
        return [f"<code>{escape(json.dumps(value))}</code>" for value in schema["enum"]]
    kinds = [{**schema, "type": kind} for kind in schema.get("type", ())]
    return [_type(kind) for kind in schema.get("anyOf", schema.get("oneOf", kinds))]


def _array(schema: Mapping[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(item) for item in schema['prefixItems'])}]"
    item = schema.get("items", {})
    return f"({_type(item)})[]" if {"anyOf", "oneOf", "enum"} & item.keys() else f"{_type(item)}[]"


def _bounds(schema: Mapping[str, Any]) -> str:
    """Return the range of a number, or the length of a text."""
    low = schema.get("minimum", schema.get("minLength"))
    high = schema.get("maximum", schema.get("maxLength"))
    if low is None and high is None:
        return ""
    unit = " characters" if "maxLength" in schema else ""
    return f" ({'' if low is None else low}…{'' if high is None else high}{unit})"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, str, str]]) -> str:
    """Return a table of names, types (HTML already) and sentences; nothing without rows."""
    lines = [
        f"<tr><td><code>{escape(name)}</code></td><td>{kind}</td><td>{_spans(description)}</td></tr>"
        for name, kind, description in rows
    ]
    heads = "".join(f"<th>{each}</th>" for each in head)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(lines)}</tbody></table>" if lines else ""
