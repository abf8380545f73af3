"""Bots: players that are programs. Each gets a `View`, as every player at the table does, and never more than that."""

from .levels import LEVELS, Level, Strength
from .planner.bot import PlannerBot
from .player import Bot, Picking, Preparing, UnknownBotError
from .registry import bot_named, names
from .search.bot import SearchBot
from .simple import GreedyBot, RandomBot

__all__ = [
    "LEVELS",
    "Bot",
    "GreedyBot",
    "Level",
    "Picking",
    "PlannerBot",
    "Preparing",
    "RandomBot",
    "SearchBot",
    "Strength",
    "UnknownBotError",
    "bot_named",
    "names",
]
