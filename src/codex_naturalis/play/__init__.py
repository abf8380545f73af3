"""Game in progress, without I/O: the game itself, clocks, ratings, and the arena."""

from .clock import Clock, Clocks, Correspondence, RealTime, SeatClock
from .game import FutureVersionError, Game, Played, StaleActionError

__all__ = [
    "Clock",
    "Clocks",
    "Correspondence",
    "FutureVersionError",
    "Game",
    "Played",
    "RealTime",
    "SeatClock",
    "StaleActionError",
]
