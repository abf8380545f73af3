"""Drawing from the market and the decks, as the books have it."""

from hypothesis import given
from hypothesis import strategies as st

from codex_naturalis.catalogue import Deck
from codex_naturalis.rules import CardDrawn, CardTaken, Draw, Event, GameState, MarketRefilled, Phase, Refill
from tests.strategies import Played, played_games


def decks_of(state: GameState) -> dict[Deck, tuple[int, ...]]:
    """Return what lies in the two decks, top first."""
    return {Deck.RESOURCE: state.decks.resource, Deck.GOLD: state.decks.gold}


def drawn(played: Played) -> list[tuple[GameState, Draw, tuple[Event, ...]]]:
    """Return every draw of a game: the state before it, the action, and what it told."""
    return [
        (before, action, step.events)
        for before, (_, action), step in zip(played.states, played.actions, played.steps, strict=False)
        if isinstance(action, Draw)
    ]


@given(played=played_games(seats=st.sampled_from((2, 3, 4))))
def test_a_face_up_card_is_replaced_at_once_from_its_own_deck(played: Played) -> None:
    """R12: the top card of the same deck takes its place, as long as there is one."""
    for before, action, events in drawn(played):
        own = decks_of(before)[action.source.deck]
        refilled = [event for event in events if isinstance(event, MarketRefilled)]
        if action.source.slot is None:
            assert refilled == []
        elif own:
            assert [(event.slot, event.deck, event.card) for event in refilled] == [
                (action.source, action.source.deck, own[0])
            ]
        elif before.options.refill is Refill.SAME_DECK:
            assert [event.card for event in refilled] == [None]


@given(played=played_games(seats=st.sampled_from((2, 3, 4))))
def test_a_turn_takes_one_card(played: Played) -> None:
    """The drawer has three cards again: the one that lay there face up, or the top one of the deck."""
    for before, action, events in drawn(played):
        seat = before.turn
        assert before.phase is Phase.DRAW
        assert len(before.seats[seat].hand) == 2
        (got,) = [event for event in events if isinstance(event, (CardTaken, CardDrawn)) and event.seat == seat]
        row = before.market.resource if action.source.deck is Deck.RESOURCE else before.market.gold
        slot = action.source.slot
        assert got.card == (decks_of(before)[action.source.deck][0] if slot is None else row[slot])
