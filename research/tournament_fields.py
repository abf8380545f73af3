"""What a tournament finds out: fields of known strength, Swiss and duplicate Swiss.

`python -m research.tournament_fields luck` plays bots against each other on the same deals and divides the variance
of the margin: how much is the deal and the seat, how much everything else. `field` simulates tournaments of players
whose strength is known, with that luck, and tells how well the standings after each round agree with it; `--plot FILE`
draws it. `pairing` measures the time to pair a round.
"""

import argparse
import math
import statistics
import time
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from random import Random

from codex_naturalis.play.arena import Arena, play_one
from codex_naturalis.rules import GameOptions
from codex_naturalis.tournaments import Pairing, RoundResult, TableResult, Tournament, TournamentFormat

DEAL_SD = 2.24
"""Standard deviation of the margin by the deal and the seat, in points (`luck planner search:100 search:300`)."""
REST_SD = 4.30
"""Standard deviation of the margin by all else, in points; found likewise."""
FORMATS = (TournamentFormat.SWISS, TournamentFormat.DUPLICATE)


def luck(bots: Sequence[str], deals: int) -> None:
    """Print strengths and the two parts of the variance, by analysis of variance with equal groups."""
    pairs = list(permutations(bots, 2))
    margins = [[_margin(pair, f"luck/{deal}") for pair in pairs] for deal in range(deals)]
    means = [statistics.fmean(row[number] for row in margins) for number in range(len(pairs))]
    rest = [[margin - mean for margin, mean in zip(row, means, strict=True)] for row in margins]
    within = sum(statistics.variance(row) for row in rest) / (deals - 1)
    between = statistics.variance(statistics.fmean(row) for row in rest) - within / len(pairs)
    print(f"{deals} deals, each played by {len(pairs)} pairs of {', '.join(bots)}")
    print(f"deal and seat: sd {math.sqrt(max(0.0, between)):.2f} points; all else: sd {math.sqrt(within):.2f} points")


def _margin(bots: tuple[str, ...], deal: str) -> int:
    """Play one game, and return by how much the first seat won."""
    game = play_one(Arena(bots, GameOptions(2), 1, deal), 0)
    return game.totals[0] - game.totals[1]


class Field:
    """Players whose strength is known, with the luck of this game."""

    def __init__(self, entrants: int, spread: float, rng: Random) -> None:
        """Draw strengths in points of margin, normally distributed with standard deviation `spread`."""
        self.strength = {f"p{number:03}": rng.gauss(0, spread) for number in range(entrants)}
        self._rng = rng

    def play(self, tournament: Tournament, pairing: Pairing) -> RoundResult:
        """Play one round."""
        deals = {tournament.deal_seed(number): self._rng.gauss(0, DEAL_SD) for number in range(len(pairing.tables))}
        tables = [self._table(pair, deals[tournament.deal_seed(number)]) for number, pair in enumerate(pairing.tables)]
        return RoundResult(tuple(tables), pairing.bye)

    def _table(self, pair: tuple[str, ...], deal: float) -> TableResult:
        margin = round(self.strength[pair[0]] - self.strength[pair[1]] + deal + self._rng.gauss(0, REST_SD))
        winners = (0, 1) if margin == 0 else ((0,) if margin > 0 else (1,))
        return TableResult(pair, (25 + max(0, margin), 25 + max(0, -margin)), winners)


def agreement(tournament: Tournament, strength: dict[str, float]) -> float:
    """Return Spearman's rank correlation of the standings with the strengths, equal ranks shared."""
    ranks = {rank.entrant: rank.rank for rank in tournament.standings()}
    true = {entrant: place for place, entrant in enumerate(sorted(strength, key=strength.__getitem__, reverse=True))}
    shared = {rank: statistics.fmean(_places(list(ranks.values()), rank)) for rank in set(ranks.values())}
    return statistics.correlation([shared[ranks[entrant]] for entrant in true], list(map(float, true.values())))


def _places(ranks: Sequence[int], rank: int) -> range:
    return range(rank, rank + ranks.count(rank))


def simulate(entrants: int, rounds: int, tournaments: int, spread: float) -> dict[TournamentFormat, list[list[float]]]:
    """Return the agreements after each round, of each format; the same players play both."""
    found: dict[TournamentFormat, list[list[float]]] = {kind: [[] for _ in range(rounds)] for kind in FORMATS}
    for number in range(tournaments):
        for kind in FORMATS:
            field = Field(entrants, spread, Random(f"field/{number}"))
            tournament = Tournament(kind, tuple(field.strength), 2, rounds, str(number))
            for after in range(rounds):
                tournament = tournament.add(field.play(tournament, tournament.pair()))
                found[kind][after].append(agreement(tournament, field.strength))
    return found


