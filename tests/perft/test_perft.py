"""Perft: how many sequences of legal actions there are. One missing or needless action changes the number."""

import pytest

from codex_naturalis.cli.perft import count_sequences
from tools.conformance import perft_rows, perft_state


@pytest.mark.parametrize("row", perft_rows(), ids=lambda row: " ".join(row[:3]))
def test_counts_are_as_recorded(row: list[str]) -> None:
    """From seeded deals, and from the middle and the end of whole games."""
    kind, what, which, *counts = row
    state = perft_state(kind, what, which)
    assert [count_sequences(state, depth) for depth in range(1, len(counts) + 1)] == list(map(int, counts))


def test_choices_at_the_same_time_count_in_every_order() -> None:
    """Two seats with two choices each: four first actions, then two: eight sequences."""
    assert [count_sequences(perft_state("deal", "2", "any"), depth) for depth in range(5)] == [1, 4, 8, 32, 64]
