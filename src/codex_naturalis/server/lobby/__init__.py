"""Lobby: finding, opening and leaving tables, stand-ins for absent people, and chat."""
