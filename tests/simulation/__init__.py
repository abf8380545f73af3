"""Simulation of the server by seed: its own code, in a world whose time, network, disk and processes a seed decides."""
