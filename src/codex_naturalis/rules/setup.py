"""Setup, from the deal to the first turn: simultaneous, secret choices (ruling R16)."""

from collections.abc import Iterator

from msgspec.structs import replace

from codex_naturalis.catalogue import CardId, Catalogue, Side, catalogue

from .actions import ChooseObjective, ChooseSide, Phase, Seat
from .arguments import member_of
from .codex import begin_codex
from .deal import Deal, check_deal, draw_deal
from .draws import backs_of, bits
from .errors import IllegalAction, Reason
from .events import (
    CommonObjectivesRevealed,
    Event,
    EventLog,
    HandDealt,
    ObjectiveKept,
    ObjectivesOffered,
    SideChosen,
    StarterLaid,
    TurnBegan,
)
from .options import LATEST, GameOptions, RulesVersion, check_options
from .shuffle import Shuffler
from .state import Decks, GameState, Market, SeatState, Step
from .tybor import begin_tybor

__all__ = ["begin", "choose_objective", "choose_side", "deal", "with_seat"]


def deal(box: Catalogue, options: GameOptions, chance: Shuffler, rules: RulesVersion = LATEST) -> GameState:
    """Return a new game for `options`, dealt by `chance`; raise `InvalidOptionsError` if `rules` exclude them."""
    check_options(options, rules)
    return _lay_out(options, draw_deal(box, options, chance), rules)


def begin(options: GameOptions, dealt: Deal, rules: RulesVersion = LATEST) -> GameState:
    """Return the game that `dealt` describes, by the rules it is or was played by.

    Raises `InvalidDealError` if no box could produce it, and `InvalidOptionsError` if `rules` exclude its options.
    """
    check_options(options, rules)
    check_deal(catalogue(), options, dealt)
    return _lay_out(options, dealt, rules)


def _lay_out(options: GameOptions, dealt: Deal, rules: RulesVersion) -> GameState:
    box = catalogue()
    hands = [card for seat in dealt.seats for card in seat.hand]
    return GameState(
        options=options,
        rules=rules,
        deal=dealt,
        phase=Phase.SIDE,
        turn=0,
        round=0,
        last_round=None,
        seats=tuple(SeatState(seat.starter) for seat in dealt.seats),
        market=Market(dealt.market.resource, dealt.market.gold),
        decks=Decks(
            (*(card for card in hands if card in box.resource), *dealt.decks.resource),
            (*(card for card in hands if card in box.gold), *dealt.decks.gold),
            (*dealt.common_objectives, *(c for s in dealt.seats for c in s.objectives), *dealt.decks.objective),
        ),
        seen=bits((*dealt.market.resource, *dealt.market.gold)),
        tybor=begin_tybor(options, dealt.tybor),
        result=None,
    )


def with_seat(state: GameState, seat: Seat, after: SeatState) -> tuple[SeatState, ...]:
    """Return the seats of `state`, `seat` replaced by `after`."""
    seats = list(state.seats)
    seats[seat] = after
    return tuple(seats)


def choose_side(state: GameState, seat: Seat, action: ChooseSide, events: EventLog) -> Step:
    """Set the side; when all have chosen, lay the starters and deal hands and objectives."""
    member_of("side", Side, action.side)
    seats = with_seat(state, seat, replace(state.seats[seat], side=action.side))
    after = replace(state, seats=seats)
    if events is not None:
        events.append(SideChosen(seat, action.side))
    if all(other.side is not None for other in seats):
        after = _lay_and_deal(after)
        if events is not None:
            events.extend(_dealing_events(after))
    return Step(after, tuple(events or ()))


def _lay_and_deal(state: GameState) -> GameState:
    seats = [
        replace(own, codex=begin_codex(own.starter, own.side or Side.FRONT), hand=dealt.hand)
        for own, dealt in zip(state.seats, state.deal.seats, strict=True)
    ]
    decks = state.deal.decks
    return replace(
        state,
        phase=Phase.OBJECTIVE,
        seats=tuple(seats),
        decks=Decks(decks.resource, decks.gold, decks.objective),
    )


def _dealing_events(state: GameState) -> Iterator[Event]:
    """Yield what is seen when all have chosen a side: starters, hands, then objectives."""
    for seat, own in enumerate(state.seats):
        yield StarterLaid(seat, own.starter, own.side or Side.FRONT, own.codex.symbols)
    for seat, own in enumerate(state.seats):
        yield HandDealt(seat, own.hand, backs_of(own.hand))
    yield CommonObjectivesRevealed(state.deal.common_objectives)
    for seat, dealt in enumerate(state.deal.seats):
        yield ObjectivesOffered(seat, dealt.objectives)


def choose_objective(state: GameState, seat: Seat, action: ChooseObjective, events: EventLog) -> Step:
    """Keep one objective; when all have chosen, the first seat's turn begins."""
    offered = state.deal.seats[seat].objectives
    if action.card not in offered:
        raise IllegalAction(Reason.NOT_OFFERED, card=action.card)
    seats = with_seat(state, seat, replace(state.seats[seat], objective=action.card))
    decks = replace(state.decks, objective=(*state.decks.objective, _other(offered, action.card)))
    after = replace(state, seats=seats, decks=decks)
    if events is not None:
        events.append(ObjectiveKept(seat, action.card))
    if all(other.objective is not None for other in seats):
        after = replace(after, phase=Phase.PLACE, round=1)
        if events is not None:
            events.append(TurnBegan(0, 1, last=False))
    return Step(after, tuple(events or ()))


def _other(offered: tuple[CardId, CardId], kept: CardId) -> CardId:
    return offered[1] if kept == offered[0] else offered[0]
