"""Game in progress, without I/O: the game itself, clocks, ratings, and the arena."""

from .clock import Clock, Clocks, Correspondence, RealTime, SeatClock
from .game import FutureVersion, Game, Played, StaleAction

__all__ = [
    "Clock",
    "Clocks",
    "Correspondence",
    "FutureVersion",
    "Game",
    "Played",
    "RealTime",
    "SeatClock",
    "StaleAction",
]
