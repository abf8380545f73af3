"""Planner, compiled: the evaluation of `bots.planner`, for the games that a search imagines."""
