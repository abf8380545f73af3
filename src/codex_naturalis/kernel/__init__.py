"""The rules once more, as compiled functions over one NumPy record per game, for imagining millions of games.

Only worlds sampled from a View enter it. Importing its modules compiles nothing; calling them does, once per machine.
"""
