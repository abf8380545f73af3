"""Compiled engine: the rules once more, as Numba functions over one NumPy record per game, for millions of games.

Only worlds sampled from a View enter it. Importing its modules compiles nothing; calling them does, once per machine.
"""
