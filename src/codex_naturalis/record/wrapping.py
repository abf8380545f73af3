"""Texts from other programs: UTF-8 or UTF-16, with a byte order mark, any line ends, in a fence of Markdown.

Windows PowerShell 5 writes UTF-16 wherever output is redirected, editors add marks, and chats show code in fences.
"""

import codecs
import re
from collections.abc import Iterator
from io import BytesIO
from json import JSONDecoder
from typing import IO, Final

from .errors import RecordError

__all__ = ["LONGEST_LINE", "count_records", "numbered_lines", "unwrap_text"]

LONGEST_LINE: Final = 1 << 20
"""Length limit of a line, in bytes: no game comes near it, and no file can exhaust memory."""

_CHUNK: Final = 1 << 16
_FENCE: Final = re.compile(rb"[`~]+ *[\w-]*\s*")
"""Beginning of code in Markdown: one backtick in a line, three before lines, with the name of a language."""

_SPACE: Final = re.compile(r"\s*")


def numbered_lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the nonempty lines in `file`, in UTF-8, with their numbers, counted from 1.

    Raises `RecordError` for one that is longer than any game, or of unknown encoding.
    """
    number = 0
    try:
        for number, line in enumerate(_lines(file), 1):
            if len(line) > LONGEST_LINE:
                raise RecordError("this line is longer than any game", line=number)
            if text := _unwrap(line):
                yield number, text
    except UnicodeDecodeError:
        raise RecordError("this is not UTF-16", line=number + 1) from None


def unwrap_text(text: bytes) -> bytes:
    """Return a whole text in UTF-8, without its mark, its fence and empty lines; raise `RecordError` as for lines."""
    return b"\n".join(line for _, line in numbered_lines(BytesIO(text)))


def count_records(text: str | bytes) -> int:
    """Return the number of consecutive objects in a text that claim to be records."""
    text = text if isinstance(text, str) else text.decode("utf-8", "replace")
    decoder, at, found = JSONDecoder(), 0, 0
    try:
        while (at := _after_space(text, at)) < len(text):
            value, at = decoder.raw_decode(text, at)
            found += isinstance(value, dict) and value.get("format") == "codex-naturalis"
    except (ValueError, RecursionError):
        pass  # what comes then is none
    return found


def _after_space(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    first = file.readline(LONGEST_LINE + 1)
    encoding = _encoding_of(first)
    if encoding is not None:
        yield from _transcode(first, file, codecs.getincrementaldecoder(encoding)())
        return
    yield first
    yield from iter(lambda: file.readline(LONGEST_LINE + 1), b"")


def _encoding_of(start: bytes) -> str | None:
    """Return which UTF-16 a text is in, by its mark, or by the zero beside its first character, which is ASCII."""
    if start.startswith(codecs.BOM_UTF16_LE) or (start[:1] > b"\0" and start[1:2] == b"\0"):
        return "utf-16-le"
    if start.startswith(codecs.BOM_UTF16_BE) or (start[:1] == b"\0" and start[1:2] > b"\0"):
        return "utf-16-be"
    return None


def _transcode(first: bytes, file: IO[bytes], decoder: codecs.IncrementalDecoder) -> Iterator[bytes]:
    rest, chunk = "", first
    while len(rest) <= LONGEST_LINE:
        *lines, rest = (rest + decoder.decode(chunk, final=not chunk)).split("\n")
        yield from (line.encode() for line in lines)
        if not chunk:
            break
        chunk = file.read(_CHUNK)
    yield rest.encode()


def _unwrap(line: bytes) -> bytes:
    """Return a line without the marks, spaces and fences at its ends; no JSON begins or ends with one."""
    text = line.strip().removeprefix(codecs.BOM_UTF8).strip()
    if text.startswith((b"`", b"~")):
        text = _FENCE.sub(b"", text, count=1)
    return text.rstrip(b"`~ \t")
