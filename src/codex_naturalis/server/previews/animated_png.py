"""Film of a codex growing card by card, as an animated PNG (PNG specification, third edition, 2025, 11.3.4).

The first frame is the whole leaf without cards, and each further frame one card in its place, laid over the others:
so a card is drawn once, and a film of forty cards takes a few hundred kilobytes. Programs without animation support
show the finished print, which is the file's still picture.
"""

import struct
import zlib
from collections.abc import Awaitable, Callable, Iterator
from typing import Final

from msgspec import Struct

from codex_naturalis.i18n import Words
from codex_naturalis.views import LaidCard

from .card_pictures import document, laid_card
from .page import Box, codex_box, fit
from .pictures import LANDSCAPE, CodexPrint, codex_field, codex_print

__all__ = ["Frame", "assemble", "chunks_of", "film"]

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_SECONDS: Final = 6.0
"""Length of a film, without the pause at its end."""

_PAUSE: Final = 3_000
"""Milliseconds that the finished codex stays."""

_OVER: Final = 1
"""Blend operation: with its transparency over the frame before."""

_MARGIN: Final = 4
"""Pixels around a card for its shadow and its edge."""

Draw = Callable[[str], Awaitable[bytes]]


class Frame(Struct, frozen=True):
    """Part of a film: a PNG, its position, and how long it is the last."""

    png: bytes
    x: int
    y: int
    milliseconds: int


async def film(wanted: CodexPrint, say: Words, draw: Draw) -> bytes:
    """Return the film of one codex; `draw` makes a PNG of a document."""
    seat, size = wanted.final.seats[wanted.seat], LANDSCAPE
    still = await draw(codex_print(wanted, size, say))
    frames = [Frame(await draw(codex_print(wanted, size, say, bare=True)), 0, 0, 600)]
    field = codex_field(size)
    pace = round(_SECONDS * 1000 / max(1, len(seat.laid)))
    for number, laid in enumerate(seat.laid, 1):
        svg, x, y = _alone(laid, codex_box(seat.laid), field)
        frames.append(Frame(await draw(svg), x, y, _PAUSE if number == len(seat.laid) else pace))
    return assemble(still, frames)


def _alone(laid: LaidCard, inner: Box, field: Box) -> tuple[str, int, int]:
    """Return the drawing of one card of a codex, and where its top left point lies in whole pixels."""
    fitted = fit(inner, field)
    card = fitted.of(codex_box((laid,)))
    x, y = int(card.x) - _MARGIN, int(card.y) - _MARGIN
    width, height = int(card.width) + 2 * _MARGIN + 2, int(card.height) + 2 * _MARGIN + 2
    place = f"translate({card.x - x:.3f} {card.y - y:.3f}) scale({fitted.scale:.4f})"
    return document(width, height, f'<g transform="{place}">{laid_card(laid)}</g>'), x, y


def assemble(still: bytes, frames: list[Frame]) -> bytes:
    """Return a still picture and the frames of a film in one file, which plays for ever."""
    chunks = [("IHDR", _header(still)), ("acTL", struct.pack(">II", len(frames), 0))]
    chunks += [("IDAT", data) for kind, data in chunks_of(still) if kind == "IDAT"]
    order = 0
    for frame in frames:
        chunks.append(("fcTL", _control(frame, order)))
        order += 1
        for kind, data in chunks_of(frame.png):
            if kind == "IDAT":
                chunks.append(("fdAT", struct.pack(">I", order) + data))
                order += 1
    chunks.append(("IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks)


def _control(frame: Frame, order: int) -> bytes:
    """Return the fields of a frame: its number, size, place, length, and how it is laid over the others."""
    width, height = struct.unpack(">II", _header(frame.png)[:8])
    return struct.pack(">IIIIIHHBB", order, width, height, frame.x, frame.y, frame.milliseconds, 1000, 0, _OVER)


def _header(png: bytes) -> bytes:
    return next(data for kind, data in chunks_of(png) if kind == "IHDR")


def _chunk(kind: str, data: bytes) -> bytes:
    named = kind.encode() + data
    return struct.pack(">I", len(data)) + named + struct.pack(">I", zlib.crc32(named))


def chunks_of(png: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the chunks of a PNG by their types."""
    at = len(_SIGNATURE)
    while at < len(png):
        length = int.from_bytes(png[at : at + 4], "big")
        yield png[at + 4 : at + 8].decode("ascii"), png[at + 8 : at + 8 + length]
        at += length + 12
