"""SVG fragments: the web client's drawings of cards, signs and creatures, and documents made of them.

`tools/print_cards.py` makes the file they are read from. Drawings share parts, which a document defines once.
"""

import gzip
import re
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from codex_naturalis.catalogue import Back, CardId, Side, catalogue
from codex_naturalis.rules import Cell
from codex_naturalis.views import LaidCard

__all__ = ["CARD_HEIGHT", "CARD_WIDTH", "FONTS", "card", "creature", "document", "laid_card", "plates"]

CARD_WIDTH: Final = 150
CARD_HEIGHT: Final = 100
"""Size of a card, in the units of all drawings."""

_FOLDER: Final = Path(__file__).with_name("plates")
_FACES: Final = (
    *("alegreya-latin-400-normal", "alegreya-latin-400-italic", "alegreya-latin-700-normal"),
    *("alegreya-sc-latin-500-normal", "alegreya-latin-ext-700-normal", "alegreya-greek-700-normal"),
    "alegreya-cyrillic-700-normal",
)
FONTS: Final = tuple(str(_FOLDER / f"{face}.ttf") for face in _FACES)
"""Font files for documents. Each letter is taken from the first that has it."""

_REFERENCE: Final = re.compile(r'href="#(s\d+)"')
_KNOTS: Final = 10


class Plates(msgspec.Struct, frozen=True):
    """All drawings, by name, and the parts they share."""

    sources: str
    """Hash of the web client's files that they were made from."""

    defs: dict[str, str]
    plates: dict[str, str]


@cache
def plates() -> Plates:
    """Return all drawings; they take about 1 MB."""
    packed = (_FOLDER / "plates.json.gz").read_bytes()
    return msgspec.json.decode(gzip.decompress(packed), type=Plates)


def document(width: int, height: int, body: str) -> str:
    """Return an SVG document of `body` with the shared parts that it refers to, directly or not."""
    known = plates().defs
    needed: dict[str, str] = {}
    wanted = _REFERENCE.findall(body)
    while wanted:
        name = wanted.pop()
        if name not in needed:
            needed[name] = known[name]
            wanted += _REFERENCE.findall(known[name])
    defs = "".join(f'<g id="{name}">{markup}</g>' for name, markup in sorted(needed.items()))
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><defs>{defs}</defs>{body}</svg>'


def card(number: CardId, side: Side) -> str:
    """Return the drawing of one side of a card, 150 by 100."""
    return plates().plates[f"{side.value}-{number}"]


def creature(kingdom: str, index: int) -> str:
    """Return the drawing of a creature about its middle, 76 by 76."""
    return plates().plates[f"creature-{kingdom}-{index}"]


def laid_card(laid: LaidCard) -> str:
    """Return the drawing of a card as the viewer knows it, with its shadow: face down it may show only its back."""
    return plates().plates["shadow"] + card(_number(laid), laid.side)


def _number(laid: LaidCard) -> CardId:
    """Return a card that looks like this one: for a back, one whose knotwork depends only on the cell."""
    if laid.card is not None:
        return laid.card
    assert laid.back is not None
    return _backs()[laid.back][_knot(laid.cell)]


def _knot(cell: Cell) -> int:
    x, y = cell
    return (x * 7 + y * 3) % _KNOTS


@cache
def _backs() -> dict[Back, list[CardId]]:
    """Return the cards behind each back."""
    cards: dict[Back, list[CardId]] = {}
    for number in (*catalogue().resource, *catalogue().gold):
        cards.setdefault(catalogue().back(number), []).append(number)
    return cards
