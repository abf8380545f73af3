"""Puzzles: the packaged puzzles over HTTP."""
