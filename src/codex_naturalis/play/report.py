"""Arena report: one self-contained HTML file with tables and plots."""

from collections import Counter
from html import escape
from typing import Final

from .arena import Arena, ArenaGame
from .standings import Standings

__all__ = ["Report"]

_WIDTH: Final = 640
_HEIGHT: Final = 160
_ROW: Final = 28
_NAMES: Final = 160

_STYLE: Final = """
:root { color-scheme: light dark; --ink: #2a2118; --soft: #6b5d4c; --paper: #f7f0e0; --line: #d9ccb0;
  --good: #3f6b35; --bad: #9c3a26 }
@media (prefers-color-scheme: dark) { :root { --ink: #efe4cd; --soft: #b9aa8f; --paper: #1d1812; --line: #4a3f30;
  --good: #8fbf7f; --bad: #e08a72 } }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 Georgia, serif }
table { border-collapse: collapse; width: 100% } th, td { padding: .25em .6em; text-align: right }
th:first-child, td:first-child { text-align: left } tr { border-bottom: 1px solid var(--line) }
svg { width: 100%; height: auto } text { fill: var(--ink); font-size: 12px }
.soft { color: var(--soft) } .axis { stroke: var(--soft) } .bar { stroke: var(--ink); stroke-width: 2 }
.dot { fill: var(--ink) } .won { fill: var(--good) } .lost { fill: var(--bad) } .even { fill: var(--soft) }
code { overflow-wrap: anywhere }
"""


class Report:
    """Accumulator of what the page shows; its size does not grow with the games."""

    def __init__(self, arena: Arena, command: str) -> None:
        """Begin with no game; `command` plays the same games again."""
        self._arena = arena
        self._command = command
        self._margins: list[Counter[int]] = [Counter() for _ in arena.bots]
        self._lengths: Counter[int] = Counter()
        self._seats: list[Counter[int]] = [Counter() for _ in arena.bots]

    def add(self, game: ArenaGame) -> None:
        """Count one more game."""
        totals = game.totals
        for seat, bot in enumerate(game.seating):
            others = [total for other, total in enumerate(totals) if other != seat]
            if game.tybor is not None:
                others.append(game.tybor)
            self._margins[bot][totals[seat] - max(others)] += 1
            self._seats[bot][seat] += seat in game.winners
        self._lengths[max(game.turns)] += 1

    def html(self, standings: Standings) -> str:
        """Return the page."""
        title = escape(" · ".join(self._arena.bots))
        solo = self._arena.options.solo
        against = f" against Tybor, {escape(solo.value)}" if solo else ""
        return "".join(
            (
                f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
                '<meta name="viewport" content="width=device-width, initial-scale=1">',
                f"<style>{_STYLE}</style></head><body><main>",
                f"<h1>{title}</h1><p>{standings.games} games{against}.",
                f" The same again: <code>{escape(self._command)}</code></p>",
                self._table(standings),
                f"<h2>Elo</h2>{_elo(standings)}" if len(standings.bots) > 1 or solo else "",
                *(self._margin(bot, name) for bot, name in enumerate(self._arena.bots)),
                f"<h2>Length</h2><p>Turns of the seat that had most.</p>{_bars(self._lengths, 'turns')}",
                "</main></body></html>\n",
            )
        )

    def _table(self, standings: Standings) -> str:
        seats = range(self._arena.options.seats)
        head = "".join(f'<th scope="col">won on seat {seat + 1}</th>' for seat in seats) if len(seats) > 1 else ""
        rows = "".join(
            f'<tr><th scope="row">{escape(bot.name)}</th><td>{bot.wins}</td><td>{bot.draws}</td>'
            f"<td>{bot.mean_total:.1f}</td><td>{bot.ms_per_turn:.2f}</td><td>{bot.elo:.0f} ± {bot.elo_error:.0f}</td>"
            + ("".join(f"<td>{self._seats[at][seat]}</td>" for seat in seats) if head else "")
            + "</tr>"
            for at, bot in enumerate(standings.bots)
        )
        return (
            '<table><thead><tr><th scope="col">bot</th><th scope="col">won</th><th scope="col">shared</th>'
            '<th scope="col">mean total</th><th scope="col">ms a turn</th><th scope="col">Elo</th>'
            f"{head}</tr></thead><tbody>{rows}</tbody></table>"
        )

    def _margin(self, bot: int, name: str) -> str:
        best = "Tybor" if self._arena.options.solo else "the best of the others"
        plot = _bars(self._margins[bot], "points ahead", signed=True)
        return f"<h2>{escape(name)}: points ahead of {best}</h2>{plot}"


def _elo(standings: Standings) -> str:
    """Return a plot of each bot's rating: a dot and an error bar."""
    low = min(bot.elo - bot.elo_error for bot in standings.bots)
    high = max(bot.elo + bot.elo_error for bot in standings.bots)
    scale = (_WIDTH - _NAMES - 20) / max(1.0, high - low)
    parts = []
    for n, bot in enumerate(standings.bots):
        y = _ROW * n + _ROW / 2
        left, middle, right = (
            _NAMES + 10 + scale * (elo - low) for elo in (bot.elo - bot.elo_error, bot.elo, bot.elo + bot.elo_error)
        )
        parts.append(
            f'<text x="0" y="{y + 4:.0f}">{escape(bot.name)}</text>'
            f'<line class="bar" x1="{left:.1f}" x2="{right:.1f}" y1="{y}" y2="{y}"/>'
            f'<circle class="dot" cx="{middle:.1f}" cy="{y}" r="5"/>'
            f'<text x="{middle:.1f}" y="{y - 8:.0f}" text-anchor="middle">{bot.elo:.0f}</text>'
        )
    label = "; ".join(f"{bot.name} {bot.elo:.0f} ± {bot.elo_error:.0f}" for bot in standings.bots)
    return _picture(_ROW * len(standings.bots) + 6, label, "".join(parts))


def _bars(counts: Counter[int], unit: str, *, signed: bool = False) -> str:
    """Return a histogram as bars; `signed` colours what is above and below zero."""
    if not counts:
        return ""
    low, high, most = min(counts), max(counts), max(counts.values())
    step = _WIDTH / (high - low + 1)
    parts = []
    for number, count in sorted(counts.items()):
        tall = (_HEIGHT - 30) * count / most
        kind = "even" if not signed or number == 0 else "won" if number > 0 else "lost"
        parts.append(
            f'<rect class="{kind}" x="{step * (number - low) + step * 0.08:.1f}" y="{_HEIGHT - 20 - tall:.1f}"'
            f' width="{step * 0.84:.1f}" height="{tall:.1f}"><title>{number} {unit}: {count} times</title></rect>'
        )
    baseline = _HEIGHT - 20
    parts.append(f'<line class="axis" x1="0" x2="{_WIDTH}" y1="{baseline}" y2="{baseline}"/>')
    parts.extend(
        f'<text x="{step * (number - low + 0.5):.1f}" y="{_HEIGHT - 4}" text-anchor="middle">{number}</text>'
        for number in sorted({low, high} | ({0} if low < 0 < high else set()))
    )
    mean = sum(number * count for number, count in counts.items()) / counts.total()
    return _picture(_HEIGHT, f"from {low} to {high} {unit}, {mean:.1f} on average", "".join(parts))


def _picture(height: int, text: str, inside: str) -> str:
    label = escape(text)
    return (
        f'<figure><svg viewBox="0 -12 {_WIDTH} {height + 12}" role="img" aria-label="{label}">{inside}</svg>'
        f'<figcaption class="soft">{label}</figcaption></figure>'
    )
