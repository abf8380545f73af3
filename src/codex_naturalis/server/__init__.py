"""The web table: HTTP for the lobby, one WebSocket per table for play."""

from .lean import leave_out_sessions

__all__ = ["leave_out_sessions"]

leave_out_sessions()
