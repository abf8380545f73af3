"""Setup, from the deal to the first turn: simultaneous, secret choices (ruling R16)."""

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
    return (*state.seats[:seat], after, *state.seats[seat + 1 :])


def choose_side(state: GameState, seat: Seat, action: ChooseSide) -> Step:
    """Set the side; when all have chosen, lay the starters and deal hands and objectives."""
    member_of("side", Side, action.side)
    seats = with_seat(state, seat, replace(state.seats[seat], side=action.side))
    after = replace(state, seats=seats)
    chosen = SideChosen(seat, action.side)
    if any(other.side is None for other in seats):
        return Step(after, (chosen,))
    after, events = _lay_and_deal(after)
    return Step(after, (chosen, *events))


def _lay_and_deal(state: GameState) -> tuple[GameState, list[Event]]:
    seats = []
    laid: list[Event] = []
    for seat, (own, dealt) in enumerate(zip(state.seats, state.deal.seats, strict=True)):
        codex = begin_codex(own.starter, own.side or Side.FRONT)
        seats.append(replace(own, codex=codex, hand=dealt.hand))
        laid.append(StarterLaid(seat, own.starter, own.side or Side.FRONT, codex.symbols))
    hands = [HandDealt(seat, dealt.hand, backs_of(dealt.hand)) for seat, dealt in enumerate(state.deal.seats)]
    offers = [ObjectivesOffered(seat, dealt.objectives) for seat, dealt in enumerate(state.deal.seats)]
    common = CommonObjectivesRevealed(state.deal.common_objectives)
    decks = state.deal.decks
    after = replace(
        state,
        phase=Phase.OBJECTIVE,
        seats=tuple(seats),
        decks=Decks(decks.resource, decks.gold, decks.objective),
    )
    return after, [*laid, *hands, common, *offers]


def choose_objective(state: GameState, seat: Seat, action: ChooseObjective) -> Step:
    """Keep one objective; when all have chosen, the first seat's turn begins."""
    offered = state.deal.seats[seat].objectives
    if action.card not in offered:
        raise IllegalAction(Reason.NOT_OFFERED, card=action.card)
    seats = with_seat(state, seat, replace(state.seats[seat], objective=action.card))
    decks = replace(state.decks, objective=(*state.decks.objective, _other(offered, action.card)))
    after = replace(state, seats=seats, decks=decks)
    kept = ObjectiveKept(seat, action.card)
    if any(other.objective is None for other in seats):
        return Step(after, (kept,))
    return Step(replace(after, phase=Phase.PLACE, round=1), (kept, TurnBegan(0, 1, last=False)))


def _other(offered: tuple[CardId, CardId], kept: CardId) -> CardId:
    return offered[1] if kept == offered[0] else offered[0]
