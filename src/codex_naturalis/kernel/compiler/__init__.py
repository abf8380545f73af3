"""Compiler of the kernel: Numba with our settings, and the cache of what it has compiled."""
