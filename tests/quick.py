"""Choices that bring a game to its end soon: half the actions of a random one, so tests that need an end wait less."""

from random import Random
from typing import Any

from codex_naturalis.catalogue import CardId, GoldCard, catalogue

__all__ = ["soon"]

Json = Any  # an action as it goes over the wire
_CARDS = catalogue()


def soon(legal: list[Json], rng: Random) -> Json:
    """Return the action, or one of those, whose card has most points printed on it."""
    worth = [_worth(action) for action in legal]
    most = max(worth)
    return rng.choice([action for action, points in zip(legal, worth, strict=True) if points == most])


def _worth(action: Json) -> int:
    if action["type"] != "place" or action["side"] == "back":
        return 0
    card = _CARDS.playable(CardId(action["card"]))
    return 1 + card.points * (2 if isinstance(card, GoldCard) else 1)
