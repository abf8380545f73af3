"""Every rule has its little game; a difference is a change of the rules."""

from pathlib import Path

import pytest

from tests.golden.notation import play_text, texts


@pytest.mark.parametrize("path", texts(), ids=lambda path: path.stem)
def test_little_game(path: Path) -> None:
    """The game goes as its text says, line by line."""
    differences = [f"line {n}: expected {said}, true is {true}" for n, said, true in play_text(path.read_text("utf-8"))]
    assert differences == []
