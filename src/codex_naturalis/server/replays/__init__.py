"""Replays: finished games step by step, and what-ifs, which play on from the middle of one."""
