"""Bots that other people write: Python files by path, and programs in any language that speak the Codex Bot Protocol.

A bot named here runs on this machine with the rights of the user who starts it. Servers therefore never take such names
from players: they know only the bots of `codex_naturalis.bots`.
"""

from .asking import ask, ask_in_time, shown_to
from .faults import BotFaultError, Fault, FaultKind
from .naming import bot_at, is_path
from .process import close_all

__all__ = ["BotFaultError", "Fault", "FaultKind", "ask", "ask_in_time", "bot_at", "close_all", "is_path", "shown_to"]
