"""Loader of bots in Python files: a class with `choose`, or a function `choose(view, rng)`."""

import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from inspect import isclass
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from codex_naturalis.bots import UnknownBotError
from codex_naturalis.rules import Action
from codex_naturalis.views import View

__all__ = ["FunctionBot", "load_maker"]


def load_maker(path: str, name: str | None) -> Callable[[], Any]:
    """Return the maker of a bot from the file at `path`, that of `name` if there are several.

    Raises `UnknownBotError` if the file has no such bot.
    """
    target = _target(_module(str(Path(path).resolve())), path, name)
    return partial(_make, target, path) if isclass(target) else lambda: FunctionBot(target)


class FunctionBot:
    """Bot of a function `choose(view, rng)`."""

    def __init__(self, choose: Callable[[View, Random], Action | Sequence[Action]]) -> None:
        """Ask `choose`; `choose.previews = False` saves the time to make previews."""
        self.choose = choose
        self.previews: bool = getattr(choose, "previews", True)


def _make(target: Callable[[], object], path: str) -> object:
    try:
        return target()
    except (Exception, SystemExit) as error:
        raise UnknownBotError(f"{path}: {target.__name__}() failed: {error!r}") from error


@cache
def _module(path: str) -> ModuleType:
    """Return the module of a file; files beside it can be imported by their names."""
    name = f"codex_bot_{sha256(path.encode()).hexdigest()[:12]}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UnknownBotError(f"{path} is no Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module
    if (folder := str(Path(path).parent)) not in sys.path:
        sys.path.append(folder)
    try:
        spec.loader.exec_module(module)
    except FileNotFoundError:
        raise UnknownBotError(f"there is no file {path}") from None
    except (Exception, SystemExit) as error:
        raise UnknownBotError(f"{path} cannot be imported: {type(error).__name__}: {error}") from error
    return module


def _target(module: ModuleType, path: str, name: str | None) -> Any:  # noqa: ANN401 - a class or a function of a stranger
    if name is not None:
        if not hasattr(module, name):
            raise UnknownBotError(f"{path} has no {name}")
        return getattr(module, name)
    if callable(choose := getattr(module, "choose", None)):
        return choose
    found = [each for each in vars(module).values() if _is_bot(each, module)]
    if len(found) != 1:
        names = ", ".join(each.__name__ for each in found)
        problem = (
            f"several bots ({names}): name one as {path}:{found[0].__name__}"
            if found
            else "neither a function `choose` nor a class with such a method"
        )
        raise UnknownBotError(f"{path} has {problem}")
    return found[0]


def _is_bot(each: object, module: ModuleType) -> bool:
    return isclass(each) and each.__module__ == module.__name__ and callable(getattr(each, "choose", None))
