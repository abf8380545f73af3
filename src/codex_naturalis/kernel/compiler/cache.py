"""Cache of the compiled kernel: a folder named by a hash over everything the result depends on.

Numba checks a cached function against its own file only; a change in another file of the kernel, or in the numbers of
the cards and the rules frozen into it, would go unnoticed. So the folder's name is a hash over all of them, and an
upgrade that leaves them alone finds its compiled code again.
"""

import os
from contextlib import suppress
from enum import StrEnum
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Final

from platformdirs import user_cache_path

from codex_naturalis.catalogue import loader
from codex_naturalis.rules import END_POINTS, HOUSE_RULES, EndCause, SoloLevel

from .processor import PROCESSOR

__all__ = ["CACHE", "compiled_in", "folder_of", "is_compiled", "mark_compiled"]

_NUMBERED: Final[dict[str, type[StrEnum]]] = {**HOUSE_RULES, "end": EndCause, "solo": SoloLevel}
"""Enumerations whose members the kernel knows by their number."""


def _digest() -> str:
    """Hash of the kernel's sources, facts of cards and rules, the compiler and the processor: 16 hexadecimal digits."""
    digest = sha256(f"{version('numba')} {version('numpy')} {PROCESSOR} {END_POINTS}".encode())
    for name, members in _NUMBERED.items():
        digest.update(" ".join((name, *members)).encode() + b"\0")
    facts = Path(loader.__file__).with_name("cards.toml")
    kernel = Path(__file__).parents[1]
    for file in sorted(kernel.rglob("*.py")):
        digest.update(file.relative_to(kernel).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    digest.update(facts.read_bytes())
    return digest.hexdigest()[:16]


CACHE: Final = Path(os.environ.get("CODEX_KERNEL_CACHE") or user_cache_path("codex-naturalis")) / f"kernel-{_digest()}"
"""Folder of the compiled kernel."""


def _copy_shipped(shipped: Path) -> None:
    """Copy the kernel that `shipped` has for this processor, whole or not at all, unless there is one already."""
    if CACHE.exists() or not (shipped / CACHE.name).is_dir():
        return
    with suppress(OSError):  # then it is compiled
        CACHE.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=CACHE.parent) as folder:
            copytree(shipped / CACHE.name, Path(folder, CACHE.name)).rename(CACHE)


if os.environ.get("CODEX_KERNEL_SHIPPED"):
    _copy_shipped(Path(os.environ["CODEX_KERNEL_SHIPPED"]))

_MARK: Final = CACHE / "compiled"
_SEARCH_MARK: Final = CACHE / "search-compiled"


def folder_of(package: str) -> Path:
    """Make and return the folder for compiled functions of another package, named by a hash over its sources, too."""
    origin = find_spec(package)
    assert origin is not None
    assert origin.origin is not None
    digest = sha256()
    for file in sorted(Path(origin.origin).parent.glob("*.py")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    folder = CACHE / f"{package.rpartition('.')[2]}-{digest.hexdigest()[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def is_compiled(*, rollouts: bool = True) -> bool:
    """Return whether this machine has compiled this very version of the kernel; a file lookup or two.

    Without `rollouts`, what a search needs that does not roll out is enough.
    """
    return _MARK.exists() or (not rollouts and _SEARCH_MARK.exists())


def compiled_in() -> float:
    """Return the number of seconds that compiling took."""
    return float(_MARK.read_text())


def mark_compiled(seconds: float, *, rollouts: bool = True) -> None:
    """Write the mark that everything was compiled, or all but `rollouts`, with the seconds it took the first time."""
    if not is_compiled(rollouts=rollouts):
        CACHE.mkdir(parents=True, exist_ok=True)
        (_MARK if rollouts else _SEARCH_MARK).write_text(f"{seconds:.3f}")