def print_results(found: dict[TournamentFormat, list[list[float]]]) -> None:
    """Print the mean of each round with its 95 % interval, and of the paired difference."""
    swiss, duplicate = (found[kind] for kind in FORMATS)
    print("rounds  swiss          duplicate      difference")
    for number, (one, other) in enumerate(zip(swiss, duplicate, strict=True), 1):
        paired = [b - a for a, b in zip(one, other, strict=True)]
        print(f"{number:>6}  {_interval(one)}  {_interval(other)}  {_interval(paired)}")


def _interval(values: Sequence[float]) -> str:
    error = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    return f"{statistics.fmean(values):.3f} ± {error:.3f}"


WIDTH, HEIGHT, LEFT, BOTTOM = 640, 320, 56, 276
LOWEST, HIGHEST = 0.3, 0.9
STYLE = """text{font:13px system-ui,sans-serif;fill:#4a3f2f}
.grid{stroke:#8886;stroke-width:1}path{fill:none;stroke-width:2.5}
.swiss{stroke:#a8743a;fill:#a8743a}.duplicate{stroke:#2f6f5e;fill:#2f6f5e}path.swiss,path.duplicate{fill:none}
text.swiss,text.duplicate{stroke:none}
@media(prefers-color-scheme:dark){text{fill:#e6dcc6}.swiss{stroke:#dba765;fill:#dba765}.duplicate{stroke:#6fc0aa;fill:#6fc0aa}}"""


def drawing(found: dict[TournamentFormat, list[list[float]]]) -> str:
    """Return the plot as SVG: agreement with the true strength after each round."""
    rounds = len(found[FORMATS[0]])
    grid = "".join(_tick(level / 10) for level in range(3, 10))
    axis = "".join(f'<text x="{_x(n, rounds):.0f}" y="296" text-anchor="middle">{n + 1}</text>' for n in range(rounds))
    lines = "".join(_line(kind, found[kind]) for kind in FORMATS)
    label = "Rank correlation of the standings with the true strength, after each round"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">'
        f"<style>{STYLE}</style>{grid}{axis}{lines}"
        f'<text x="{LEFT - 26}" y="22">rank correlation with the true strength</text>'
        f'<text x="{WIDTH - 130}" y="314" text-anchor="end">rounds played</text></svg>\n'
    )


def _x(after: int, rounds: int) -> float:
    return LEFT + 24 + after * (WIDTH - LEFT - 170) / max(1, rounds - 1)


def _y(agreed: float) -> float:
    return BOTTOM - (agreed - LOWEST) / (HIGHEST - LOWEST) * (BOTTOM - 44)


def _tick(level: float) -> str:
    y = _y(level)
    return (
        f'<line class="grid" x1="{LEFT}" x2="{WIDTH - 130}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{level:.1f}</text>'
    )


def _line(kind: TournamentFormat, rows: list[list[float]]) -> str:
    points = [(_x(after, len(rows)), _y(statistics.fmean(row))) for after, row in enumerate(rows)]
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    dots = "".join(f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>' for x, y in points)
    x, y = points[-1]
    name = {TournamentFormat.SWISS: "Swiss", TournamentFormat.DUPLICATE: "duplicate Swiss"}[kind]
    return f'<path class="{kind}" d="{path}"/>{dots}<text class="{kind}" x="{x + 10:.0f}" y="{y + 4:.0f}">{name}</text>'


def pairing_time(entrants: int, rounds: int) -> None:
    """Print the seconds of CPU to pair each round."""
    rng = Random(1)
    for seats in (2, 3, 4):
        tournament = Tournament(TournamentFormat.SWISS, tuple(f"p{n:03}" for n in range(entrants)), seats, rounds)
        took = []
        while not tournament.is_over:
            begun = time.process_time()
            pairing = tournament.pair()
            took.append(time.process_time() - begun)
            tables = [TableResult(t, tuple(rng.randint(10, 30) for _ in t), (0,)) for t in pairing.tables]
            tournament = tournament.add(RoundResult(tuple(tables), pairing.bye))
        print(
            f"{entrants} entrants, tables of {seats}: {', '.join(f'{second:.2f}' for second in took)} s of CPU a round"
        )


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    asked = commands.add_parser("luck")
    asked.add_argument("bots", nargs="*", default=["level:1", "greedy", "level:2", "planner"])
    asked.add_argument("--deals", type=int, default=60)
    asked = commands.add_parser("field")
    asked.add_argument("--entrants", type=int, default=64)
    asked.add_argument("--rounds", type=int, default=9)
    asked.add_argument("--tournaments", type=int, default=100)
    asked.add_argument("--spread", type=float, default=4.0, help="standard deviation of the strengths, in points")
    asked.add_argument("--plot", type=Path)
    asked = commands.add_parser("pairing")
    asked.add_argument("--entrants", type=int, default=200)
    asked.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    if options.command == "luck":
        luck(options.bots, options.deals)
    elif options.command == "pairing":
        pairing_time(options.entrants, options.rounds)
    else:
        found = simulate(options.entrants, options.rounds, options.tournaments, options.spread)
        print_results(found)
        if options.plot:
            options.plot.write_text(drawing(found), encoding="utf-8")


if __name__ == "__main__":
    main()
