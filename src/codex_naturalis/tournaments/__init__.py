"""Tournaments: pairing, scores and standings, without I/O; arena, Swiss, duplicate Swiss and knockout."""

from .arena import arena_standings, pair_arena
from .rounds import Entrant, Pairing, RoundResult, TableResult, share_beaten
from .scoring import Scoring, TournamentRank, match_scores, scores, standings
from .tournament import Tournament, TournamentFormat

__all__ = [
    "Entrant",
    "Pairing",
    "RoundResult",
    "Scoring",
    "TableResult",
    "Tournament",
    "TournamentFormat",
    "TournamentRank",
    "arena_standings",
    "match_scores",
    "pair_arena",
    "scores",
    "share_beaten",
    "standings",
]
