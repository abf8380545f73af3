"""Worlds a viewer may imagine: games that look to the viewer just like the one being played."""

from collections.abc import Iterator

from codex_naturalis.catalogue import Back, CardId, catalogue

from .values import View

__all__ = ["unseen_cards"]

_BACKS = {card: catalogue().back(card) for card in (*catalogue().resource, *catalogue().gold)}


def unseen_cards(view: View) -> dict[Back, tuple[CardId, ...]]:
    """Return the resource and gold cards whose place the viewer does not know, by their backs."""
    known = set(_known_cards(view))
    unseen: dict[Back, list[CardId]] = {back: [] for back in _BACKS.values()}
    for card, back in _BACKS.items():
        if card not in known:
            unseen[back].append(card)
    return {back: tuple(cards) for back, cards in unseen.items()}


def _known_cards(view: View) -> Iterator[CardId | None]:
    for seat in view.seats:
        yield from (laid.card for laid in seat.laid)
        yield from (held.card for held in seat.hand)
    yield from view.market.resource
    yield from view.market.gold
    if view.tybor is not None:
        yield from (held.card for held in view.tybor.row)
