"""Weights of the value networks that predict how a game will end, trained by `research.training`."""

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from codex_naturalis.kernel.layout import Array
from codex_naturalis.kernel.value_network import PARTS, VALUE_NETWORK

__all__ = ["WHERE", "value_network"]

WHERE: Final = Path(__file__).with_name("value_network.npz")
"""Path of the weights, an `.npz` file inside the package."""


@cache
def value_network(*, solo: bool) -> Array:
    """Return an array of one value network, for the solo game or for a table."""
    nets = np.zeros(1, VALUE_NETWORK)
    kind = "solo" if solo else "table"
    with np.load(WHERE) as learned:
        for part in PARTS:
            nets[part][0] = learned[f"{kind}_{part}"]
    return nets
