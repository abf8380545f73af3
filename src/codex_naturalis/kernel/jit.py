"""Decorator that compiles the kernel: once per machine, for a generic processor, so that caches can be shared.

The processor must be set before Numba is imported, therefore only here.
"""

import os
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar, cast

from .cache import CACHE

__all__ = ["njit"]

_F = TypeVar("_F", bound=Callable[..., Any])

os.environ.setdefault("NUMBA_CPU_NAME", "generic")
os.environ.setdefault("NUMBA_CPU_FEATURES", "")

from numba import config, types  # noqa: E402  # after its settings
from numba import njit as _numba_njit  # noqa: E402
from numba.core.caching import IndexDataCacheFile  # noqa: E402

from .ingredients import KernelCompiler  # noqa: E402

vars(config)["CACHE_DIR"] = str(CACHE)

_SAME: Final = "same text"
"""Stand-in for a file's time and size in Numba's cache."""


def njit(function: _F) -> _F:
    """Compile a function of the kernel: cached, without Python's lock while it runs, and once for all integers.

    Numba would compile it again for every width of an integer argument and for every constant; here all are widened
    first, which halves the time it takes. Functions that only compiled code calls get no way in from Python, and are
    optimized and translated only where they are called (`ingredients`).
    """
    compiled: Any = _numba_njit(cache=True, nogil=True, error_model="numpy", pipeline_class=KernelCompiler)(function)
    if function.__module__.rpartition(".")[0] == __package__:
        _keep_anywhere(compiled)
    compile_for = compiled.compile

    def compile_widened(kinds: Iterable[Any]) -> object:
        widened = tuple(_widened(kind) for kind in kinds)
        inner = _is_inner(widened)
        compiled.targetoptions.update(no_cpython_wrapper=inner, no_cfunc_wrapper=inner)
        return compile_for(widened)

    compiled.compile = compile_widened
    return cast("_F", compiled)


def _keep_anywhere(compiled: Any) -> None:  # noqa: ANN401
    """Make the cache of a function independent of the path and time of its file.

    Numba would ask for the same folder and time of the file; that its text is the same says the cache's own folder.
    """
    compiled._cache._cache_path = str(CACHE)  # noqa: SLF001  # there is no public way
    file = IndexDataCacheFile(str(CACHE), compiled._cache._impl.filename_base, _SAME)  # type: ignore[no-untyped-call]  # noqa: SLF001
    compiled._cache._cache_file = file  # noqa: SLF001


def _widened(kind: Any) -> Any:  # noqa: ANN401  # a type of Numba's
    kind = types.unliteral(kind)  # type: ignore[no-untyped-call]  # Numba has no annotations here
    return types.int64 if isinstance(kind, types.Integer) and kind != types.uint64 else kind


def _is_inner(kinds: tuple[Any, ...]) -> bool:
    """Return whether Python never calls a function with such arguments: it gives arrays and indices, never records."""
    arrays = sum(isinstance(kind, types.Array) for kind in kinds)
    return not arrays or any(isinstance(kind, types.Record) for kind in kinds)
