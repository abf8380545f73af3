"""The web table: HTTP for the lobby, one WebSocket per table for play."""

from .lean import leave_out_sessions, put_off

__all__ = ["leave_out_sessions", "put_off"]

leave_out_sessions()
put_off("yaml")  # in which Litestar could describe our interface; we do in JSON
