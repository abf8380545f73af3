"""The networks that guess how a game will end, as `benchmarks/learn_foresight.py` has trained them."""

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from codex_naturalis.kernel.foresight import FORESIGHT
from codex_naturalis.kernel.layout import Array

__all__ = ["WHERE", "foresight"]

WHERE: Final = Path(__file__).with_name("foresight.npz")
"""Where the weights lie."""


@cache
def foresight(*, solo: bool) -> Array:
    """Return an array of one network, for the solo game or for a table."""
    nets = np.zeros(1, FORESIGHT)
    kind = "solo" if solo else "table"
    with np.load(WHERE) as learned:
        for part in ("first", "first_bias", "second", "second_bias", "unsure"):
            nets[part][0] = learned[f"{kind}_{part}"]
    return nets
