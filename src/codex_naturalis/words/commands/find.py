"""Lookup of the card or seat that a command means."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from codex_naturalis.catalogue import CardId, Side, catalogue
from codex_naturalis.views import SeatView

from ..cards import card_name
from ..codex import name_and_number
from ..planning import SOURCES, face_up, hand_of
from .parse import CardWord
from .reader import Reader
from .reply import Reply, refuse
from .vocabulary import plain

__all__ = ["any_card", "face_meant", "find_by_name", "hand_card", "seat_meant"]


def _letters(reader: Reader, text: str) -> str:
    """Return the words that distinguish names."""
    words = re.split(r"[\W_]+", plain(text))
    return " ".join(word for word in words if word and word not in reader.known.fillers)


def _same_name(reader: Reader, name: str, typed: str) -> bool:
    """Return whether `typed` begins a word of `name`, ignoring accents and capitals."""
    wanted = _letters(reader, typed)
    return wanted != "" and f" {wanted}" in f" {_letters(reader, name)}"


def find_by_name(reader: Reader, cards: Sequence[CardId], typed: str) -> list[CardId]:
    """Return the cards of a name: exact matches, else partial ones."""
    names = {card: card_name(reader.say, card) for card in cards}
    exact = [card for card in cards if _letters(reader, names[card]) == _letters(reader, typed)]
    return exact or [card for card in cards if _same_name(reader, names[card], typed)]


def _one(reader: Reader, found: Sequence[CardId], typed: str) -> CardId | Reply:
    if not found:
        return refuse(reader.say("text.unclear.card", word=typed))
    if len(found) == 1:
        return found[0]
    return refuse(reader.say("text.unclear.which", word=typed), *(name_and_number(reader.say, card) for card in found))


def _which(reader: Reader) -> Reply:
    return refuse(reader.say("text.need.card", hand=reader.say.verb("hand")))


def _find_by_place(hand: Sequence[CardId], word: CardWord) -> CardId | None:
    """Return the card at a place in the hand."""
    assert word.number is not None
    return hand[word.number - 1] if not word.exact and 0 < word.number <= len(hand) else None


def hand_card(reader: Reader, word: CardWord | None) -> CardId | Reply:
    """Return a hand card by its place, number or name."""
    hand = hand_of(reader.view)
    if word is None:
        return _which(reader)
    if word.name is not None:
        return _one(reader, find_by_name(reader, hand, word.name), word.name)
    card = _find_by_place(hand, word)
    if card is not None or word.number in hand:
        return card if card is not None else int(word.number or 0)
    say = reader.say
    held = (say("text.hand.card", place=place, card=name_and_number(say, each)) for place, each in enumerate(hand, 1))
    return refuse(say("illegal.not_in_hand"), *held)


def any_card(reader: Reader, word: CardWord | None) -> CardId | Reply:
    """Return any visible card by its name, or any card by its number."""
    if word is None:
        return _which(reader)
    if word.name is not None:
        return _one(reader, find_by_name(reader, _in_sight(reader), word.name), word.name)
    card = _find_by_place(hand_of(reader.view), word)
    if card is not None:
        return card
    number = int(word.number or 0)
    return number if _exists(number) else refuse(reader.say("text.unclear.number", number=number))


def _in_sight(reader: Reader) -> list[CardId]:
    view = reader.view
    laid = (laid.card for seat in view.seats for laid in seat.laid)
    market = (face_up(view, source) for source in SOURCES)
    cards: Iterable[CardId | None] = (
        *hand_of(view),
        *market,
        *laid,
        *view.common_objectives,
        view.objective,
        *view.offered,
    )
    return [*dict.fromkeys(card for card in cards if card is not None)]


def _exists(card: int) -> bool:
    box = catalogue()
    return any(card in cards for cards in (box.resource, box.gold, box.starter, box.objective))


def face_meant(reader: Reader, card: CardId, side: Side | None) -> Side:
    """Return the face that is meant: as typed, else as planned, else as the card lies in the hand."""
    plan = reader.planning.plan
    if side is not None:
        return side
    return plan.side if plan and plan.card == card else reader.planning.side_of(card)


def seat_meant(reader: Reader, word: CardWord) -> SeatView | Literal["tybor"] | None:
    """Return the seat of a number or name; None if there is none."""
    view, say = reader.view, reader.say
    if word.name is None:
        at = int(word.number or 0)
        return view.seats[at - 1] if 0 < at <= len(view.seats) else None
    if view.tybor and _same_name(reader, say("tybor.score"), word.name):
        return "tybor"
    named = (each for each in view.seats if _same_name(reader, reader.players.name_for(say, each.seat), word.name))
    return next(named, None)
