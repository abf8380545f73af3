"""Compiled engine: the rules once more, as Numba functions over one NumPy record per game, for millions of games.

Only worlds sampled from a View enter it. Importing its modules compiles nothing; calling them does, once per machine.
They need the extra `fast`; this module does not.
"""

import functools

from codex_naturalis.extras import has as _has

__all__ = ["is_compiled", "is_installed"]


@functools.cache
def is_installed() -> bool:
    """Return whether Numba and NumPy are installed, without which nothing here can be imported."""
    return _has("fast")


def is_compiled(*, rollouts: bool = True) -> bool:
    """Return whether this machine has compiled this very version of the kernel; a file lookup or two.

    Without `rollouts`, what a search needs that does not roll out is enough.
    """
    if not is_installed():
        return False
    from .compiler import cache  # noqa: PLC0415  # needs what may not be installed

    return cache.is_compiled(rollouts=rollouts)
