"""Curve of learning: `python -m research.learning_curve FILE.jsonl PICTURE.svg`, a file of `learn.py --curve`."""

import json
import sys
from math import log10
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 320, 56, 24, 616, 268
LINES = {"random": "#7a5c2e", "greedy": "#3f6f8f"}
INK = "#5b5348"


def across(seconds: float, longest: float) -> float:
    """Return the place of a time on a logarithmic axis that begins with a second."""
    return LEFT + (RIGHT - LEFT) * log10(max(1.0, seconds)) / log10(longest)


def up(won: float) -> float:
    """Return the height of a part of games won."""
    return BOTTOM - (BOTTOM - TOP) * won


def text(x: float, y: float, words: str, anchor: str = "middle", colour: str = INK) -> str:
    """Return some words."""
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def draw(points: list[dict[str, float]]) -> str:
    """Return the curve as an SVG document that reads on light and dark pages."""
    longest = max(point["seconds"] for point in points)
    parts = []
    for won in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<path d="M{LEFT} {up(won):.1f}H{RIGHT}" stroke="{INK}" stroke-opacity=".25"/>')
        parts.append(text(LEFT - 8, up(won) + 4, f"{won:.0%}", "end"))
    times = [seconds for seconds in (1, 3, 10, 30, 100, 300, 1000) if seconds <= longest]
    parts += [text(across(seconds, longest), BOTTOM + 20, f"{seconds} s") for seconds in times]
    parts.append(text((LEFT + RIGHT) / 2, HEIGHT - 8, "seconds of one processor core"))
    for name, colour in LINES.items():
        places = [f"{across(point['seconds'], longest):.1f} {up(point[name]):.1f}" for point in points]
        parts.append(f'<path d="M{" L".join(places)}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        parts.append(text(RIGHT, up(points[-1][name]) - 8, f"against {name}", "end", colour))
    label = f"Games won against random and greedy, over {longest:.0f} seconds of learning"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif"'
    return f'{head} font-size="13" role="img" aria-label="{label}">{"".join(parts)}</svg>\n'


def main() -> None:
    """Draw one file."""
    source, picture = map(Path, sys.argv[1:])
    picture.write_text(draw([json.loads(line) for line in source.read_text().splitlines()]), encoding="utf-8")


if __name__ == "__main__":
    main()
