"""Dependencies: which extra of the package installs which module, and what to type if one is missing.

`pip install codex-naturalis` brings the engine alone. Other modules are imported on first use; a missing one raises
`MissingExtraError`, whose text is the command that installs it.

A few libraries are used beyond their public interface. If an installed release lacks inner parts that nothing can
replace, importing what needs them raises `UnfitLibraryError`, whose text is the command that installs one that has
them.
"""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import requires, version
from importlib.util import find_spec
from typing import Final

__all__ = [
    "EXTRAS",
    "MissingExtraError",
    "UnfitLibraryError",
    "has",
    "inner_parts",
    "missing_extra",
    "remedy",
    "require",
    "require_parts",
]

EXTRAS: Final = {
    "server": (
        "aiosmtplib",
        "aiosqlite",
        "alembic",
        "argon2",
        "httptools",
        "icalendar",
        "itsdangerous",
        "litestar",
        "platformdirs",
        "prometheus_client",
        "resvg_py",
        "rustworkx",
        "segno",
        "sqlalchemy",
        "structlog",
        "uvicorn",
        "websockets",
    ),
    "tournaments": ("rustworkx",),
    "fast": ("numba", "numpy", "platformdirs"),
    "client": ("websockets",),
    "data": ("pyarrow",),
    "rl": ("gymnasium", "numba", "numpy", "pettingzoo", "platformdirs"),
    "terminal": ("rich", "textual"),
    "push": ("cryptography",),
    "offline": ("codex_naturalis_browser",),
    "postgres": ("asyncpg",),
    "nats": ("nats",),
    "ray": ("ray",),
}
"""Modules that each extra of `pyproject.toml` installs, and that its features cannot do without."""

_INTEL_MAC: Final = "Macs with an Intel processor"
_NO_WHEELS: Final = {"numba": (_INTEL_MAC, "musl"), "cryptography": (_INTEL_MAC,)}
"""Kinds of machines for which there is no wheel of a module; its extra brings none there."""


class MissingExtraError(ModuleNotFoundError):
    """A module of an extra is not installed; says what to type."""

    def __init__(self, extra: str, module: str) -> None:
        """Remember the `extra` to install and the `module` that is missing."""
        super().__init__(f"this needs more than is installed (no {module}); {remedy(extra, module)}")
        self.name: str = module
        self.extra: str = extra

    def __reduce__(self) -> tuple[type["MissingExtraError"], tuple[str, str]]:
        """Let a worker process send it (`pickle`)."""
        return type(self), (self.extra, self.name or "")


def remedy(extra: str, module: str) -> str:
    """Return the command for a missing `module` of `extra`, or why nothing installs it on this machine."""
    kind = _kind_of_machine()
    if kind in _NO_WHEELS.get(module, ()):
        return f"there is none for {kind}"
    return f'type: pip install "codex-naturalis[{extra}]"'


def _kind_of_machine() -> str | None:
    """Return the kind of this machine, if it is one for which wheels are missing."""
    if sys.platform == "darwin" and os.uname().machine == "x86_64":
        return _INTEL_MAC
    return "musl" if any("-musl" in suffix for suffix in EXTENSION_SUFFIXES) else None


def missing_module(extra: str) -> str | None:
    """Return the first module of `extra` that is not installed, or None if all are."""
    return next((module for module in EXTRAS[extra] if find_spec(module) is None), None)


def has(extra: str) -> bool:
    """Return whether all modules of `extra` are installed; a few file lookups."""
    return missing_module(extra) is None


def require(extra: str, *, advise: str | None = None) -> None:
    """Raise `MissingExtraError` unless `extra` is installed whole; `advise` another extra that includes it."""
    module = missing_module(extra)
    if module is not None:
        raise MissingExtraError(advise or extra, module)


def missing_extra(error: ModuleNotFoundError) -> MissingExtraError | None:
    """Return the message for a failed import, or None if none of our extras installs the module."""
    if isinstance(error, MissingExtraError):
        return error
    module = (error.name or "").partition(".")[0]
    extra = next((name for name, modules in EXTRAS.items() if module in modules), None)
    return None if extra is None or find_spec(module) is not None else MissingExtraError(extra, module)


class UnfitLibraryError(ImportError):
    """The installed release of a library lacks the inner parts that we use; says what to type."""

    def __init__(self, library: str, lacks: str) -> None:
        """Remember the `library`, and say what it `lacks`."""
        known = f"{library} {version(library)} is not one that this works with (it has no {lacks})"
        super().__init__(f'{known}; type: pip install "{library}{_bounds(library)}"', name=library)
        self._made_of = library, lacks

    def __reduce__(self) -> tuple[type["UnfitLibraryError"], tuple[str, str]]:
        """Let a worker process send it (`pickle`)."""
        return type(self), self._made_of


@contextmanager
def inner_parts(library: str) -> Iterator[None]:
    """Raise `UnfitLibraryError` instead of `ImportError` for imports inside a library."""
    try:
        yield
    except ImportError as error:
        if find_spec(library) is None:
            raise
        raise UnfitLibraryError(library, str(error.name)) from error


def require_parts(library: str, owner: type, *names: str) -> None:
    """Raise `UnfitLibraryError` unless a class has all these attributes, or its constructor sets them."""
    known = {*dir(owner), *owner.__init__.__code__.co_names}  # type: ignore[misc]  # of a class, not of an object
    lacks = [f"{owner.__name__}.{name}" for name in names if name not in known]
    if lacks:
        raise UnfitLibraryError(library, ", ".join(lacks))


def _bounds(library: str) -> str:
    """Return the versions of a library that our metadata admits, as pip reads them."""
    found = (re.match(rf"{library}(?:\[\w+\])?([<>=!~][^;]*)", line) for line in requires("codex-naturalis") or ())
    return next((match[1].strip() for match in found if match), "")
