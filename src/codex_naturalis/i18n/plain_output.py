"""Output in any encoding: missing characters are replaced by plain ones, so that no text ends a program.

Redirected output on Windows has a code page (cp1252, cp437) without narrow space, minus and frames.
"""

import codecs
import sys
import unicodedata
from io import TextIOWrapper
from typing import Final

__all__ = ["PLAIN", "can_print", "use_plain_output"]

PLAIN: Final = "codex-naturalis-plain"
"""Name of the error handler, for `str.encode` and streams."""

_ASCII: Final = "codex-naturalis-ascii"
"""ASCII by another name: click takes a stream in ASCII itself for a mistake, and writes UTF-8 to it."""

_INSTEAD: Final[dict[int, str]] = {
    **dict.fromkeys(map(ord, "‘’´"), "'"),  # noqa: RUF001 - these are what is replaced
    **dict.fromkeys(map(ord, "“”„«»"), '"'),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212─·"), "-"),
    **dict.fromkeys(map(ord, "╭╮╯╰└├"), "+"),
    **dict(zip(map(ord, "│×✗●◆◰▸→←↵\u2044łŁøØđĐ"), "|xxo*#>><</lLoOdD", strict=True)),  # noqa: RUF001 - likewise
    **dict(zip(map(ord, "±æœÆŒß"), ("+/-", "ae", "oe", "AE", "OE", "ss"), strict=True)),
}
"""Replacements of characters that NFKD does not decompose to plain ones."""


def use_plain_output() -> None:
    """Let standard output and error accept any text, and standard input any bytes, in any encoding."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            ascii_alone = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=_ASCII if ascii_alone else None, errors=PLAIN)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def can_print(text: str) -> bool:
    """Return whether standard output can show `text` unchanged."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(letter: str) -> str:
    """Return ASCII for a character: a look-alike, its letter without accents, nothing if it has no width, or `?`."""
    parts = unicodedata.normalize("NFKD", letter.translate(_INSTEAD)).translate(_INSTEAD)
    plain = "".join(part for part in parts if part.isascii())
    return plain or ("" if unicodedata.category(letter) in ("Mn", "Me", "Cf") else "?")


def _find(name: str) -> codecs.CodecInfo | None:
    if name.replace("_", "-") != _ASCII:
        return None
    known = codecs.lookup("ascii")
    return codecs.CodecInfo(known.encode, known.decode, name=_ASCII, incrementalencoder=known.incrementalencoder)


codecs.register_error(PLAIN, _replace)
codecs.register(_find)
