"""Replays: finished games from the deal to the end, and games played on from their middle."""
