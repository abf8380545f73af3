"""Fields of entrants whose strength is known, for tests of pairings and tie-breaks."""

from random import Random

from codex_naturalis.tournaments import Entrant, Pairing, RoundResult, TableResult, Tournament

MOST = 25


def names(count: int) -> tuple[Entrant, ...]:
    """Return entrants, of which the first is the strongest."""
    return tuple(f"e{number:03}" for number in range(count))


def strength(entrant: Entrant) -> float:
    """Return the strength of an entrant of `names`: less is stronger."""
    return float(entrant[1:])


def by_strength(pairing: Pairing) -> RoundResult:
    """Let the stronger win everywhere."""
    return RoundResult(tuple(map(_table_by_strength, pairing.tables)), pairing.bye)


def _table_by_strength(entrants: tuple[Entrant, ...]) -> TableResult:
    totals = tuple(MOST - int(strength(entrant)) // 8 for entrant in entrants)
    best = min(range(len(entrants)), key=lambda seat: strength(entrants[seat]))
    return TableResult(entrants, totals, (best,))


def by_chance(pairing: Pairing, rng: Random) -> RoundResult:
    """Let chance decide, shared victories included."""
    return RoundResult(tuple(_table_by_chance(table, rng) for table in pairing.tables), pairing.bye)


def _table_by_chance(entrants: tuple[Entrant, ...], rng: Random) -> TableResult:
    totals = tuple(rng.randint(15, 20) for _ in entrants)
    winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    return TableResult(entrants, totals, winners)


def play_on(tournament: Tournament, rng: Random) -> Tournament:
    """Play all rounds that are left, by chance."""
    while not tournament.is_over:
        tournament = tournament.add(by_chance(tournament.pair(), rng))
    return tournament
