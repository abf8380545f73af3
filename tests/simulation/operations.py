"""What people may do in a story: each operation by name, with the sentence that tells it."""

from collections.abc import Awaitable, Callable
from random import Random
from typing import Final

import msgspec

from .town import Person

__all__ = ["OPERATIONS", "Operation", "operation"]

Deed = Callable[[Person, Random], Awaitable[None]]


class Operation(msgspec.Struct, frozen=True):
    """Something that people do."""

    name: str
    theme: str
    sentence: str
    weight: int
    do: Deed


OPERATIONS: Final[dict[str, Operation]] = {}


def operation(theme: str, sentence: str, weight: int = 2) -> Callable[[Deed], Deed]:
    """Register an operation of a theme; the function's name is its name."""

    def register(deed: Deed) -> Deed:
        name = deed.__name__
        OPERATIONS[name] = Operation(name, theme, sentence, weight, deed)
        return deed

    return register
