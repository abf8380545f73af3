"""Weights in a file: half precision, compressed, and a digest that says which networks they are."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from codex_naturalis.kernel.layout import Array
from codex_naturalis.kernel.value_network import PARTS

from .games import Rows

__all__ = ["Weights", "digest_of", "pack_weights", "read_weights", "write_weights"]

Weights: TypeAlias = dict[str, NDArray[Any]]
"""Parts of networks by their names, as a file holds them."""


def pack_weights(net: Array, predicted: NDArray[np.float64], rows: Rows) -> Weights:
    """Return the parts of a network as they are stored; `predicted` is its output for rows it has not learned from."""
    parts: Weights = {part: net[part].astype(np.float16) for part in PARTS}
    return {**parts, "unsure": margin_variance(predicted.clip(0), rows)}


def margin_variance(predicted: NDArray[np.float64], rows: Rows) -> NDArray[np.float16]:
    """Return the variance of margins: at once, and for each point still to come."""
    off = predicted - rows["to_come"]
    if rows["tybor"].any():
        wrong, left = off[:, 0] - off[:, 1], predicted.sum(1)
    else:  # rows of the two seats follow each other
        pairs = np.flatnonzero((rows["seat"][:-1] == 0) & (rows["seat"][1:] == 1))
        wrong, left = off[pairs, 0] - off[pairs + 1, 0], predicted[pairs, 0] + predicted[pairs + 1, 0]
    slope = ((left - left.mean()) * wrong**2).mean() / left.var()
    return np.maximum([(wrong**2).mean() - slope * left.mean(), slope], 0.05).astype(np.float16)


def write_weights(where: Path, weights: Weights) -> None:
    """Write all networks into one file."""
    where.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(where, **weights)  # type: ignore[arg-type]  # names of arrays, none is `allow_pickle`


def read_weights(where: Path) -> Weights:
    """Return what a file holds."""
    with np.load(where) as found:
        return dict(found)


def digest_of(weights: Mapping[str, NDArray[Any]]) -> str:
    """Return a digest over all weights, 16 hexadecimal digits: the same for the same networks, however compressed."""
    digest = sha256()
    for name in sorted(weights):
        digest.update(name.encode() + weights[name].tobytes())
    return digest.hexdigest()[:16]
