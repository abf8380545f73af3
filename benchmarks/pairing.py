"""CPU time to pair a Swiss round: `python -m benchmarks.pairing [PLAYERS]`.

Results are drawn at random; each round is paired from all the rounds before it, as the server does.
"""

import sys
import time
from random import Random

from codex_naturalis.tournaments import RoundResult, TableResult, Tournament, TournamentFormat

ROUNDS = 9


def main(players: int = 200) -> None:
    """Print the CPU seconds for pairing each round, for two, three and four seats."""
    for seats in (2, 3, 4):
        rng, seconds = Random(seats), []
        tournament = Tournament(TournamentFormat.SWISS, tuple(f"p{n}" for n in range(players)), seats, ROUNDS, "lot")
        for _ in range(ROUNDS):
            began = time.process_time()
            pairing = tournament.pair()
            seconds.append(time.process_time() - began)
            results = tuple(_result(table, rng) for table in pairing.tables)
            tournament = tournament.add(RoundResult(results, pairing.bye))
        print(
            f"{players} players, {seats} seats: median {sorted(seconds)[ROUNDS // 2]:.2f} s, most {max(seconds):.2f} s"
        )


def _result(table: tuple[str, ...], rng: Random) -> TableResult:
    totals = tuple(rng.randint(5, 40) for _ in table)
    return TableResult(table, totals, tuple(seat for seat, total in enumerate(totals) if total == max(totals)))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
