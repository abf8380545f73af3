"""The web table: HTTP for the lobby, one WebSocket per table for play."""

from .lean import load_lean

__all__ = ["load_lean"]

load_lean()
