"""Study of many games: `python -m research.study [RATES.json]` writes the figures and plots of its page.

The page is `docs/explanation/study.md`. All of it again, from the seeds of the games on:

    codex-naturalis dataset FOLDER --processes 2 --aggregates rates.json
    python -m research.study rates.json

It asks four things of the tallies in the package, or of those in a file that the first command has written: is the
first seat better, what is a gold card worth by round, which objectives are traps, how much is luck.
Read it from top to bottom, as a notebook: each part computes its figures, draws them, and says them.
"""

import sys
from math import sqrt
from pathlib import Path

from msgspec.json import decode

from codex_naturalis.catalogue import PatternObjective, Symbol, catalogue
from codex_naturalis.data import Explored, TallyGroup, load_packaged
from codex_naturalis.data.tally import VICTORY

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/explanation/study.md"
IMAGES = ROOT / "docs/images"
BEGIN, END = "<!-- figures: {} -->\n", "<!-- /figures -->"
LEAST = 200

INK, HIGH, LOW = "#857a68", "#5f8f3e", "#c05548"
"""Colours that read on light and dark pages."""

Interval = tuple[float, float, float]
"""Estimate, and the ends of its 95 % interval."""


def wilson(won: float, number: int) -> Interval:
    """Return a part of games won and its interval, as Explore does."""
    part, z = won / VICTORY / number, 1.96
    middle = (part + z * z / (2 * number)) / (1 + z * z / number)
    half = z / (1 + z * z / number) * sqrt(part * (1 - part) / number + z * z / (4 * number * number))
    return part, middle - half, middle + half


def spread(totals: list[int]) -> tuple[float, float]:
    """Return mean and standard deviation of points at the end."""
    number = sum(totals)
    mean = sum(points * count for points, count in enumerate(totals)) / number
    return mean, sqrt(sum(count * (points - mean) ** 2 for points, count in enumerate(totals)) / number)


# 1. Is the first seat better?


def first_seats(groups: list[TallyGroup]) -> dict[str, tuple[Interval, float]]:
    """Return what the first seat of each group wins, and what it would win if all seats were alike."""
    several = [group for group in groups if group.seats > 1]
    return {
        group.key: (wilson(group.tally.seats[0].won, group.tally.seats[0].number), 1 / group.seats) for group in several
    }


# 2. What is a gold card worth by round?


def gold_by_round(group: TallyGroup) -> dict[int, tuple[float, int]]:
    """Return mean points and number of gold cards laid face up, for each round with enough of them."""
    rows = enumerate(group.tally.gold, 1)
    return {number: (gold.points / gold.number, gold.number) for number, gold in rows if gold.number >= LEAST}


# 3. Which objectives are traps?


def objectives(group: TallyGroup) -> dict[int, tuple[Interval, float, float]]:
    """Return for each objective what those who kept it won, how often it was kept, and what it brought."""
    rows = ((87 + at, row) for at, row in enumerate(group.tally.objectives) if row.kept >= LEAST)
    return {
        card: (wilson(row.kept_won, row.kept), row.kept / row.offered, row.kept_points / row.kept) for card, row in rows
    }


# 4. How much is luck?


def luck(groups: list[TallyGroup]) -> dict[str, tuple[float, float]]:
    """Return mean and standard deviation of the points of players that are all alike, where two play."""
    return {group.key: spread(group.tally.totals) for group in groups if group.seats == 2}  # noqa: PLR2004


# Plots and words


def plot(label: str, rows: list[tuple[str, Interval, float]], low: float, high: float) -> str:
    """Return intervals, one below the other on one scale, with what would be even; triangles where it is left out."""
    left, right, step = 220, 620, 26
    height = 40 + step * len(rows)

    def x(value: float) -> float:
        return left + (right - left) * (value - low) / (high - low)

    parts = []
    for n in range(round(low * 20), round(high * 20) + 1):
        parts.append(f'<path d="M{x(n / 20):.1f} 24V{height - 8}" stroke="{INK}" stroke-opacity=".25"/>')
        parts.append(f'<text x="{x(n / 20):.1f}" y="16" text-anchor="middle" fill="{INK}">{n * 5}%</text>')
    for at, (name, (part, lowest, highest), even) in enumerate(rows):
        y = 42 + step * at
        colour = HIGH if lowest > even else LOW if highest < even else INK
        parts += [
            f'<text x="{left - 12}" y="{y + 4}" text-anchor="end" fill="{INK}">{name}</text>',
            f'<path d="M{x(even):.1f} {y - 11}v22" stroke="{INK}" stroke-dasharray="3 3"/>',
            f'<path d="M{x(lowest):.1f} {y}H{x(highest):.1f}" stroke="{colour}" stroke-width="3"/>',
            f'<circle cx="{x(part):.1f}" cy="{y}" r="5" fill="{colour}"/>',
        ]
    return svg(label, height, parts)


