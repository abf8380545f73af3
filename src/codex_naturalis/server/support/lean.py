"""Start sooner: leave out what our libraries would load and we never use (docs/decisions/0010-start-sooner.md).

It holds for a whole process, so only a program of ours asks for it, in its first line (`cli.main`); importing the
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
"""Brings SQLAlchemy's object mapper for its sessions; we speak to the database without."""


class _LeftOut(ModuleType):
    """In the place of a module: its names can be imported, and are nothing."""

    def __getattr__(self, name: str) -> None:
        if name.startswith("__"):
            raise AttributeError(name)


def start_lean() -> None:
    """Let this process load only what a server uses; call it before anything imports SQLAlchemy or Litestar."""
    _leave_out_sessions()
    put_off("yaml")  # in which Litestar could describe our interface; we do in JSON


def _leave_out_sessions() -> None:
    """Let SQLAlchemy be loaded without its object mapper, unless somebody loaded it already."""
    if _SESSIONS not in sys.modules:
        for name in (f"{_SESSIONS}.scoping", f"{_SESSIONS}.session"):
            sys.modules[name] = _LeftOut(name)


class _PutOff(ModuleType):
    """In the place of a module until something of it is used."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever it has
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


def put_off(name: str) -> None:
    """Let a module be loaded when something of it is first used, however early it is imported."""
    sys.modules.setdefault(name, _PutOff(name))


@contextmanager
def absent(name: str) -> Iterator[None]:
    """Let a package that is optional to others look as if it were not installed, unless somebody loaded it already."""
    if name in sys.modules:
        yield
        return
    sys.modules[name] = None  # type: ignore[assignment]  # how Python itself says "there is none"
    try:
        yield
    finally:
        del sys.modules[name]
