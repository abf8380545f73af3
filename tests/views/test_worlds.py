"""Determinization: sampled worlds fit the view, and each that fits is as likely as any other."""

from collections import Counter
from collections.abc import Iterator
from itertools import count, permutations
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from codex_naturalis.catalogue import CardId, Deck, Side, catalogue
from codex_naturalis.rules import (
    ChooseObjective,
    ChooseSide,
    Draw,
    GameState,
    Phase,
    Place,
    PlacedCard,
    SeededShuffler,
    SoloLevel,
    TyborActed,
    TyborOutcome,
    apply,
    awaited,
    begin,
    deal,
    draw_deal,
    legal_actions,
    options_of,
)
from codex_naturalis.views import sample_world, unseen_cards, view_of
from codex_naturalis.views.worlds import _shuffle
from tests.strategies import Played, played_games, viewers_of


@settings(max_examples=60, deadline=None)
@given(played=played_games(), data=st.data())
def test_an_imagined_world_looks_like_the_real_one(played: Played, data: st.DataObject) -> None:
    """In every phase, for every viewer, with all details: the view of a sampled world is the view."""
    state = data.draw(st.sampled_from(played.states))
    viewer = data.draw(st.sampled_from(viewers_of(state)))
    view = view_of(state, viewer)
    world = sample_world(view, Random(data.draw(st.integers())))
    assert view_of(world, viewer) == view
    assert view_of(world, viewer, detailed=True) == view_of(state, viewer, detailed=True)


def test_chance_draws_as_the_standard_library_does() -> None:
    """Data sets are made again from their seeds: shuffling draws what `random.Random.sample` draws."""
    for cards in (range(n) for n in range(41)):
        ours, theirs = Random(f"{cards}"), Random(f"{cards}")
        assert _shuffle(cards, ours) == theirs.sample(cards, len(cards))
        assert ours.getstate() == theirs.getstate()


@settings(max_examples=60, deadline=None)
@given(played=played_games(), data=st.data())
def test_an_imagined_world_is_one_box(played: Played, data: st.DataObject) -> None:
    """No card occurs twice in a sampled world, and what is in it could be in the real one."""
    state = data.draw(st.sampled_from(played.states))
    view = view_of(state, data.draw(st.sampled_from(viewers_of(state))))
    cards = list(everything(sample_world(view, Random(data.draw(st.integers())))))
    assert len(cards) == len(set(cards)) == len(list(everything(state)))


@settings(max_examples=40, deadline=None)
@given(played=played_games(), data=st.data())
def test_an_imagined_world_plays_on(played: Played, data: st.DataObject) -> None:
    """A sampled world is a whole game: it can be played to its end."""
    state = data.draw(st.sampled_from(played.states))
    rng = Random(data.draw(st.integers()))
    world = sample_world(view_of(state, data.draw(st.sampled_from(viewers_of(state)))), rng)
    while waiting := awaited(world):
        world = apply(world, waiting[0], rng.choice(legal_actions(world, waiting[0]))).state
    assert world.result is not None


def everything(state: GameState) -> Iterator[CardId]:
    """Yield every card in `state` but starters."""
    for own, dealt in zip(state.seats, state.deal.seats, strict=True):
        yield from own.hand
        yield from (placed.card for placed in own.codex.cards.values() if placed.card not in catalogue().starter)
        if state.phase is not Phase.SIDE:
            yield from (dealt.objectives if own.objective is None else (own.objective,))
    yield from (card for card in (*state.market.resource, *state.market.gold) if card)
    yield from (*state.decks.resource, *state.decks.gold, *state.decks.objective)
    yield from () if state.phase is Phase.SIDE else state.deal.common_objectives
    yield from state.tybor.row if state.tybor else ()


# Late in a whole game so few cards are hidden that all worlds can be listed: each must come up as often as the others.


