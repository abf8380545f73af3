"""Start sooner: leave out what our libraries would load and we never use (docs/decisions/0010-start-sooner.md)."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Final

__all__ = ["load_lean"]

_SESSIONS: Final = "sqlalchemy.ext.asyncio"
"""Brings SQLAlchemy's object mapper for its sessions; we speak to the database without."""


class _LeftOut(ModuleType):
    """In the place of a module: its names can be imported, and are nothing."""

    def __getattr__(self, name: str) -> None:
        if name.startswith("__"):
            raise AttributeError(name)


@contextmanager
def _absent(name: str) -> Iterator[None]:
    """Let a package that is optional to others look as if it were not installed."""
    if name in sys.modules:
        yield
        return
    sys.modules[name] = None  # type: ignore[assignment]  # how Python itself says "there is none"
    try:
        yield
    finally:
        del sys.modules[name]


def load_lean() -> None:
    """Load SQLAlchemy without its object mapper, and structlog without rich, unless somebody loaded them already."""
    if _SESSIONS not in sys.modules:
        for name in (f"{_SESSIONS}.scoping", f"{_SESSIONS}.session"):
            sys.modules[name] = _LeftOut(name)
    with _absent("rich"):
        import structlog  # noqa: F401, PLC0415 - it colours its lines with rich where it finds it
