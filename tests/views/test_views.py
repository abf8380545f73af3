"""What a view says about the future comes true, and what it says about the present is so."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from codex_naturalis.catalogue import KINGDOMS, SYMBOLS, Back, CardId, PatternObjective, Side, catalogue
from codex_naturalis.rules import (
    KINGDOM_OF,
    CardPlaced,
    CardTaken,
    Codex,
    GameState,
    ObjectiveScore,
    Phase,
    Place,
    Reason,
    TurnBegan,
    TyborActed,
    apply,
    awaited,
    count_objective,
    lay,
    set_copies,
    tybor_columns,
    why_not,
)
from codex_naturalis.views import ObjectiveChange, Preview, ViewCache, view_of
from tests.golden.notation import HERE, played_until
from tests.rules.test_codex import around
from tests.strategies import Played, games, played_games, viewers_of

_ENDS: Final = {
    kingdom: [cards[0], cards[-1]]
    for kingdom in KINGDOMS
    for cards in [[card for card in KINGDOM_OF if catalogue().back(card).kingdom == kingdom]]
}
"""A resource card and a gold card of each kingdom."""


def payable(state: GameState, seat: int, card: int) -> bool:
    """Return whether the symbols that show pay for the front of `card`."""
    cost = getattr(catalogue().playable(card), "cost", ())
    return all(have >= need for have, need in zip(state.seats[seat].codex.symbols, cost, strict=False))


@given(state=games())
def test_previews_come_true(state: GameState) -> None:
    """Each preview says exactly what applying its placement then does, to the codex and to the rest of the hand."""
    for seat in awaited(state) if state.phase is Phase.PLACE else ():
        view = view_of(state, seat, detailed=True)
        assert [Place(p.card, p.side, p.cell) for p in view.previews] == list(view.legal)
        for preview in view.previews:
            step = apply(state, seat, Place(preview.card, preview.side, preview.cell))
            placed = step.events[0]
            assert isinstance(placed, CardPlaced)
            assert (preview.points, preview.covered) == (placed.points, placed.covered)
            assert (preview.opened, preview.closed) == (placed.opened, placed.closed)
            assert preview.symbols == placed.symbols == step.state.seats[seat].codex.symbols
            lost = [corner.symbol for corner in preview.covered]
            for index, symbol in enumerate(SYMBOLS):
                before = state.seats[seat].codex.symbols[index]
                assert placed.symbols[index] == before + preview.gained[index] - lost.count(symbol)
            rest = [card for card in state.seats[seat].hand if card != preview.card]
            after = step.state
            assert set(preview.playable) == {c for c in rest if payable(after, seat, c) and not payable(state, seat, c)}
            assert set(preview.unplayable) == {
                c for c in rest if payable(state, seat, c) and not payable(after, seat, c)
            }
            _assert_counted(view.seats[seat].progress, after.seats[seat].codex, preview)


def _assert_counted(now: tuple[ObjectiveScore, ...], after: Codex, preview: Preview) -> None:
    """Check that the preview lists exactly the objectives that counting finds changed."""
    counted = [(before, count_objective(after, before.id)) for before in now]
    changed = [
        ObjectiveChange(then.id, then.copies - before.copies, then.points - before.points)
        for before, then in counted
        if then.copies != before.copies
    ]
    assert list(preview.objectives) == changed


@settings(max_examples=10)  # each looks at some hundred positions with the eyes of every seat
@given(played=played_games(to_the_end=True, seats=st.integers(2, 4)))
def test_whoever_waits_is_shown_what_the_own_turn_will_bring(played: Played) -> None:
    """From one's own turn to the next, every view has the same previews as the turn when it comes.

    After the last one, which is known by then, it has none.
    """
    for seat in range(len(played.last.seats)):
        waited: list[tuple[int | None, tuple[Preview, ...]]] = []
        for state in played.states:
            if state.phase not in (Phase.PLACE, Phase.DRAW):
                continue
            seen = view_of(state, seat, detailed=True).previews
            if state.turn != seat:
                waited.append((state.last_round, seen))
            elif state.phase is Phase.PLACE:
                assert all(ahead == seen for _, ahead in waited)
                waited = []
        assert all(not ahead for last, ahead in waited if last == played.last.last_round)


@given(state=games())
def test_blocked_cells_and_unpaid_faces_give_the_reason(state: GameState) -> None:
    """A detailed view lists every cell that a hidden corner closes, and every front that cannot be paid."""
    for seat, own in enumerate(state.seats):
        view = view_of(state, seat, detailed=True)
        cells = {blocked.cell: blocked.refusal for blocked in view.blocked}
        if state.phase is Phase.PLACE and seat == state.turn:
            card = own.hand[0]
            reasons = {cell: why_not(state, seat, card, Side.BACK, cell) for cell in around(own.codex)}
            hidden = {cell: r for cell, r in reasons.items() if r and r.reason is Reason.HIDDEN_CORNER}
            assert cells == hidden
        if own.codex.open:
            assert {face.card for face in view.unpaid} == {c for c in own.hand if not payable(state, seat, c)}
            assert {face.refusal.reason for face in view.unpaid} <= {Reason.COST_NOT_MET}


@given(state=games())
def test_progress_is_what_counting_gives(state: GameState) -> None:
    """Common objectives are counted for everybody, the secret one only for its owner."""
    for viewer in viewers_of(state):
        for seat, shown in enumerate(view_of(state, viewer, detailed=True).seats):
            own = state.seats[seat]
            cards = state.deal.common_objectives if state.phase is not Phase.SIDE else ()
            secret = (own.objective,) if viewer == seat and own.objective else ()
            assert shown.progress == tuple(count_objective(own.codex, card) for card in (*cards, *secret))


@given(state=games())
def test_a_cell_completes_an_objective_if_any_card_of_its_kingdom_does(state: GameState) -> None:
    """Every open cell is listed with a kingdom exactly if each of its cards, face down there, raises the copies."""
    for viewer in viewers_of(state):
        view = view_of(state, viewer, detailed=True)
        if viewer is None or state.phase is Phase.OVER:
            assert view.outlook == ()
            continue
        codex = state.seats[viewer].codex
        assert [each.objective for each in view.outlook] == [score.id for score in view.seats[viewer].progress]
        for each, score in zip(view.outlook, view.seats[viewer].progress, strict=True):
            if not isinstance(catalogue().objective[each.objective], PatternObjective):
                assert each.completions == ()
                continue
            listed = {(completion.cell, completion.kingdom) for completion in each.completions}
            assert len(listed) == len(each.completions)
            for cell, kingdom in product(codex.open, KINGDOMS):
                raised = {
                    count_objective(lay(codex, card, Side.BACK, cell).codex, each.objective).copies > score.copies
                    for card in _ENDS[kingdom]
                }
                assert raised == {(cell, kingdom) in listed}


@given(state=games())
def test_what_a_set_misses_is_what_it_takes(state: GameState) -> None:
    """With the missing symbols there is one set more, and with one of them less there is not."""
    for viewer in viewers_of(state):
        for each in view_of(state, viewer, detailed=True).outlook:
            objective = catalogue().objective[each.objective]
            if isinstance(objective, PatternObjective):
                assert not any(each.missing)
                continue
            assert viewer is not None
            codex = state.seats[viewer].codex
            copies = set_copies(codex.symbols, each.objective)
            assert any(each.missing)
            full = [have + more for have, more in zip(codex.symbols, each.missing, strict=True)]
            assert set_copies(tuple(full), each.objective) == copies + 1
            for index, more in enumerate(each.missing):
                if more:
                    less = tuple(have - (n == index) for n, have in enumerate(full))
                    assert set_copies(less, each.objective) == copies


@given(state=games())
def test_unseen_cards_are_counted_where_they_are(state: GameState) -> None:
    """By their backs: decks exactly, unless the box lacked cards; elsewhere those whose fronts the viewer never saw."""
    decks = (*state.decks.resource, *state.decks.gold)
    missing = set(KINGDOM_OF).difference(_in_the_box(state))
    for viewer in viewers_of(state):
        view = view_of(state, viewer, detailed=True)
        assert len(view.unseen) == len({each.back for each in view.unseen}) == 2 * len(KINGDOMS)
        rows = state.tybor.row if state.tybor else ()
        hands = [card for seat, own in enumerate(state.seats) if seat != viewer for card in own.hand]
        laid = [
            placed.card
            for seat, own in enumerate(state.seats)
            if seat != viewer
            for placed in own.codex.cards.values()
            if placed.card != own.starter and placed.side is Side.BACK
        ]
        hidden = [[card for card in cards if not state.has_seen(card)] for cards in (hands, [*laid, *rows])]
        for each in view.unseen:
            assert each.deck == _count(each.back, (*decks, *missing))
            assert (each.hands, each.laid) == (_count(each.back, hidden[0]), _count(each.back, hidden[1]))


def _in_the_box(state: GameState) -> Iterator[CardId]:
    """Return every resource and gold card that the deal of `state` named."""
    deal = state.deal
    yield from (*deal.decks.resource, *deal.decks.gold, *deal.market.resource, *deal.market.gold)
    for dealt in deal.seats:
        yield from dealt.hand
    yield from deal.tybor or ()


def _count(back: Back, cards: Iterable[CardId]) -> int:
    return sum(catalogue().back(card) == back for card in cards)


@settings(max_examples=20)
@given(played=played_games(to_the_end=True, seats=st.integers(1, 1)))
def test_tybor_does_what_was_foreseen_if_his_columns_stay(played: Played) -> None:
    """If the market is left alone Tybor does exactly what the view said before."""
    for state, step in zip(played.states, played.steps, strict=False):
        seen = view_of(state, 0, detailed=True).tybor
        assert seen is not None
        if state.phase not in (Phase.PLACE, Phase.DRAW):
            assert seen.foreseen == ()
            continue
        assert tuple(acted.column for acted in seen.foreseen) == tybor_columns(state.options, state.round)
        did = tuple(event for event in step.events if isinstance(event, TyborActed))
        if did and not any(isinstance(event, CardTaken) for event in step.events):
            assert seen.foreseen == did[: len(seen.foreseen)]


@given(played=played_games(to_the_end=True))
def test_the_banner_counts_the_turns_that_come(played: Played) -> None:
    """Once the end is set, the turns left of each seat are the turns it then begins, the present one included."""
    for index, state in enumerate(played.states):
        view = view_of(state, None)
        assert (view.ending is None) == (state.last_round is None)
        if view.ending is None or state.phase is Phase.OVER:
            continue
        began = [e.seat for step in played.steps[index:] for e in step.events if isinstance(e, TurnBegan)]
        for seat, shown in enumerate(view.seats):
            still_playing = seat == state.turn and state.phase in (Phase.PLACE, Phase.DRAW)
            most = began.count(seat) + still_playing
            assert shown.turns_left is not None
            assert shown.turns_left >= most
            if not any(own.stuck for own in played.last.seats):
                assert shown.turns_left == most


def test_the_turn_that_closes_the_last_cell_is_one_that_is_left() -> None:
    """R13: the seat still draws in it."""
    state = played_until((HERE / "stuck_alone.txt").read_text("utf-8"), 1)
    last = replace(state, last_round=state.round)
    assert last.seats[0].stuck
    assert view_of(last, 0).seats[0].turns_left == 1


@given(state=games())
def test_a_view_shows_what_lies_on_the_table(state: GameState) -> None:
    """Everybody sees scores, symbols, open cells, backs in hands, deck sizes, the market, and who is awaited."""
    for viewer in viewers_of(state):
        view = view_of(state, viewer)
        assert view.awaited == awaited(state)
        assert view.market == state.market
        assert (view.decks.resource.count, view.decks.gold.count) == (len(state.decks.resource), len(state.decks.gold))
        for shown, own in zip(view.seats, state.seats, strict=True):
            assert (shown.score, shown.symbols, shown.open) == (own.score, own.codex.symbols, tuple(own.codex.open))
            assert [held.back for held in shown.hand] == [catalogue().back(card) for card in own.hand]
            assert [(laid.cell, laid.side) for laid in shown.laid] == [
                (cell, placed.side) for cell, placed in own.codex.cards.items()
            ]
            assert shown.objectives_held == _held(state, own.objective)


def _held(state: GameState, kept: int | None) -> int:
    if state.phase is Phase.SIDE:
        return 0
    return 1 if kept else 2


@given(played=played_games())
@settings(max_examples=10)  # each looks at a whole game with the eyes of every seat, twice
def test_a_cache_changes_no_view(played: Played) -> None:
    """Views made one after the other, for everybody from the same cache, are those made from nothing."""
    cache = ViewCache()
    for state in played.states:
        for viewer in viewers_of(state):
            view = view_of(state, viewer, detailed=True, cache=cache)
            assert view == view_of(state, viewer, detailed=True)
            assert view_of(state, viewer, detailed=True, ahead=False, cache=cache) == replace(view, previews=())


@given(played=played_games())
@settings(max_examples=10)
def test_what_has_not_changed_is_the_same_object(played: Played) -> None:
    """The place of a seat that did nothing is not made again, to whomever it is shown."""
    cache = ViewCache()
    for before, step, (actor, _) in zip(played.states, played.steps, played.actions, strict=False):
        for viewer in viewers_of(before):
            old = view_of(before, viewer, detailed=True, cache=cache)
            new = view_of(step.state, viewer, detailed=True, cache=cache)
            still = [seat for seat in old.seats if seat.seat != actor and seat == new.seats[seat.seat]]
            assert all(seat is new.seats[seat.seat] for seat in still)
