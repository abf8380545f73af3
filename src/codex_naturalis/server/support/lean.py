"""Lean start: keep our libraries from importing modules that we never use (docs/decisions/0010-start-sooner.md).

It affects the whole process, so only our own programs ask for it, in their first line (`cli.main`); importing the
server changes nothing for a program that embeds it.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any, Final

__all__ = ["absent", "put_off", "start_lean"]

_SESSIONS: Final = "sqlalchemy.ext.asyncio"
"""Imports SQLAlchemy's object mapper for its sessions, which we do not use."""


class _LeftOut(ModuleType):
    """Stub module: every name can be imported from it, and is None."""

    def __getattr__(self, name: str) -> None:
        if name.startswith("__"):
            raise AttributeError(name)


def start_lean() -> None:
    """Stub out and defer unused modules in this process; call it before anything imports SQLAlchemy or Litestar."""
    _leave_out_sessions()
    put_off("yaml")  # Litestar's alternative to JSON for OpenAPI


def _leave_out_sessions() -> None:
    """Replace SQLAlchemy's session modules by stubs, unless they are already imported."""
    if _SESSIONS not in sys.modules:
        for name in (f"{_SESSIONS}.scoping", f"{_SESSIONS}.session"):
            sys.modules[name] = _LeftOut(name)


class _PutOff(ModuleType):
    """Lazy module: imported when one of its names is first used."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever it has
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


def put_off(name: str) -> None:
    """Make a module lazy: however early it is imported, it is loaded when one of its names is first used."""
    sys.modules.setdefault(name, _PutOff(name))


@contextmanager
def absent(name: str) -> Iterator[None]:
    """Hide an optional package from libraries imported in the block, unless it is already imported."""
    if name in sys.modules:
        yield
        return
    sys.modules[name] = None  # type: ignore[assignment]  # how Python itself marks a module as missing
    try:
        yield
    finally:
        del sys.modules[name]
