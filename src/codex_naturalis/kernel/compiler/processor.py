"""Kind of processor that the kernel is compiled for: one with AVX2 where it has it, else any of its architecture.

Eight numbers at once instead of four make the value network quicker (by a tenth, measured in a whole search). Sums keep
their order and nothing is fused, so that both kinds compute the same numbers.
"""

import os
import platform
from contextlib import suppress
from typing import Final

__all__ = ["PROCESSOR"]

_PLAIN: Final = "generic"
_WIDE: Final = "x86-64-v3"
"""Names that LLVM knows."""

_NEEDED: Final = ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave")
"""Features of `_WIDE` beyond those of older processors, as LLVM calls them."""


def _best() -> str:
    """Return `_WIDE` if this processor has all it needs, else `_PLAIN`; also where the compiler cannot be asked."""
    if platform.machine().lower() not in {"x86_64", "amd64"}:
        return _PLAIN
    with suppress(ImportError, RuntimeError):
        from llvmlite import binding  # type: ignore[import-untyped]  # noqa: PLC0415  # may fail

        has = binding.get_host_cpu_features()
        return _WIDE if all(has.get(feature) for feature in _NEEDED) else _PLAIN
    return _PLAIN


PROCESSOR: Final = os.environ.get("NUMBA_CPU_NAME") or _best()
"""Kind of processor; Numba's own variable comes first."""
