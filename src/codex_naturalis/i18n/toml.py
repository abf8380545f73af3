"""Locale files as values: `section.key` to a text, or to its plural forms."""

import tomllib
from functools import cache
from importlib.resources import files
from string import Formatter

from msgspec import Struct

__all__ = ["Plural", "Text", "locale_texts", "placeholders"]


class Plural(Struct, frozen=True, gc=False):
    """Text in two forms; the value `count` decides between them."""

    one: str
    other: str


Text = str | Plural


@cache
def locale_texts(locale: str) -> dict[str, Text]:
    """Return every text of the language `locale`, by key."""
    file = files(__package__).joinpath("locales", f"{locale}.toml")
    return _flat(tomllib.loads(file.read_text(encoding="utf-8")), "")


def placeholders(text: Text) -> frozenset[str]:
    """Return the names of the values that `text` needs, with `count` for two forms."""
    if isinstance(text, Plural):
        return placeholders(text.one) | placeholders(text.other) | {"count"}
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def _flat(table: dict[str, object], prefix: str) -> dict[str, Text]:
    texts: dict[str, Text] = {}
    for name, value in table.items():
        match value:
            case str():
                texts[prefix + name] = value
            case {"one": str(one), "other": str(other), **rest} if not rest:
                texts[prefix + name] = Plural(one, other)
            case dict() if not {"one", "other"} & value.keys():
                texts |= _flat(value, f"{prefix}{name}.")
            case _:
                raise ValueError(f"{prefix}{name} is neither a text nor the forms `one` and `other`")
    return texts
