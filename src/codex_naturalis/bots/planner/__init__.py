"""Planner: the bot that evaluates the position after every legal action, once, in plain Python."""
