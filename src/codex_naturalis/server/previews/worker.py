"""Worker process of the rasterizer: an SVG document per line on standard input, its PNG on standard output, as JSON.

The library holds the interpreter while it draws, for a second at a time on a small machine, so it draws here.
"""

from collections.abc import Callable

import msgspec
import resvg_py

from ..scheduling.worker_main import answer_questions
from .card_pictures import FONTS

__all__ = ["Drawn", "Rasterize"]


class Rasterize(msgspec.Struct, frozen=True):
    """Question: a document as pixels, in its own size."""

    svg: str


class Drawn(msgspec.Struct, frozen=True):
    """Reply: the pixels; None if the document cannot be drawn."""

    png: bytes | None


def _answer(line: bytes, tell: Callable[[msgspec.Struct], None]) -> None:
    question = msgspec.json.decode(line, type=Rasterize)
    try:
        tell(Drawn(_pixels(question.svg)))
    except ValueError:
        tell(Drawn(None))


def _pixels(svg: str) -> bytes:
    """Return a document as PNG; only our own fonts are used, so that it looks alike on every machine."""
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=list(FONTS),
        font_family="Alegreya",
        serif_family="Alegreya",
    )


if __name__ == "__main__":
    answer_questions(_answer)