def late_game(seed: str, hidden: int) -> GameState:
    """Return a game in which at most `hidden` cards of the two decks and of others are unknown to seat 0, some of each.

    Everybody draws from the market while there is something, and nobody hurries to score; the first game that gets
    so far is taken.
    """
    options, rng = options_of(2), Random(seed)
    for attempt in count():
        state = deal(catalogue(), options, SeededShuffler(f"{seed}/{attempt}"))
        while waiting := awaited(state):
            legal = legal_actions(state, waiting[0])
            slow = [action for action in legal if isinstance(action, Place) and _waits(action, rng)]
            slots = [action for action in legal if isinstance(action, Draw) and action.source.slot is not None]
            state = apply(state, waiting[0], rng.choice(slots or slow or legal)).state
            if len(hidden_places(state)) <= hidden and state.result is None and state.decks.resource:
                return state
    raise AssertionError


def _waits(action: Place, rng: Random) -> bool:
    """Return whether `action` is a resource card of which we see the front, or now and then any card's back."""
    return action.card in catalogue().resource and (action.side is Side.FRONT or rng.random() < 0.05)


Hidden = tuple[str, int]
"""What hides a card, and its number there."""


def hidden_places(state: GameState) -> dict[Hidden, CardId]:
    """Return where seat 0 does not know the card that lies there, and the card."""
    hidden: dict[Hidden, CardId] = {}
    for deck in Deck:
        hidden |= {(deck.value, n): card for n, card in enumerate(getattr(state.decks, deck.value))}
    for seat in state.seats[1:]:
        hidden |= {("hand", n): card for n, card in enumerate(seat.hand) if not state.has_seen(card)}
        for n, placed in enumerate(seat.codex.cards.values()):
            if placed.side is Side.BACK and n and not state.has_seen(placed.card):
                hidden["codex", n] = placed.card
    return hidden


def with_cards(state: GameState, cards: dict[Hidden, CardId]) -> GameState:
    """Return `state` with other cards in hidden places."""
    seats = list(state.seats)
    for index, seat in enumerate(seats[1:], 1):
        hand = tuple(cards.get(("hand", n), card) for n, card in enumerate(seat.hand))
        laid = {
            cell: PlacedCard(cards.get(("codex", n), placed.card), placed.side)
            for n, (cell, placed) in enumerate(seat.codex.cards.items())
        }
        seats[index] = replace(seat, hand=hand, codex=replace(seat.codex, cards=laid))
    piles = {deck.value: tuple(cards[deck.value, n] for n in range(len(getattr(state.decks, deck)))) for deck in Deck}
    return replace(state, seats=tuple(seats), decks=replace(state.decks, **piles))


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_each_world_that_fits_is_as_likely(seed: str) -> None:
    """Of all ways to put the hidden cards, those that look the same come up, all of them, equally often."""
    state = late_game(seed, 7)
    view = view_of(state, 0)
    places = hidden_places(state)
    orders = (dict(zip(places, order, strict=True)) for order in permutations(places.values()))
    fitting = [order for order in orders if view_of(with_cards(state, order), 0) == view]
    assert len(fitting) > 1
    rng = Random(seed)
    met = Counter(tuple(hidden_places(sample_world(view, rng)).items()) for _ in range(20 * len(fitting)))
    assert met.keys() <= {tuple(order.items()) for order in fitting}
    assert_even(list(met.values()), len(fitting), 20 * len(fitting))


def assert_even(counts: list[int], kinds: int, samples: int) -> None:
    """Check by Pearson's chi-square, five standard deviations wide, that all kinds are equally likely."""
    expected = samples / kinds
    missing = (kinds - len(counts)) * expected
    chi = sum((number - expected) ** 2 / expected for number in counts) + missing
    assert abs(chi - (kinds - 1)) < 5 * sqrt(2 * (kinds - 1)) + 1


def test_objectives_of_others_are_even() -> None:
    """Another seat's objectives are any two of those that neither are common nor were offered to the viewer."""
    state = deal(catalogue(), options_of(2), SeededShuffler("objectives"))
    for seat in (0, 1):
        state = apply(state, seat, ChooseSide(Side.FRONT)).state
    kept, left = state.deal.seats[0].objectives
    state = apply(state, 0, ChooseObjective(kept)).state
    view, rng = view_of(state, 0), Random(1)
    worlds = [sample_world(view, rng) for _ in range(3000)]
    assert {world.deal.seats[0].objectives for world in worlds} == {(kept, left)}
    assert {world.decks.objective[-1] for world in worlds} == {left}
    offers = Counter(world.deal.seats[1].objectives for world in worlds)
    others = {*catalogue().objective} - {*state.deal.common_objectives, kept, left}
    assert {card for pair in offers for card in pair} == others
    assert_even(list(offers.values()), 12 * 11, 3000)


