"""Writer of position codes; the grammar is in `docs/reference/notation.md`."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from codex_naturalis.catalogue import Back, CardId, Deck, Side, catalogue

from ..codex import begin_codex, lay
from ..options import HOUSE_RULES
from .signs import (
    BACKS,
    CARDS,
    CELLS,
    FACE_LETTERS,
    FIRST_CARD,
    FIRST_OBJECTIVE,
    FIRST_STARTER,
    KINGDOM_LETTERS,
    OBJECTIVES,
    PHASES,
    VERSION,
)
from .values import HeldCard, Position, PositionSeat, stand_in

if TYPE_CHECKING:
    from ..deal import Deal

__all__ = ["write_position"]

_SLOTS: Final = (Deck.RESOURCE, Deck.RESOURCE, Deck.GOLD, Deck.GOLD)


def write_position(position: Position) -> str:
    """Return the code of `position`."""
    parts = [
        VERSION,
        str(position.eyes),
        _write_game(position),
        _write_moment(position),
        _write_table(position),
        *(_write_seat(position, own) for own in position.seats),
    ]
    if position.tybor is not None:
        tybor = position.tybor
        parts.append(f"{tybor.score}_{_write_hand(tybor.row)}_{''.join(map(_letter_of, tybor.scored))}")
    if position.deal is not None:
        parts.append(_write_deal(position.deal, position.objective_deck))
    return ".".join(parts)


def _write_game(position: Position) -> str:
    options = position.options
    answers = "".join(str(getattr(options, name).number) for name in HOUSE_RULES).rstrip("0")
    level = f"-{options.solo}" if options.solo else ""
    return f"{position.rules.value}{options.seats}{options.preset}{answers}{level}"


def _write_moment(position: Position) -> str:
    end = "" if position.last_round is None else f"e{position.last_round}"
    return f"{PHASES[position.phase]}{position.turn}r{position.round}{end}"


def _write_table(position: Position) -> str:
    market = "".join(map(_write_slot, position.market, _SLOTS))
    common = "".join(map(_objective_letter, position.common)) or "--"
    decks = "".join(f"{number}{'-' if back is None else _kingdom_letter(back)}" for number, back in position.decks)
    return f"{market}{common}{decks}{position.objectives}"


def _write_slot(card: CardId | None, deck: Deck) -> str:
    """Return a slot of the market: after `~` a card of the other deck, which may refill it (R12)."""
    return "-" if card is None else _letter_of(card) if card in _cards(deck) else f"~{_letter_of(card)}"


def _write_seat(position: Position, own: PositionSeat) -> str:
    side = own.side.value[0] if own.side else "c" if own.chosen else "-"
    codex = "" if own.side is None or position.phase == "side" else _write_codex(own)
    return f"{own.starter - FIRST_STARTER + 1}{side}{_write_kept(own)}{_write_hand(own.hand)}_{codex}"


def _write_kept(own: PositionSeat) -> str:
    if own.offered:
        return "".join(map(_objective_letter, own.offered)) + (
            str(own.offered.index(own.kept) + 1) if own.kept else "-"
        )
    return f"k{_objective_letter(own.kept)}" if own.kept else "c" if own.chosen else "-"


def _write_hand(hand: Iterable[HeldCard]) -> str:
    return "".join(_write_face(held, Side.FRONT) for held in hand)


def _write_codex(own: PositionSeat) -> str:
    assert own.side is not None
    codex, text = begin_codex(own.starter, own.side), []
    for laid in own.laid:
        at = sorted(codex.open).index(laid.cell)
        text.append(_write_face(laid.held, laid.side) + "~" * (at // len(CELLS)) + CELLS[at % len(CELLS)])
        codex = lay(codex, stand_in(laid.held), laid.side, laid.cell).codex
    return "".join(text)


def _cards(deck: Deck) -> Mapping[CardId, object]:
    return catalogue().resource if deck is Deck.RESOURCE else catalogue().gold


def _write_face(held: HeldCard, side: Side) -> str:
    if held.card is None:
        return str(BACKS.index(held.back))
    letter = FACE_LETTERS[held.back.deck, side]
    return (letter.upper() if held.seen else letter) + _letter_of(held.card)


def _letter_of(card: CardId) -> str:
    deck = Deck.RESOURCE if card in catalogue().resource else Deck.GOLD
    return CARDS[card - FIRST_CARD[deck]]


def _objective_letter(card: CardId) -> str:
    return OBJECTIVES[card - FIRST_OBJECTIVE]


def _kingdom_letter(back: Back) -> str:
    return KINGDOM_LETTERS[back.kingdom]


def _write_deal(deal: "Deal", objective_deck: tuple[CardId, ...]) -> str:
    market = "".join(map(_letter_of, (*deal.market.resource, *deal.market.gold)))
    hands = "".join(map(_write_dealt_hand, (seat.hand for seat in deal.seats)))
    decks = ("".join(map(_letter_of, deck)) for deck in (deal.decks.resource, deal.decks.gold, deal.tybor))
    return f"{market}{hands}_{'_'.join(decks)}_{''.join(map(_objective_letter, objective_deck))}"


def _write_dealt_hand(hand: tuple[CardId, CardId, CardId]) -> str:
    """Return a dealt hand: three letters for two resource cards and a gold card, else `~` and where each is from."""
    box = catalogue()
    if [card in box.resource for card in hand] == [True, True, False]:
        return "".join(map(_letter_of, hand))
    return "~" + "".join(("r" if card in box.resource else "g") + _letter_of(card) for card in hand)
