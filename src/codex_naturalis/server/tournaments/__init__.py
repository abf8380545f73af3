"""Tournaments: arena, Swiss, duplicate Swiss and knockout among people, programs and house bots."""
