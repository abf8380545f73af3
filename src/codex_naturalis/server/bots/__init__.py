"""Bots: the turns they take at the tables, their worker processes, and the warm-up of the compiled kernel."""
