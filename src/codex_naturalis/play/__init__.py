"""One game being played, without I/O."""

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