def columns(label: str, values: dict[int, float]) -> str:
    """Return one column for each round."""
    left, right, bottom = 50, 620, 230
    width = (right - left) / len(values)
    parts = [f'<path d="M{left} {bottom}H{right}" stroke="{INK}"/>']
    for at, (number, value) in enumerate(values.items()):
        tall = 190 * value / max(values.values())
        middle = left + width * (at + 0.5)
        parts += [
            f'<rect x="{middle - width * 0.4:.1f}" y="{bottom - tall:.1f}" width="{width * 0.8:.1f}"'
            f' height="{tall:.1f}" fill="{HIGH}" fill-opacity=".75"/>',
            f'<text x="{middle:.1f}" y="{bottom - tall - 6:.1f}" text-anchor="middle" fill="{INK}">{value:.1f}</text>',
            f'<text x="{middle:.1f}" y="{bottom + 18}" text-anchor="middle" fill="{INK}">{number}</text>',
        ]
    return svg(label, 260, parts)


def svg(label: str, height: int, parts: list[str]) -> str:
    """Return a picture."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {height}" font-family="sans-serif" font-size="13"'
    return f'{head} role="img" aria-label="{label}">{"".join(parts)}</svg>\n'


def format_interval(interval: Interval) -> str:
    """Return an interval in words."""
    part, low, high = interval
    return f"{part:.1%} ({low:.1%} to {high:.1%})"


def name_of(card: int) -> str:
    """Return a short name of an objective."""
    objective = catalogue().objective[card]
    if isinstance(objective, PatternObjective):
        kingdoms = [part.kingdom.value for part in objective.pattern]
        return f"{card}: " + ("diagonal, " if len(set(kingdoms)) == 1 else "column, ") + kingdoms[1]
    words = [symbol.value for count, symbol in zip(objective.symbols, Symbol, strict=True) if count]
    if len(words) > 1:
        return f"{card}: {', '.join(words)}"
    plural = words[0] if words[0].endswith("i") else f"{words[0]}s"
    return f"{card}: {max(objective.symbols)} {plural}"


def figures(explored: Explored) -> tuple[dict[str, str], dict[str, str]]:
    """Return what the page says, by part, and its plots, by file."""
    groups = {group.key: group for group in explored.groups}
    every, main = list(groups.values()), groups["planner-2"]
    seats, gold, kept, spreads = first_seats(every), gold_by_round(main), objectives(main), luck(every)
    ranked = sorted(kept.items(), key=lambda pair: -pair[1][0][0])
    seats_of = {87 + at: row.kept for at, row in enumerate(main.tally.objectives)}
    rows = "".join(
        f"| {name_of(card)} | {format_interval(interval)} | {seats_of[card]:,} | {part:.0%} | {points:.1f} |\n"
        for card, (interval, part, points) in ranked
    )
    words = {
        "seats": "| group | games | the first seat wins | even |\n| --- | --- | --- | --- |\n"
        + "".join(
            f"| `{key}` | {groups[key].tally.games:,} | {format_interval(interval)} | {even:.1%} |\n"
            for key, (interval, even) in seats.items()
        ),
        "gold": "| round | points of a gold card | cards |\n| --- | --- | --- |\n"
        + "".join(f"| {number} | {value:.2f} | {count:,} |\n" for number, (value, count) in gold.items()),
        "objectives": "| objective | those who kept it won | seats | kept when offered | points |\n"
        "| --- | --- | --- | --- | --- |\n" + rows,
        "luck": "| group | games | mean points | standard deviation |\n| --- | --- | --- | --- |\n"
        + "".join(
            f"| `{key}` | {groups[key].tally.games:,} | {mean:.1f} | {deviation:.1f} |\n"
            for key, (mean, deviation) in spreads.items()
        ),
    }
    seat_rows = [(key, interval, even) for key, (interval, even) in seats.items()]
    kept_rows = [(name_of(card), interval, 0.5) for card, (interval, _, _) in ranked]
    pictures = {
        "study-seats.svg": plot("What the first seat wins in each group", seat_rows, 0.2, 0.6),
        "study-gold.svg": columns(
            "Points of a gold card by the round in which it is laid",
            {number: value for number, (value, _) in gold.items()},
        ),
        "study-objectives.svg": plot("What those won who kept each objective", kept_rows, 0.35, 0.65),
    }
    return words, pictures


def filled(page: str, words: dict[str, str]) -> str:
    """Return the page with its figures renewed."""
    for part, text in words.items():
        begin = page.index(BEGIN.format(part)) + len(BEGIN.format(part))
        page = page[:begin] + "\n" + text + "\n" + page[page.index(END, begin) :]
    return page


def main() -> None:
    """Write the page and its plots."""
    explored = decode(Path(sys.argv[1]).read_bytes(), type=Explored) if len(sys.argv) > 1 else load_packaged()
    words, pictures = figures(explored)
    PAGE.write_text(filled(PAGE.read_text("utf-8"), words), encoding="utf-8")
    for name, picture in pictures.items():
        (IMAGES / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
