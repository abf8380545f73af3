"""Draws: the market, its refill, and the decks (rulings R12, R14)."""

from collections.abc import Iterable
from typing import Final

from codex_naturalis.catalogue import Back, CardId, Deck, catalogue

from .actions import Source
from .events import MarketRefilled
from .options import Exhaustion, GameOptions, Refill
from .state import Decks, Market

__all__ = [
    "anything_left",
    "back_of",
    "backs_of",
    "bits",
    "card_at",
    "exhausted",
    "refill",
    "refill_event",
    "sources",
    "take_from_deck",
    "top_back",
]

_RESOURCE: Final = Deck.RESOURCE
"""Read once: before Python 3.12 each `Deck.RESOURCE` costs as much as a call."""

_SOURCES: Final = tuple(Source)
_BACKS: Final = {card: catalogue().back(card) for card in (*catalogue().resource, *catalogue().gold)}


def back_of(card: CardId) -> Back:
    """Return the back of `card`, which is public."""
    return _BACKS[card]


def backs_of(cards: tuple[CardId, ...]) -> tuple[Back, ...]:
    """Return the backs of `cards`, which are public."""
    return tuple(_BACKS[card] for card in cards)


def top_back(decks: Decks, deck: Deck) -> Back | None:
    """Return the back on top of `deck`, or None if it is empty."""
    cards = _cards(decks, deck)
    return _BACKS[cards[0]] if cards else None


def _cards(decks: Decks, deck: Deck) -> tuple[CardId, ...]:
    return decks.resource if deck is _RESOURCE else decks.gold


def card_at(market: Market, decks: Decks, source: Source) -> CardId | None:
    """Return the card that drawing from `source` would take, or None if it is empty."""
    if source.slot is None:
        cards = _cards(decks, source.deck)
        return cards[0] if cards else None
    return (market.resource if source.deck is _RESOURCE else market.gold)[source.slot]


def sources(market: Market, decks: Decks) -> tuple[Source, ...]:
    """Return every source that is not empty, in the order of `Source`."""
    on_offer = (*market.resource, *market.gold, decks.resource, decks.gold)
    return _SOURCES if all(on_offer) else tuple([s for s, there in zip(_SOURCES, on_offer, strict=True) if there])


def take_from_deck(decks: Decks, deck: Deck) -> tuple[CardId, Decks]:
    """Return the top card of `deck`, which is not empty, and what remains."""
    if deck is _RESOURCE:
        return decks.resource[0], Decks(decks.resource[1:], decks.gold, decks.objective)
    return decks.gold[0], Decks(decks.resource, decks.gold[1:], decks.objective)


def refill(market: Market, decks: Decks, slot: Source, rule: Refill) -> tuple[Market, Decks, CardId | None]:
    """Fill the market slot just emptied, from its own deck or as `rule` says (R12), with the card also returned."""
    deck = slot.deck if _cards(decks, slot.deck) else _other_deck(decks, slot.deck, rule)
    if deck is None:
        return _put(market, slot, None), decks, None
    card, decks = take_from_deck(decks, deck)
    return _put(market, slot, card), decks, card


def refill_event(decks: Decks, slot: Source, card: CardId | None) -> MarketRefilled:
    """Return the event of a refill with `card`, which left these decks."""
    if card is None:
        return MarketRefilled(slot, None, None, None)
    deck = back_of(card).deck
    return MarketRefilled(slot, deck, card, top_back(decks, deck))


def _other_deck(decks: Decks, own: Deck, rule: Refill) -> Deck | None:
    other = Deck.GOLD if own is _RESOURCE else _RESOURCE
    return other if rule is Refill.OTHER_DECK and _cards(decks, other) else None


def _put(market: Market, slot: Source, card: CardId | None) -> Market:
    left, right = market.resource if slot.deck is _RESOURCE else market.gold
    row = (card, right) if slot.slot == 0 else (left, card)
    return Market(row, market.gold) if slot.deck is _RESOURCE else Market(market.resource, row)


def anything_left(market: Market, decks: Decks) -> bool:
    """Return whether there is a card to draw (R14)."""
    return bool(decks.resource or decks.gold) or any((*market.resource, *market.gold))


def bits(cards: Iterable[CardId | None]) -> int:
    """Return a bit set of `cards`, empty slots left out."""
    return sum(1 << card for card in cards if card is not None)


def exhausted(options: GameOptions, market: Market, decks: Decks) -> bool:
    """Return whether exhaustion triggers the end (R1)."""
    if decks.resource or decks.gold:
        return False
    return options.end_by_exhaustion is not Exhaustion.TABLE or not anything_left(market, decks)
