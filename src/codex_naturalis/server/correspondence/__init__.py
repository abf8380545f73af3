"""Correspondence play: turns with conditions, pinned notes, vacation, and a calendar of deadlines."""
