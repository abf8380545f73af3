"""The list of broken rules that the tests are tried on stays in step with the sources."""

import pytest

from tools.mutate import PACKAGE, ROOT, Mutation, mutations


@pytest.mark.parametrize("mutation", mutations(), ids=lambda mutation: mutation.breaks)
def test_a_mutation_finds_what_it_breaks(mutation: Mutation) -> None:
    """What it replaces is there exactly once, and changes."""
    folder = ROOT if mutation.file.startswith("research/") else PACKAGE
    assert (folder / mutation.file).read_text("utf-8").count(mutation.old) == 1
    assert mutation.old != mutation.new
