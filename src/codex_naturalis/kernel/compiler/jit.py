"""Decorator that compiles the kernel: once per machine, for one of two kinds of processor (`processor`).

The processor must be set before Numba is imported, therefore only here.

Two things rest on parts of Numba that are not public: a compiler that halves the time to compile (`ingredients`), and
files of the cache that another installation finds. If a release of Numba lacks these parts, or has changed them, its
own compiler and its own files take their place: that costs only time, once on a machine.
"""

import functools
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final, TypeVar, cast

from .cache import CACHE, folder_of
from .processor import PROCESSOR

__all__ = ["njit"]

_F = TypeVar("_F", bound=Callable[..., Any])

os.environ.setdefault("NUMBA_CPU_NAME", PROCESSOR)
os.environ.setdefault("NUMBA_CPU_FEATURES", "")
os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")  # it makes thousands of errors and shows none

from numba import config, types  # noqa: E402  # after its settings
from numba import njit as _numba_njit  # noqa: E402

vars(config)["CACHE_DIR"] = str(CACHE)


def _compiler() -> dict[str, Any]:
    """Return the option of `numba.njit` that chooses our compiler, or none if this Numba lacks what it needs."""
    try:
        from .ingredients import KernelCompiler  # noqa: PLC0415  # may fail
    except (ImportError, AttributeError):
        return {}
    return {"pipeline_class": KernelCompiler}


_OPTIONS: Final = {"cache": True, "nogil": True, "error_model": "numpy", **_compiler()}

_KERNEL: Final = __package__.rpartition(".")[0]
_CACHED: Final = (__package__.partition(".")[0], "research")
"""Packages whose compiled functions are kept: the distribution's, and the training of the networks in a clone."""
"""Package whose functions need no folder of their own: the cache is named by its sources."""

_SAME: Final = "same text"
"""Stand-in for a file's time and size in Numba's cache."""


def njit(function: _F) -> _F:
    """Compile a function of the kernel: cached, without Python's lock while it runs, and once for all integers.

    Numba would compile it again for every width of an integer argument and for every constant; here all are widened
    first, which saves 5 s of 18. Functions that only compiled code calls, as the kernel's with a leading underscore,
    get no Python entry point, and are optimized and translated only where they are called (`ingredients`).
    """
    compiled: Any = _numba_njit(**_OPTIONS)(function)
    package = function.__module__.rpartition(".")[0]
    if package.partition(".")[0] in _CACHED:
        with suppress(ImportError, AttributeError, TypeError):  # Numba's own files do, too
            _keep_anywhere(compiled, _folder(package))
    compile_for = compiled.compile
    private = function.__name__.startswith("_") and function.__module__.startswith(f"{_KERNEL}.")

    def compile_widened(kinds: Iterable[Any]) -> object:
        widened = tuple(_widen(kind) for kind in kinds)
        inner = private or _is_inner(widened)
        compiled.targetoptions.update(no_cpython_wrapper=inner, no_cfunc_wrapper=inner)
        return compile_for(widened)

    compiled.compile = compile_widened
    return cast("_F", compiled)


@functools.cache
def _folder(package: str) -> str:
    """Return the folder of the cache for the functions of `package`."""
    return str(CACHE if package == _KERNEL or package.startswith(f"{_KERNEL}.") else folder_of(package))


def _keep_anywhere(compiled: Any, folder: str) -> None:  # noqa: ANN401
    """Make the cache of a function independent of the path and time of its file.

    Numba would compare the folder and time of the file; the cache's own folder already guarantees the same text.
    Nothing is changed unless all parts are as expected.
    """
    from numba.core.caching import IndexDataCacheFile  # noqa: PLC0415  # may fail, as what follows: it is not public

    cache = compiled._cache  # noqa: SLF001
    file = IndexDataCacheFile(folder, cache._impl.filename_base, _SAME)  # type: ignore[no-untyped-call]  # noqa: SLF001
    if not (hasattr(cache, "_cache_path") and hasattr(cache, "_cache_file")):
        raise AttributeError
    cache._cache_path, cache._cache_file = folder, file  # noqa: SLF001


def _widen(kind: Any) -> Any:  # noqa: ANN401  # a type of Numba's
    kind = types.unliteral(kind)  # type: ignore[no-untyped-call]  # Numba has no annotations here
    return types.int64 if isinstance(kind, types.Integer) and kind != types.uint64 else kind


def _is_inner(kinds: tuple[Any, ...]) -> bool:
    """Return whether Python never calls a function with such arguments: it gives arrays and indices, never records."""
    arrays = sum(isinstance(kind, types.Array) for kind in kinds)
    return not arrays or any(isinstance(kind, types.Record) for kind in kinds)
