"""Lean start: keep our libraries from importing modules that we never use (docs/decisions/0010-start-sooner.md).

It affects the whole process, so only our own programs ask for it, in their first line (`cli.main`); importing the
server changes nothing for a program that embeds it.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
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
    """Replace SQLAlchemy's session modules by stubs when it is imported, unless it already is."""
    if _SESSIONS not in sys.modules:
        sys.meta_path.insert(0, _LeanFinder())


class _LeanFinder(MetaPathFinder):
    """Import hook for the one package that imports the session modules."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Have the package loaded by `_LeanLoader`, once."""
        if fullname != _SESSIONS:
            return None
        sys.meta_path.remove(self)
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _LeanLoader(spec.loader)
        return spec


class _LeanLoader(Loader):
    """Loader of a package with stubs for two of its modules, or of all of it if a release cannot do without them."""

    def __init__(self, whole: Loader) -> None:
        self._whole = whole

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Leave it to the usual loader."""
        return self._whole.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Execute the package, a second time without stubs if that fails."""
        before = set(sys.modules)
        for name in (f"{_SESSIONS}.scoping", f"{_SESSIONS}.session"):
            sys.modules[name] = _LeftOut(name)
        try:
            self._whole.exec_module(module)
        except Exception:  # noqa: BLE001 - whatever comes of using what is left out
            for name in set(sys.modules) - before:
                if name.startswith(f"{_SESSIONS}."):
                    del sys.modules[name]
            self._whole.exec_module(module)


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
