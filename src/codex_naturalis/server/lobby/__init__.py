"""Lobby: finding, opening and leaving tables, stand-ins for those who are away, and chat."""
