"""Variants of a test, such as sizes and languages: `make check` runs one of them, `make deep` the others."""

from typing import Any

import pytest

__all__ = ["representative"]


def representative(chosen: object, *others: object) -> list[Any]:
    """Return the values of a parameter, of which all but the first are marked `deep`; a tuple is one row of values."""
    rows = [each if isinstance(each, tuple) else (each,) for each in others]
    return [chosen, *(pytest.param(*row, marks=pytest.mark.deep) for row in rows)]
