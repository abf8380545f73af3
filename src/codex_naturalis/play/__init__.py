"""One game being played, without I/O."""

from .game import FutureVersion, Game, Played, StaleAction

__all__ = ["FutureVersion", "Game", "Played", "StaleAction"]
