"""How the kernel is compiled: once per machine, into a folder named after everything the result depends on.

Numba checks a cached function against its own file only; a change in another file of the kernel, or in the card facts
frozen into it, would go unnoticed. So the folder's name is a hash over all of them, and an upgrade that leaves them
alone finds its compiled code again. The code is compiled for a generic processor, valid on every machine of the same
kind. All of this must be settled before Numba is imported, therefore only here.
"""

import os
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from platformdirs import user_cache_path

from codex_naturalis.catalogue import loader

__all__ = ["CACHE", "njit"]

_F = TypeVar("_F", bound=Callable[..., Any])


def _fingerprint() -> str:
    """Return a name for the kernel's sources, the card facts, and the compiler."""
    digest = sha256(f"{version('numba')} {version('numpy')}".encode())
    facts = Path(loader.__file__).with_name("cards.toml")
    for file in (*sorted(Path(__file__).parent.glob("*.py")), facts):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


CACHE: Final = (
    Path(os.environ.get("CODEX_KERNEL_CACHE") or user_cache_path("codex-naturalis")) / f"kernel-{_fingerprint()}"
)
"""Where the compiled kernel lies."""

os.environ.setdefault("NUMBA_CPU_NAME", "generic")
os.environ.setdefault("NUMBA_CPU_FEATURES", "")

from numba import config  # noqa: E402  # after its settings
from numba import njit as _numba_njit  # noqa: E402

vars(config)["CACHE_DIR"] = str(CACHE)

njit: Final = cast("Callable[[_F], _F]", partial(_numba_njit, cache=True, nogil=True, error_model="numpy"))
"""Compile a function of the kernel: cached, and without holding Python's lock while it runs."""
