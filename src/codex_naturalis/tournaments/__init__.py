"""Tournaments: pairing, scores and standings, without I/O; Swiss, duplicate Swiss and knockout."""

from .rounds import Entrant, Pairing, RoundResult, TableResult
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
    "match_scores",
    "scores",
    "standings",
]
