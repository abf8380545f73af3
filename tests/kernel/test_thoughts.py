"""The compiled players think of kept moments what they always did (`thoughts.py` renews what is kept)."""

import json

import pytest

from tests.kernel.thoughts import KEPT, MOMENTS, thought_of

LISTED = json.loads(KEPT.read_text("utf-8"))


@pytest.mark.parametrize(("moment", "kept"), list(zip(MOMENTS, LISTED, strict=True)))
def test_kept_moments_are_thought_of_as_before(moment: tuple[int, int], kept: dict[str, object]) -> None:
    """Facts the network is shown and its guess, what the cheap player lays by fixed chance, what a search finds."""
    now = json.loads(json.dumps(thought_of(*moment)))
    for about in ("guess", "result"):
        assert now.pop(about) == pytest.approx(kept[about], abs=0.01)
    assert now == {about: kept[about] for about in now}
