"""The table before the first turn, as the books lay it out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex_naturalis.catalogue import KINGDOMS, Corner, Side, catalogue
from codex_naturalis.rules import (
    ChooseObjective,
    ChooseSide,
    Column,
    GameState,
    Phase,
    SeededShuffler,
    SoloLevel,
    TyborActed,
    apply,
    awaited,
    begin_codex,
    deal,
    legal_actions,
    options_of,
)
from codex_naturalis.views import view_of

BOX = catalogue()
TABLES = [*((seats, None) for seats in (2, 3, 4)), *((1, level) for level in SoloLevel)]
SEEDS = st.text("abc", max_size=4)


def dealt(seats: int, level: SoloLevel | None, seed: str) -> GameState:
    """Return a table as it is dealt from a seed."""
    return deal(BOX, options_of(seats, solo=level), SeededShuffler(seed))


def chosen(state: GameState) -> GameState:
    """Return the same table after everybody has shown the back and kept the second objective."""
    while state.phase in (Phase.SIDE, Phase.OBJECTIVE):
        seat = awaited(state)[0]
        offered = state.deal.seats[seat].objectives
        choice = ChooseSide(Side.BACK) if state.phase is Phase.SIDE else ChooseObjective(offered[1])
        state = apply(state, seat, choice).state
    return state


@pytest.mark.parametrize(("seats", "level"), TABLES)
@given(seed=SEEDS)
def test_the_table_is_laid_out_as_in_the_books(seats: int, level: SoloLevel | None, seed: str) -> None:
    """R16: two cards of each kind face up, two and one in each hand, two objectives for all, everybody at 0 points."""
    state = chosen(dealt(seats, level, seed))
    assert set(state.market.resource) <= set(BOX.resource)
    assert set(state.market.gold) <= set(BOX.gold)
    assert len(set(state.deal.common_objectives)) == 2
    for own in state.seats:
        assert [card in BOX.resource for card in own.hand] == [True, True, False]
        assert own.hand[2] in BOX.gold
        assert own.score == 0
    row = len(state.tybor.row) if state.tybor else 0
    assert (len(state.decks.resource), len(state.decks.gold)) == (40 - 2 - 2 * seats - row, 40 - 2 - seats)
    assert (state.phase, state.turn, state.round) == (Phase.PLACE, 0, 1)


@pytest.mark.parametrize(("seats", "level"), TABLES)
@given(seed=SEEDS)
def test_the_objective_not_kept_goes_under_the_deck(seats: int, level: SoloLevel | None, seed: str) -> None:
    """R16: each seat keeps one of its two, and the other lies at the bottom of the deck, in the order of choosing."""
    before = dealt(seats, level, seed)
    after = chosen(before)
    offered = [own.objectives for own in before.deal.seats]
    assert [own.objective for own in after.seats] == [second for _, second in offered]
    assert after.decks.objective == (*before.deal.decks.objective, *(first for first, _ in offered))


@pytest.mark.parametrize(
    ("level", "cards", "points"), [("first", 0, 0), ("gentle", 0, 0), ("easy", 2, 0), ("normal", 4, 0), ("hard", 4, 4)]
)
@given(seed=SEEDS)
def test_the_level_is_what_tybor_begins_with(level: str, cards: int, points: int, seed: str) -> None:
    """S1-S3: a resource card of each kingdom, on easy of two different ones, on ours none; 0 points, on hard 4."""
    tybor = dealt(1, SoloLevel(level), seed).tybor
    assert tybor
    kingdoms = [BOX.resource[card].kingdom for card in tybor.row]
    assert len(kingdoms) == len(set(kingdoms)) == cards
    assert [kingdom for kingdom in KINGDOMS if kingdom in kingdoms] == kingdoms
    assert tybor.score == points


@given(level=st.sampled_from(SoloLevel), seed=SEEDS)
def test_in_a_first_game_tybor_begins_with_one_column(level: SoloLevel, seed: str) -> None:
    """S16: in his first turn, at `first` alone, he deals with the left column; what a view foresees is what he does."""
    state, first = chosen(dealt(1, level, seed)), True
    for _ in range(4):
        seen = view_of(state, 0, detailed=True).tybor
        step = apply(state, 0, legal_actions(state, 0)[0])
        if turn := [event for event in step.events if isinstance(event, TyborActed)]:
            both = not (first and level is SoloLevel.FIRST)
            assert [event.column for event in turn] == [Column.LEFT, Column.RIGHT][: 1 + both]
            assert seen
            assert [each.column for each in seen.foreseen] == [event.column for event in turn]
            first = False
        state = step.state
    assert not first


def test_two_starter_backs_have_hidden_corners() -> None:
    """Of the starter cards only the backs of 85 and 86 have hidden corners, two each, and nothing can lie there."""
    hidden = {
        (card.id, side): card.face(side).corners.count(Corner.HIDDEN)
        for card in BOX.starter.values()
        for side in Side
        if Corner.HIDDEN in card.face(side).corners
    }
    assert hidden == {(85, Side.BACK): 2, (86, Side.BACK): 2}
    for starter, side in hidden:
        assert begin_codex(starter, side).open.keys() == {(-1, 1), (1, 1)}
