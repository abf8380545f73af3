"""Every exception of the package survives a process pool: it pickles and copies with all that it says."""

import copy
import inspect
import pickle
import pkgutil
import typing
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from enum import Enum
from importlib import import_module
from multiprocessing import get_context
from types import ModuleType
from typing import Any

import pytest

import codex_naturalis
from codex_naturalis.record import seeded_deal
from codex_naturalis.rules import Draw, IllegalAction, Source, apply, begin, options_of

FACTS = {"card": 7, "cell": (1, -1)}


def modules() -> Iterator[ModuleType]:
    """Yield the modules of the package, without those whose optional library is not installed."""
    for found in pkgutil.walk_packages(codex_naturalis.__path__, "codex_naturalis."):
        if ".migrations." not in found.name and not found.name.endswith("__main__"):
            try:
                yield import_module(found.name)
            except ModuleNotFoundError as error:
                if str(error.name).startswith("codex_naturalis"):
                    raise


def exceptions() -> list[type[BaseException]]:
    """Return the exceptions that modules define, but those that never leave theirs."""
    found = {
        kind
        for module in modules()
        for name, kind in vars(module).items()
        if inspect.isclass(kind) and issubclass(kind, BaseException) and not name.startswith("_")
        if kind.__module__.startswith("codex_naturalis")
    }
    return sorted(found, key=lambda kind: (kind.__module__, kind.__qualname__))


EXCEPTIONS = exceptions()


def sample(kind: object) -> object:
    """Return a value of a parameter's type."""
    if inspect.isclass(kind) and issubclass(kind, Enum):
        return list(kind)[-1]
    plain: dict[object, object] = {str: "some text", int: 12, bool: True, float: 1.5}
    if kind in plain:
        return plain[kind]
    parts = typing.get_args(kind)
    if typing.get_origin(kind) is Mapping or any(typing.get_origin(part) is Mapping for part in parts):
        return FACTS
    return sample(next(part for part in parts if part in plain))


def example(kind: type[BaseException]) -> BaseException:
    """Return an exception of this kind, every parameter of which was given."""
    if "__init__" not in {name for base in kind.__mro__ if "codex_naturalis" in base.__module__ for name in vars(base)}:
        return kind("some text")
    given: list[object] = []
    named: dict[str, Any] = {}
    types = typing.get_type_hints(kind.__init__)
    for name, parameter in list(inspect.signature(kind).parameters.items()):
        if parameter.kind is parameter.VAR_KEYWORD:
            named |= FACTS
        elif parameter.kind is parameter.KEYWORD_ONLY:
            named[name] = sample(types[name])
        else:
            given.append("msgspec" if name == "library" else sample(types[name]))
    return kind(*given, **named)


@pytest.mark.parametrize("kind", EXCEPTIONS, ids=lambda kind: kind.__name__)
def test_an_exception_comes_back_whole(kind: type[BaseException]) -> None:
    """Type, sentence, arguments and attributes are what they were."""
    error = example(kind)
    for back in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):  # noqa: S301 - our own
        assert type(back) is kind
        assert (str(back), back.args, vars(back)) == (str(error), error.args, vars(error))


def test_all_of_them_are_tried() -> None:
    """Exceptions of every layer are among those that are tried."""
    assert len(EXCEPTIONS) > 30
    assert {kind.__module__.split(".")[1] for kind in EXCEPTIONS} >= {"rules", "record", "client", "server", "play"}


def _play_wrongly(seed: str) -> None:
    options = options_of(2)
    apply(begin(options, seeded_deal(options, seed)), 0, Draw(Source.GOLD_1))


def test_a_pool_hands_on_why_an_action_is_illegal() -> None:
    """The reason and its facts reach the process that asked, and the pool goes on."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        for _ in range(2):
            with pytest.raises(IllegalAction) as caught:
                pool.submit(_play_wrongly, "pool").result()
            assert caught.value.reason == "illegal.wrong_phase"
            assert caught.value.facts == caught.value.refusal.facts == {"phase": "side"}
