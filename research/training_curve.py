"""Curve of training as an SVG: `python -m research.training_curve CURVE.jsonl PICTURE.svg`, of `make train`.

The file is one that `python -m research.training --curve CURVE.jsonl` wrote: the error of the points to come on
games that were not learned from, after so many rows. A panel for each output; the axis upwards does not begin at 0.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from math import ceil, floor
from pathlib import Path
from typing import Any, Final

WIDTH: Final = 300
HEIGHT: Final = 240
LEFT: Final = 52
TOP: Final = 36
STEP: Final = 0.05
"""Points between two lines."""

INK: Final = "#5b5348"
LINE: Final = "#1f5fa8"

Points = list[tuple[float, float]]


def panels(lines: Sequence[dict[str, Any]]) -> dict[str, Points]:
    """Return the curve of each output: millions of rows, and the error in points."""
    found: dict[str, Points] = {}
    for line in lines:
        for output, error in enumerate(line["errors"]):
            title = "At a table" if line["name"] == "table" else ("Alone: the player", "Alone: Tybor")[output]
            found.setdefault(title, []).append((line["rows"] / 1e6, error))
    return found


def panel(title: str, points: Points, at: int) -> Iterator[str]:
    """Yield the parts of one panel."""
    left, right = at * (WIDTH + LEFT) + LEFT, at * (WIDTH + LEFT) + LEFT + WIDTH - 20
    low, high = floor(min(y for _, y in points) / STEP) * STEP, ceil(max(y for _, y in points) / STEP) * STEP
    longest = max(x for x, _ in points)

    def up(error: float) -> float:
        return TOP + HEIGHT * (high - error) / (high - low)

    yield f'<text x="{left}" y="22" fill="{INK}" font-weight="bold">{title}</text>'
    for number in range(round((high - low) / STEP) + 1):
        error = low + STEP * number
        yield f'<path d="M{left} {up(error):.1f}H{right}" stroke="{INK}" stroke-opacity=".2"/>'
        yield f'<text x="{left - 6}" y="{up(error) + 4:.1f}" text-anchor="end" fill="{INK}">{error:.2f}</text>'
    for part in (0.0, 0.5, 1.0):
        x = left + (right - left) * part
        yield f'<text x="{x:.0f}" y="{TOP + HEIGHT + 20}" text-anchor="middle" fill="{INK}">{longest * part:.1f}</text>'
    path = " L".join(f"{left + (right - left) * x / longest:.1f} {up(y):.1f}" for x, y in points)
    yield f'<path d="M{path}" fill="none" stroke="{LINE}" stroke-width="2.5" stroke-linejoin="round"/>'
    for x, y in points:
        yield f'<circle cx="{left + (right - left) * x / longest:.1f}" cy="{up(y):.1f}" r="3.5" fill="{LINE}"/>'


def drawn(lines: Sequence[dict[str, Any]]) -> str:
    """Return the picture, one that reads on light and dark pages."""
    found = panels(lines)
    parts = [part for at, (title, points) in enumerate(found.items()) for part in panel(title, points, at)]
    width, height = len(found) * (WIDTH + LEFT), HEIGHT + TOP + 56
    below = f'<text x="{width / 2}" y="{height - 10}" text-anchor="middle" fill="{INK}">millions of rows</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="13" role="img" aria-label="Error of the value networks, in points, over their training">'
        f"{''.join(parts)}{below}</svg>\n"
    )


def main() -> None:
    """Draw one file."""
    source, picture = map(Path, sys.argv[1:])
    lines = [json.loads(line) for line in source.read_text("utf-8").splitlines()]
    picture.write_text(drawn(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
