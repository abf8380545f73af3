"""Reliability diagram of the teacher's chances as an SVG: what was told to the right, what came upwards."""

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

import numpy as np

SIZE: Final = 360
LEFT: Final = 56
TOP: Final = 40
CLASSES: Final = 10
FEWEST: Final = 8
"""Positions that a class must have to be drawn."""

TITLES: Final = {"played": "The turn that was played", "curve": "The curve"}
COLOURS: Final = ("#a09a8c", "#1f5fa8")
"""Of the figures before, and of those of today."""


class Figure(Protocol):
    """One figure of one position."""

    @property
    def figure(self) -> str:
        """Which of the teacher's figures."""

    @property
    def win(self) -> float:
        """The chance that was told."""

    @property
    def won(self) -> float:
        """What came of it: 1 for a victory, a share of it where several won."""


def drawn(today: Sequence[Figure], before: Sequence[Figure] = ()) -> str:
    """Return the diagram, a panel for each figure."""
    width, height = len(TITLES) * (SIZE + LEFT) + 24, SIZE + TOP + 84
    parts = [part for at, name in enumerate(TITLES) for part in _panel(name, at, before, today)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'font-family="sans-serif" font-size="13" fill="#333">\n'
        f"<title>Chances that the teacher told, and the part of games that were won</title>\n"
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _panel(name: str, at: int, before: Sequence[Figure], today: Sequence[Figure]) -> Iterator[str]:
    x, y = LEFT + at * (SIZE + LEFT), TOP
    yield f'<text x="{x + SIZE / 2}" y="24" text-anchor="middle" font-weight="bold">{TITLES[name]}</text>'
    yield f'<path d="M{x} {y}v{SIZE}h{SIZE}" fill="none" stroke="#333"/>'
    yield f'<path d="M{x} {y + SIZE}l{SIZE} {-SIZE}" stroke="#999" stroke-dasharray="4 4"/>'
    for tick in range(0, 101, 25):
        right, up = x + SIZE * tick / 100, y + SIZE * (1 - tick / 100)
        yield f'<text x="{right}" y="{y + SIZE + 18}" text-anchor="middle">{tick}</text>'
        yield f'<text x="{x - 8}" y="{up + 4}" text-anchor="end">{tick}</text>'
    yield f'<text x="{x + SIZE / 2}" y="{y + SIZE + 38}" text-anchor="middle">told, in hundredths</text>'
    yield f'<text transform="translate({x - 38} {y + SIZE / 2}) rotate(-90)" text-anchor="middle">came</text>'
    for colour, label, figures in zip(COLOURS, ("before", "today"), (before, today), strict=True):
        found = [one for one in figures if one.figure == name]
        yield from _series(x, y, colour, found)
        if found and at == 0:
            shift = 90 * (label == "today")
            yield f'<circle cx="{x + 8 + shift}" cy="{y + SIZE + 60}" r="5" fill="{colour}"/>'
            yield f'<text x="{x + 18 + shift}" y="{y + SIZE + 64}">{label}</text>'


def _series(x: float, y: float, colour: str, found: Sequence[Figure]) -> Iterator[str]:
    """Yield a point for each class of told chances, with its standard error."""
    if not found:
        return
    rows = np.array([(one.win, one.won) for one in found])
    where = np.minimum((rows[:, 0] * CLASSES).astype(int), CLASSES - 1)
    for each in range(CLASSES):
        here = rows[where == each]
        if len(here) >= FEWEST:
            predicted, came = here.mean(0)
            error = here[:, 1].std() / len(here) ** 0.5
            right, up = x + SIZE * predicted, y + SIZE * (1 - came)
            yield (
                f'<path d="M{right:.1f} {up - SIZE * error:.1f}V{up + SIZE * error:.1f}" stroke="{colour}"/>'
                f'<circle cx="{right:.1f}" cy="{up:.1f}" r="5" fill="{colour}"/>'
            )
