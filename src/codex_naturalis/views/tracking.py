"""What a patient player could count: where the cards are that nobody has shown."""

from collections import Counter
from collections.abc import Iterator

from codex_naturalis.catalogue import Back

from .values import HandCard, Unseen, View
from .worlds import unseen_cards

__all__ = ["tracked"]


def tracked(view: View) -> tuple[Unseen, ...]:
    """Return how many cards of each back are unseen in their deck, in hands and on the table.

    Asks nothing but the view: all cards there are, less those it names, less those whose backs it shows elsewhere.
    """
    hands = Counter(_hidden(held for seat in view.seats for held in seat.hand))
    laid = Counter([*_laid(view), *_hidden(iter(view.tybor.row if view.tybor else ()))])
    return tuple(
        Unseen(back, len(cards) - hands[back] - laid[back], hands[back], laid[back])
        for back, cards in unseen_cards(view).items()
    )


def _hidden(cards: Iterator[HandCard]) -> Iterator[Back]:
    return (held.back for held in cards if held.card is None)


def _laid(view: View) -> Iterator[Back]:
    return (laid.back for seat in view.seats for laid in seat.laid if laid.card is None and laid.back is not None)
