"""Public names of a package that are loaded on first use, so that importing the package loads little (PEP 562)."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module

__all__ = ["load_lazily"]


def load_lazily(
    package: str, homes: Mapping[str, str | None]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package, which load each name in `homes` from its module there.

    A name without a module is that of a module itself. `dir` lists the public names, loaded or not, for the completion
    of a shell or notebook. Define both under `if not TYPE_CHECKING`: type checkers, which need imports of these names,
    would take any name for one of the package.
    """
    names = vars(sys.modules[package])

    def load(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home = homes[name]
        module = import_module(f".{home or name}", package)
        names[name] = getattr(module, name) if home else module
        return names[name]

    def list_names() -> list[str]:
        return sorted({*names, *names["__all__"]})

    return load, list_names
