"""Translator with lists, phrases and the words of the command line."""

from collections.abc import Iterable, Sequence
from functools import cache, reduce
from typing import Final, Literal

from codex_naturalis.i18n import Locale, Text, locale_texts, words

__all__ = ["Speech", "speech"]

_FIRST: Final = 0
_SHORT: Final = 1


class Speech:
    """Translator to one language, like `i18n.words`, with parts of sentences."""

    def __init__(self, locale: Locale) -> None:
        """Speak `locale`."""
        self.locale: Locale = locale
        self._words = words(locale)
        self.texts: dict[str, Text] = locale_texts(locale)
        """Every text, by key."""

    def __call__(self, key: str, **values: object) -> str:
        """Return the text of `key` with `values` filled in; raise `KeyError` if there is none."""
        return self._words(key, **values)

    def look_up(self, key: str, **values: object) -> str | None:
        """Return the same, or None if there is no such text: for keys only known at run time."""
        return self(key, **values) if key in self.texts else None

    def list(self, things: Sequence[str], how: Literal["and", "or"] = "and") -> str:
        """Return several things as one phrase: "a, b and c"."""
        if len(things) < 2:  # noqa: PLR2004 - nothing to put between
            return things[-1] if things else ""
        first = reduce(lambda one, then: self("list.more", first=one, then=then), things[:-1])
        return self(f"list.{how}_last" if len(things) > 2 else f"list.{how}", first=first, then=things[-1])  # noqa: PLR2004 - likewise

    def phrases(self, parts: Iterable[str]) -> str:
        """Return several phrases, separated as the language does: "a; b; c"."""
        given = tuple(parts)
        return reduce(lambda first, then: self("app.pair", first=first, then=then), given) if given else ""

    def label(self, what: str, value: str) -> str:
        """Return a label and its value: "a: b"."""
        return self("app.named", what=what, value=value)

    def line(self, what: str, value: str) -> str:
        """Return the same as a line of the text table."""
        return self("text.line", what=what, value=value)

    def typed_forms(self, kind: Literal["verb", "noun"], name: str) -> tuple[str, ...]:
        """Return the typed forms of a command or thing: the name to show, the short one, others."""
        text = self.texts.get(f"text.{kind}.{name}", "")
        return tuple(text.split()) if isinstance(text, str) else ()

    def verb(self, name: str) -> str:
        """Return the name of a command."""
        found = self.typed_forms("verb", name)
        return found[_FIRST] if found else name

    def short(self, name: str) -> str:
        """Return the short name of a command."""
        found = self.typed_forms("verb", name)
        return found[_SHORT] if len(found) > _SHORT else name

    def noun(self, name: str) -> str:
        """Return the name of a thing on the command line."""
        found = self.typed_forms("noun", name)
        return found[_FIRST] if found else name


@cache
def speech(locale: Locale) -> Speech:
    """Return the texts of `locale`."""
    return Speech(locale)
