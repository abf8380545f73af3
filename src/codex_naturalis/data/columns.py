"""Columns: many rows of a table at once, as arrays of numbers with names for them, or as lists."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

__all__ = ["Columns", "Named", "Picked", "Values", "plain_values"]

Numbers: TypeAlias = Any
"""NumPy array of integers."""


class Named(Struct, frozen=True):
    """Column of an array of integers; negative ones are empty."""

    numbers: Numbers
    names: tuple[Any, ...] = ()
    """Meanings of the numbers; none if they stand for themselves."""


class Picked(Struct, frozen=True):
    """Column that repeats a few values: the one at each index."""

    values: Sequence[Any]
    indices: Numbers


Values: TypeAlias = Named | Picked | Sequence[Any]
"""Values of a column."""

Columns: TypeAlias = Mapping[str, Values]
"""Columns of a table by name, in the order of the schema, all of one length."""


def plain_values(values: Values) -> Sequence[Any]:
    """Return the values of a column as Python objects; empty ones are None."""
    if isinstance(values, Picked):
        return [values.values[index] for index in values.indices.tolist()]
    if not isinstance(values, Named):
        return values
    numbers = values.numbers.tolist()
    if values.names:
        return [None if number < 0 else values.names[number] for number in numbers]
    return [None if number < 0 else number for number in numbers]
