"""Bots in Python files: a class with `choose`, or a function `choose(view, rng)`."""

import sys
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from inspect import isclass
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, cast

from codex_naturalis.bots import Preparing, UnknownBotError
from codex_naturalis.rules import Action
from codex_naturalis.views import View

from .rest import RestOfTurn

__all__ = ["FileBot", "file_bot"]

_Choose = Callable[[View, Random], Action | Sequence[Action]]


class FileBot:
    """A bot of a Python file. It may answer with one action, or with a placement and the draw that follows it."""

    def __init__(self, choose: _Choose, target: object) -> None:
        """Ask `choose`, which belongs to `target`."""
        self._choose: _Choose = choose
        self._target = target
        self._rest = RestOfTurn()
        self.previews: bool = getattr(target, "previews", True)
        """Whether it wants previews: `previews = False` in its class saves the time to make them."""

    def prepare(self, tell: Callable[[float], None]) -> None:
        """Warm it up, if it can be."""
        if isinstance(self._target, Preparing):
            self._target.prepare(tell)

    def choose(self, view: View, rng: Random) -> Action:
        """Return the bot's action."""
        if kept := self._rest.take(view):
            return kept
        answer = self._choose(view, rng)
        if not isinstance(answer, (tuple, list)):
            return cast("Action", answer)  # `ask` looks at what it really is
        first: Action
        first, *rest = answer
        self._rest.keep(rest)
        return first


def file_bot(path: str, name: str | None) -> FileBot:
    """Return a new bot from the file at `path`, the one of `name` if there are several; raise `UnknownBotError`."""
    module = _module(str(Path(path).resolve()))
    target = _target(module, path, name)
    try:
        made: Any = target() if isclass(target) else target
    except Exception as error:
        raise UnknownBotError(f"{path}: {target.__name__}() failed: {error!r}") from error
    return FileBot(made.choose if isclass(target) else made, made)


@cache
def _module(path: str) -> ModuleType:
    """Return the module of a file, run once in each process; files beside it can be imported by their names."""
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
    except Exception as error:
        raise UnknownBotError(f"{path} cannot be imported: {error!r}") from error
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
        told = f"several bots ({names}): name one as {path}:{found[0].__name__}" if found else "no class with `choose`"
        raise UnknownBotError(f"{path} has {told}")
    return found[0]


def _is_bot(each: object, module: ModuleType) -> bool:
    return isclass(each) and each.__module__ == module.__name__ and callable(getattr(each, "choose", None))
