"""Folder of the compiled kernel: the user's cache, or within the data where that cannot be written.

Machine code is loaded from there, so only its owner may access the data folder.
"""

import os
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from platformdirs import user_cache_path

from codex_naturalis.extras import MissingExtraError
from codex_naturalis.kernel import is_installed

from .log import get_logger
from .private_files import make_own_folder

__all__ = ["can_compile", "choose_kernel_cache"]

_log = get_logger(__name__)
_VARIABLE: Final = "CODEX_KERNEL_CACHE"
"""Names the folder to this process and its children; the kernel reads it when imported."""


def choose_kernel_cache(data: Path) -> None:
    """Compile into a folder of `data` if the user's cache cannot be written: in containers, without a home.

    Call this before importing the kernel. The log reports what is missing for the strongest bots.
    """
    usual, own = _kernel_cache(), data.absolute() / "cache"
    if not is_installed():
        _log.warning("no kernel", cause=str(MissingExtraError("fast", "numba")))
    elif _can_write(usual):
        return
    elif make_own_folder(own) and _can_write(own):
        os.environ[_VARIABLE] = str(own)
        _log.info("kernel cache in the data folder", folder=str(own), instead_of=str(usual), variable=_VARIABLE)
    else:
        _log.warning("no kernel", cause=f"{_VARIABLE} must name a folder that this user can write", folder=str(usual))


def can_compile() -> bool:
    """Return whether the kernel can be compiled: its compiler is installed, and there is a folder for the result."""
    return is_installed() and _can_write(_kernel_cache())


def _kernel_cache() -> Path:
    return Path(os.environ.get(_VARIABLE) or user_cache_path("codex-naturalis"))


def _can_write(folder: Path) -> bool:
    """Return whether files can be made in `folder`, which is made if missing."""
    if folder.parts[:1] == ("~",):
        return False  # the user has no home
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True
