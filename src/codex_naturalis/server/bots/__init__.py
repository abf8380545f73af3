"""Bots: their turns at the tables, their worker processes, and the warm-up of the compiled kernel."""
