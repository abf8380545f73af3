"""How the kernel is compiled: once per machine, for a generic processor, so that it is valid on all of the same kind.

This must be settled before Numba is imported, therefore only here.
"""

import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

from .cache import CACHE

__all__ = ["njit"]

_F = TypeVar("_F", bound=Callable[..., Any])

os.environ.setdefault("NUMBA_CPU_NAME", "generic")
os.environ.setdefault("NUMBA_CPU_FEATURES", "")

from numba import config, types  # noqa: E402  # after its settings
from numba import njit as _numba_njit  # noqa: E402

vars(config)["CACHE_DIR"] = str(CACHE)


def njit(function: _F) -> _F:
    """Compile a function of the kernel: cached, without Python's lock while it runs, and once for all integers.

    Numba would compile it anew for every width of an integer argument and for every constant; here all are widened
    first, which halves the time it takes.
    """
    compiled: Any = _numba_njit(cache=True, nogil=True, error_model="numpy")(function)
    compile_for = compiled.compile
    compiled.compile = lambda kinds: compile_for(tuple(_widened(kind) for kind in kinds))
    return cast("_F", compiled)


def _widened(kind: Any) -> Any:  # noqa: ANN401  # a type of Numba's
    kind = types.unliteral(kind)  # type: ignore[no-untyped-call]  # Numba has no annotations here
    return types.int64 if isinstance(kind, types.Integer) and kind != types.uint64 else kind
