"""Hints: legal, the best first, the same again, and never from what the player cannot see."""

from random import Random

import pytest

from codex_naturalis.analysis import hint, why
from codex_naturalis.analysis.reasons import Reasons
from codex_naturalis.analysis.turn_evaluation import judge_turns
from codex_naturalis.rules import (
    Action,
    ChooseObjective,
    ChooseSide,
    Draw,
    GameState,
    Phase,
    Place,
    SoloLevel,
    Source,
    apply,
)
from codex_naturalis.views import sample_world, view_of
from tests.analysis.positions import SMALL, last_turn, moment


@pytest.mark.parametrize(("seats", "solo"), [(1, SoloLevel.NORMAL), (2, None), (3, None), (4, None)])
def test_three_turns_with_different_placements(seats: int, solo: SoloLevel | None) -> None:
    """Each is a legal placement and a draw from where something lies; the best comes first, more if all are as good."""
    state, seat = moment(seats, Phase.PLACE, solo=solo)
    turns = hint(view_of(state, seat), "seed", SMALL).turns
    assert len({each.turn[0] for each in turns}) == len(turns) >= 3
    assert len(turns) == max(3, sum(each.as_good for each in turns)) <= 5
    for each in turns:
        place, draw = each.turn
        assert isinstance(place, Place)
        assert isinstance(draw, Draw)
        apply(apply(state, seat, place).state, seat, draw)
        assert each.worth is not None
        assert 0 <= each.worth.win <= 1
        assert each.why is not None
    merits = [each.worth.merit for each in turns if each.worth]
    assert merits == sorted(merits, reverse=True)
    assert turns[0].behind == 0


@pytest.mark.parametrize(
    ("phase", "kind"), [(Phase.SIDE, ChooseSide), (Phase.OBJECTIVE, ChooseObjective), (Phase.DRAW, Draw)]
)
def test_every_decision_has_its_hint(phase: Phase, kind: type) -> None:
    """Sides, objectives and draws are judged, too."""
    state, seat = moment(2, phase, rounds=2)
    turns = hint(view_of(state, seat), "seed", SMALL).turns
    assert 2 <= len(turns) <= 3
    assert all(isinstance(action, kind) for each in turns for action in each.turn)
    assert all(each.why is None for each in turns)


def test_the_same_seed_gives_the_same_hint() -> None:
    """A hint is a function of view, seed and budget."""
    state, seat = moment(2, Phase.PLACE)
    view = view_of(state, seat)
    assert hint(view, "a", SMALL) == hint(view, "a", SMALL)
    assert hint(view, "a", SMALL) != hint(view, "b", SMALL)


def test_a_hint_knows_no_more_than_the_player() -> None:
    """Another game that looks the same to the player gives the same hint."""
    state, seat = moment(3, Phase.PLACE)
    twin = sample_world(view_of(state, seat), Random(5))
    assert twin != state
    assert hint(view_of(twin, seat), "seed", SMALL) == hint(view_of(state, seat), "seed", SMALL)


def test_the_very_last_turn_is_judged_exactly() -> None:
    """Nothing is drawn, and no placement there is would give more in the end; the worst one is behind."""
    state, last = last_turn()
    view = view_of(state, last)
    totals = {action: total_after(state, last, action) for action in view.legal}
    worst = min(totals, key=lambda action: totals[action])
    judgement = judge_turns(view, "seed", SMALL, (worst,))
    assert judgement.asked is not None
    (best,) = judgement.best[0].turn
    assert totals[best] == max(totals.values())
    assert judgement.asked.points == pytest.approx(totals[best] - totals[worst])
    assert judgement.asked.behind > 0


def test_the_last_turn_against_tybor_has_a_draw() -> None:
    """R4: no placement there is would give more in the end, whatever is drawn, and the advice names a draw, too."""
    state, _ = last_turn(SoloLevel.EASY)
    view = view_of(state, 0)
    totals = {action: total_after(apply(state, 0, action).state, 0, Draw(Source.GOLD_DECK)) for action in view.legal}
    best = judge_turns(view, "seed", SMALL).best[0].turn
    assert totals[best[0]] == max(totals.values())
    assert isinstance(best[1], Draw)


def total_after(state: GameState, seat: int, action: Action) -> int:
    """Return the total of `seat` once its last action is done."""
    result = apply(state, seat, action).state.result
    assert result is not None
    return result.totals[seat]


def test_the_best_turn_is_as_good_as_itself() -> None:
    """Asked about the very turn it would advise, it finds nothing worth telling; with the draw then found, nothing."""
    state, seat = moment(2, Phase.PLACE)
    view = view_of(state, seat)
    best = judge_turns(view, "seed", SMALL, (view.legal[0],)).best[0].turn
    judged = judge_turns(view, "seed", SMALL, best)
    assert judged.asked is not None
    assert judged.asked.as_good
    asked = judge_turns(view, "seed", SMALL, judged.best[0].turn).asked
    assert asked is not None
    assert (asked.behind, asked.points, asked.error) == (0, 0, 0)


def test_the_reasons_are_what_the_placement_does() -> None:
    """Points, cells opened and closed, and the gold cards that come nearer or go away."""
    state, seat = moment(2, Phase.PLACE)
    view = view_of(state, seat, detailed=True)
    shared = Reasons(view)
    for preview in view.previews:
        turn = (Place(preview.card, preview.side, preview.cell),)
        reasons = why(view, turn)
        assert reasons is not None
        assert shared.why(turn) == reasons
        assert reasons.points == (preview.points.points if preview.points else 0)
        assert (reasons.opened, reasons.closed) == (len(preview.opened), len(preview.closed))
        payable = {gold.card for gold in reasons.golds if gold.before > 0 and gold.after == 0}
        assert payable == set(preview.playable)
        assert {gold.card for gold in reasons.golds if gold.before == 0 < gold.after} == set(preview.unplayable)
        after = apply(state, seat, Place(preview.card, preview.side, preview.cell)).state
        assert {one.objective: one.points for one in reasons.objectives if one.points} == gains(state, after, seat)


def gains(before: GameState, after: GameState, seat: int) -> dict[int, int]:
    """Return by how much each objective of `seat` gives more, or less, where it does."""
    scores = [view_of(state, seat, detailed=True).seats[seat].progress for state in (before, after)]
    return {new.id: new.points - old.points for old, new in zip(*scores, strict=True) if new.points != old.points}