def test_a_kept_objective_is_any_of_the_rest() -> None:
    """Once another seat has kept one objective, it is each of the twelve unseen ones equally often."""
    state = late_game("kept", 40)
    view, rng = view_of(state, 0), Random(2)
    kept = Counter(sample_world(view, rng).seats[1].objective for _ in range(2400))
    assert_even(list(kept.values()), 12, 2400)


def test_before_the_starters_lie_everything_is_open() -> None:
    """While sides are chosen, the common objectives, all hands, and the other seat's side can be anything."""
    state = deal(catalogue(), options_of(2), SeededShuffler("side"))
    state = apply(state, 1, ChooseSide(Side.BACK)).state
    view, rng = view_of(state, 0), Random(3)
    worlds = [sample_world(view, rng) for _ in range(3200)]
    assert_even(list(Counter(world.seats[1].side for world in worlds).values()), 2, 3200)
    assert_even(list(Counter(world.deal.common_objectives[0] for world in worlds).values()), 16, 3200)
    top = state.decks.gold[0]
    same = [card for card, gold in catalogue().gold.items() if gold.kingdom == catalogue().gold[top].kingdom]
    unseen = set(same) - set(state.market.gold)
    assert {world.deal.seats[0].hand[2] for world in worlds} == unseen
    assert_even(list(Counter(world.deal.seats[0].hand[2] for world in worlds).values()), len(unseen), 3200)


def test_cards_left_in_the_box_may_be_any_unseen_ones() -> None:
    """With a deck shorter than in the box, the cards under its top are drawn from all unseen ones of that deck."""
    short = draw_deal(catalogue(), options_of(2), SeededShuffler("short"))
    short = replace(short, decks=replace(short.decks, gold=short.decks.gold[:2]))
    state = begin(options_of(2), short)
    for seat in (0, 1):
        state = apply(state, seat, ChooseSide(Side.FRONT)).state
    view, rng = view_of(state, 0), Random(4)
    unseen = {back: cards for back, cards in unseen_cards(view).items() if back.deck is Deck.GOLD}
    number = sum(map(len, unseen.values()))
    assert number == 40 - 2 - 1
    second = Counter(sample_world(view, rng).decks.gold[1] for _ in range(7200))
    held = [held.back for held in view.seats[1].hand if held.back.deck is Deck.GOLD]
    for back, cards in unseen.items():
        taken = [view.decks.gold.top, *held].count(back)
        share = (len(cards) - taken) / (number - 1 - len(held))
        met = sum(second[card] for card in cards)
        assert abs(met - 7200 * share) < 5 * sqrt(7200 * share)


def test_a_face_down_card_of_tybor_is_any_of_its_kingdom() -> None:
    """The cards dealt to Tybor's row show their backs only: each unseen card of that back is as likely."""
    state = deal(catalogue(), options_of(1, solo=SoloLevel.NORMAL), SeededShuffler("row"))
    state = apply(state, 0, ChooseSide(Side.FRONT)).state
    view, rng = view_of(state, 0), Random(6)
    worlds = [sample_world(view, rng) for _ in range(2000)]
    assert view.tybor
    for n, held in enumerate(view.tybor.row):
        cards = Counter(world.tybor.row[n] for world in worlds if world.tybor)
        assert cards.keys() == set(unseen_cards(view)[held.back])
        assert_even(list(cards.values()), len(cards), 2000)


def test_gold_that_tybor_scored_is_out_of_every_world() -> None:
    """What left the game is not dreamt back into a deck."""
    state, rng = deal(catalogue(), options_of(1, solo=SoloLevel.HARD), SeededShuffler("gone")), Random(5)
    gone: set[CardId] = set()
    while state.result is None:
        step = apply(state, 0, rng.choice(legal_actions(state, 0)))
        for event in step.events:
            if isinstance(event, TyborActed) and event.outcome is TyborOutcome.SCORED_GOLD and event.gold:
                gone.add(event.gold)
        state = step.state
        view = view_of(state, 0)
        assert view.tybor
        assert set(view.tybor.scored) == gone
        assert not gone & set(everything(sample_world(view, rng)))
    assert gone
