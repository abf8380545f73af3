"""Determinized Monte-Carlo tree search: worlds, tree, playout policy, value network and rollouts."""
