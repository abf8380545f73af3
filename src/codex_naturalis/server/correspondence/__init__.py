"""Correspondence: what slow games need: turns with conditions, pinned notes, vacation, a calendar of deadlines."""
