"""The web table: HTTP for the lobby, one WebSocket per table for play."""
