"""Players that are programs: each gets a `View`, like everybody at the table, and never more than that."""

from .planner import PlannerBot
from .player import Bot, UnknownBot
from .registry import bot_named, names
from .simple import GreedyBot, RandomBot

__all__ = ["Bot", "GreedyBot", "PlannerBot", "RandomBot", "UnknownBot", "bot_named", "names"]
