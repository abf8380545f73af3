"""Our exponential function and logarithm are those of mathematics, and the same bits everywhere."""

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from codex_naturalis.kernel.value_network.exact_math import both_of, exps

Numbers = NDArray[np.float64]

KEPT = (3.7, 0.1, 0.013)
KEPT_EXPS = ["0x1.4394144eeec81p+5", "0x1.1aec7b35a00d4p+0", "0x1.035987a562045p+0"]
KEPT_LOGS = ["0x1.4eeee650ae54fp+0", "-0x1.26bb1bbb55515p+1", "-0x1.15f0883f73977p+2"]


def both(numbers: list[float]) -> tuple[Numbers, Numbers]:
    """Return what the kernel says."""
    exps, logs = np.zeros((2, len(numbers)))
    both_of(np.array(numbers), exps, logs)
    return exps, logs


def test_they_are_right() -> None:
    """They are within some units of the last place of NumPy's, near one and far out."""
    rng = Random(1)
    numbers = [1.0, 0.01, 2.0**0.5, 0.5**0.5, 700.0, 1e-300, *(rng.uniform(1e-9, 40) for _ in range(2000))]
    exps, logs = both(numbers)
    assert exps == pytest.approx(np.exp(numbers), rel=1e-15)
    assert logs == pytest.approx(np.log(numbers), rel=1e-15, abs=1e-15)
    assert np.isfinite(both([1e9])[0]).all()


def test_numpys_way_gives_the_same_bits() -> None:
    """What the analysis computes in Python is what the kernel computes."""
    rng = Random(2)
    numbers = [0.5, 1e-12, 699.9, *(rng.uniform(1e-9, 40) for _ in range(2000))]
    assert exps(np.array(numbers)).tolist() == both(numbers)[0].tolist()
    assert exps(-np.array(numbers)) == pytest.approx(np.exp(-np.array(numbers)), rel=1e-15)


def test_the_bits_are_known() -> None:
    """Kept values, bit for bit: another order of the sums, or fused ones, would change some of them."""
    exps, logs = both(list(KEPT))
    assert [one.hex() for one in exps.tolist()] == KEPT_EXPS
    assert [one.hex() for one in logs.tolist()] == KEPT_LOGS
