"""Position codes read back: a state, or the view of the viewer in the code."""

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from random import Random

from msgspec.structs import replace

from codex_naturalis.catalogue import Deck
from codex_naturalis.rules import CodeError, GameState, InvalidDealError, Market, ObjectiveScore, Phase, Result, Seat
from codex_naturalis.rules.arguments import check_kind
from codex_naturalis.rules.codex import EMPTY_CODEX
from codex_naturalis.rules.final_scoring import score_game
from codex_naturalis.rules.position.reader import read_position
from codex_naturalis.rules.position.signs import ALL, SPECTATOR
from codex_naturalis.rules.position.values import HeldCard, Position, PositionSeat, PositionTybor, codex_of, stand_in
from codex_naturalis.rules.position_state import state_of
from codex_naturalis.rules.tybor import count_resources

from .projection import view_of
from .values import DecksView, DeckView, Ending, HandCard, LaidCard, SeatView, TyborView, View
from .worlds import sample_world, unseen_cards

__all__ = ["from_code"]


def from_code(code: str, *, detailed: bool = False) -> GameState | View:
    """Return the position in `code`: a state for `GameState.code`, a view for `View.code`.

    The state can be played on. The view, `detailed` or not, is what a player knows: it can be shown and analysed, and
    worlds can be sampled from it. Raises `CodeError`, with its place, for a text that is no code and for an impossible
    position.
    """
    check_kind("code", code, str)
    position = read_position(code)
    read = state_of(position) if position.eyes == ALL else _view_by(position, detailed=detailed)
    try:
        again = read.code()
    except InvalidDealError:
        raise CodeError(0, "the cards on the table are not those of the deal") from None
    if again != code:
        at = next(at for at, (found, said) in enumerate(zip_longest(again, code)) if found != said)
        wanted = repr(again[at]) if at < len(again) else "its end"
        raise CodeError(at, f"what else the code says leads to {wanted} here")
    return read


def _view_by(position: Position, *, detailed: bool) -> View:
    """Return the view, built from a world in which everything hidden is drawn at random."""
    seen = _view_said(position)
    _check_unseen(position, seen)
    try:
        world = sample_world(seen, Random(0))
    except (IndexError, ValueError):
        raise CodeError(0, "there are not enough cards for this") from None
    if position.phase is Phase.OVER:
        world = replace(world, result=score_game(world))
    return view_of(world, seen.viewer, detailed=detailed)


def _view_said(position: Position) -> View:
    """Return the position as a view, without derived parts."""
    viewer = None if position.eyes == SPECTATOR else int(position.eyes)
    own = None if viewer is None else position.seats[viewer]
    market = position.market
    return View(
        viewer=viewer,
        options=position.options,
        rules=position.rules,
        phase=position.phase,
        turn=position.turn,
        awaited=(),
        round=position.round,
        ending=None if position.last_round is None else Ending(position.last_round, 0),
        seats=tuple(_seat_view(position, seat, said) for seat, said in enumerate(position.seats)),
        market=Market((market[0], market[1]), (market[2], market[3])),
        decks=DecksView(DeckView(*position.decks[0]), DeckView(*position.decks[1]), position.objectives),
        common_objectives=position.common,
        offered=own.offered if own else (),
        objective=own.kept if own else None,
        tybor=_tybor_view(position.tybor) if position.tybor else None,
        legal=(),
        previews=(),
        blocked=(),
        unpaid=(),
        outlook=(),
        unseen=(),
        result=_reveal_objectives(position) if position.phase is Phase.OVER else None,
    )


def _seat_view(position: Position, seat: Seat, said: PositionSeat) -> SeatView:
    hand = tuple(map(_hand_card, said.hand))
    setup = position.phase is Phase.SIDE
    empty = SeatView(seat, said.starter, said.chosen, (), EMPTY_CODEX.symbols, (), False, hand, 0, 0, None, ())  # noqa: FBT003
    if setup or said.side is None:
        return empty
    codex, score = codex_of(said)
    starter = LaidCard((0, 0), said.side, said.starter, None)
    laid = (starter, *(LaidCard(each.cell, each.side, each.held.card, each.held.back) for each in said.laid))
    held = 1 if said.chosen else 2
    return replace(empty, laid=laid, symbols=codex.symbols, open=tuple(codex.open), score=score, objectives_held=held)


def _tybor_view(said: PositionTybor) -> TyborView:
    return TyborView(
        said.score, tuple(map(_hand_card, said.row)), count_resources(map(stand_in, said.row)), said.scored, ()
    )


def _hand_card(held: HeldCard) -> HandCard:
    return HandCard(held.back, held.card)


def _reveal_objectives(position: Position) -> Result:
    """Return the objectives that lie open at the end, as a result; `sample_world` takes them from there."""
    kept = [said.kept for said in position.seats]
    if None in kept:
        raise CodeError(0, "at the end every objective lies open")
    return Result(tuple((ObjectiveScore(card, 0, 0, ()),) for card in kept if card is not None), (), (), None)


def _check_unseen(position: Position, seen: View) -> None:
    """Raise `CodeError` if more cards are hidden than are left of their back, or of their deck."""
    left = {back: len(cards) for back, cards in unseen_cards(seen).items()}
    hidden = Counter(held.back for held in _hidden_cards(position))
    tops = Counter(back for _, back in position.decks if back is not None)
    for back, number in (hidden + tops).items():
        if number > left.get(back, 0):
            raise CodeError(0, f"{number} hidden {back.kingdom} {back.deck} cards, but {left.get(back, 0)} are left")
    for deck, (number, _) in zip(Deck, position.decks, strict=True):
        there = sum(count for back, count in left.items() if back.deck is deck)
        held = sum(count for back, count in hidden.items() if back.deck is deck)
        if number > there - held:
            raise CodeError(0, f"{number} cards in the {deck} deck, but {there - held} are left")


def _hidden_cards(position: Position) -> Iterator[HeldCard]:
    for said in position.seats:
        yield from (held for held in said.hand if held.card is None)
        yield from (laid.held for laid in said.laid if laid.held.card is None)
    if position.tybor is not None:
        yield from (held for held in position.tybor.row if held.card is None)
