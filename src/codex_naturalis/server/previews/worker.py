"""Worker process of the rasterizer (`scheduling.worker_main`): the PNG of an SVG document.

The library holds the interpreter while it draws, for a second at a time on a small machine, so it draws here.
"""

import msgspec
import resvg_py

from ..scheduling.worker_main import answer_questions
from .card_pictures import FONTS

__all__ = ["Rasterize"]


class Rasterize(msgspec.Struct, frozen=True):
    """Question: a document as pixels, in its own size."""

    svg: str


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
    answer_questions(Rasterize, lambda question, _: _pixels(question.svg))
