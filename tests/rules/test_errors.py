"""Refusals as exceptions: their text is a sentence for programmers."""

import pytest

from codex_naturalis.play import Game
from codex_naturalis.rules import Draw, IllegalAction, Reason, Source, apply, options_of


@pytest.mark.parametrize("reason", Reason)
def test_each_reason_has_a_sentence(reason: Reason) -> None:
    """It begins with the stable code; a fact that is missing is a question mark, no error."""
    sentence = str(IllegalAction(reason))
    assert sentence.startswith(f"{reason.value}: ")
    assert "{" not in sentence


def test_the_sentence_names_the_facts() -> None:
    """What stood in the way is in it."""
    state = Game.from_seed(options_of(2), "S").state
    with pytest.raises(IllegalAction) as refused:
        apply(state, 0, Draw(Source.GOLD_1))
    assert str(refused.value) == "illegal.wrong_phase: the game waits for something else: side"
    refusal = IllegalAction(Reason.COST_NOT_MET, symbol="fungi", need=3, have=1)
    assert str(refusal) == "illegal.cost_not_met: the cost is not met: 3 fungi symbols must be visible, and 1 are"
