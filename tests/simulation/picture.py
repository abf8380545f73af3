"""Picture of a story: who does what, and what happens to the world, from left to right."""

from collections.abc import Iterator
from html import escape
from typing import Final

from .story import Deed
from .town import NAMES

__all__ = ["draw_picture"]

_WIDTH, _LANE, _LEFT, _TOP, _ROW, _ROWS = 860, 36, 96, 62, 15, 3
_INK, _PALE, _RED, _GREEN = "#3b2f23", "#d9cbb0", "#a33b2a", "#3f6b4f"
_WORDS: Final = {"lose": "lossy network", "slow": "slow disk", "fail": "failing disk", "jump": "clock set"}
"""How the marks of the world are labelled; the others by their names."""

_LETTER: Final = 7


def draw_picture(deeds: list[Deed]) -> str:
    """Return an SVG with a lane for each person, and one for the world on top of them."""
    lanes = [-1, *sorted({deed.who for deed in deeds if deed.who >= 0})]
    last, bottom = max(deed.at for deed in deeds), _y(len(lanes) - 1)
    parts = [_lane(who, at) for at, who in enumerate(lanes)]
    parts += _events([deed for deed in deeds if deed.who < 0], last, bottom)
    parts += [_mark(deed, _x(deed.at, last), _y(lanes.index(deed.who)), _GREEN) for deed in deeds if deed.who >= 0]
    parts += [_text(_x(at, last), bottom + 34, f"{at} s", anchor="middle") for at in range(0, int(last) + 1, 10)]
    opened = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {bottom + 44}"'
    return (
        f'{opened} font-family="sans-serif" font-size="12">'
        f'<rect width="100%" height="100%" fill="#fbf5e6"/>{"".join(parts)}</svg>\n'
    )


def _x(at: float, last: float) -> float:
    return round(_LEFT + (_WIDTH - _LEFT - 40) * at / last, 1)


def _y(lane: int) -> int:
    return _TOP + _LANE * lane


def _lane(who: int, lane: int) -> str:
    name = "the world" if who < 0 else NAMES[who]
    line = f'<path d="M{_LEFT} {_y(lane)}H{_WIDTH - 20}" stroke="{_PALE}"/>'
    return line + _text(8, _y(lane) + 4, name)


def _events(deeds: list[Deed], last: float, bottom: int) -> Iterator[str]:
    """Yield the marks of the world, each with a label in the first row that has room."""
    ends = [0.0] * _ROWS
    for deed in deeds:
        x, label = _x(deed.at, last), _WORDS.get(deed.what, deed.what)
        row = next((at for at, end in enumerate(ends) if end < x), 0)
        ends[row] = x + _LETTER * len(label)
        yield f'<path d="M{x} {_TOP}V{bottom + 16}" stroke="{_RED}" stroke-dasharray="2 3"/>'
        yield _mark(deed, x, _TOP, _RED) + _text(x - 5, _TOP - 12 - _ROW * row, label)


def _mark(deed: Deed, x: float, y: int, colour: str) -> str:
    title = f"<title>{escape(deed.describe())}</title>"
    return f'<circle cx="{x}" cy="{y}" r="5" fill="{colour}" fill-opacity=".7">{title}</circle>'


def _text(x: float, y: float, text: str, *, anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{_INK}">{escape(text)}</text>'
