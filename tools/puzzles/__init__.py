"""Puzzles of the package: found in games of bots, chosen, and graded by our levels (`python -m tools.puzzles`)."""
