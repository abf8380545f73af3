"""Deals, and ways to play them that lead where solo games end differently; chance is a `Random`."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from tests.solo_by_the_book.cards import CARDS, KINGDOMS, kingdom_of
from tests.solo_by_the_book.game import SoloGame
from tests.solo_by_the_book.layout import Cell, open_cells, points_for, symbols_of

__all__ = ["STYLES", "new_record", "normal_deal"]

Json = Any
Laid = tuple[int, str, Cell]


def new_record(rng: Random, version: int, level: str) -> Json:
    """Return the record of a game not yet begun, of any edition; of three decks one is short."""
    deal = normal_deal(rng, level)
    if rng.random() < 1 / 3:
        for kind in ("resource", "gold"):
            del deal["decks"][kind][rng.randrange(13) :]
    options = {
        "seats": 1,
        "preset": rng.choice(["en", "fr", "it"]),
        "end_by_exhaustion": rng.choice(["decks", "table"]),
        "refill": rng.choice(["same_deck", "other_deck"]) if version == 1 else "same_deck",
        "solo": level,
    }
    return {"format": "codex-naturalis", "version": version, "options": options, "deal": deal, "actions": []}


def normal_deal(rng: Random, level: str) -> Json:
    """Deal as the books say: the market, a card of each kingdom for Tybor (two on easy), the player, the objectives."""
    decks = {kind: rng.sample(sorted(cards), len(cards)) for kind, cards in CARDS.items()}
    resource, gold = decks["resource"], decks["gold"]
    market = {kind: [decks[kind].pop(), decks[kind].pop()] for kind in ("resource", "gold")}
    kingdoms = rng.sample(KINGDOMS, 2) if level == "easy" else KINGDOMS
    row = [next(card for card in resource if kingdom_of(card) == kingdom) for kingdom in kingdoms]
    decks["resource"] = resource = [card for card in resource if card not in row]
    objectives = decks["objective"]
    return {
        "market": market,
        "tybor": row,
        "common_objectives": [objectives.pop(), objectives.pop()],
        "seats": [
            {
                "starter": decks.pop("starter").pop(),
                "hand": [resource.pop(), resource.pop(), gold.pop()],
                "objectives": [objectives.pop(), objectives.pop()],
            }
        ],
        "decks": decks,
    }


def _at_random(_: SoloGame, legal: list[str], rng: Random) -> str:
    return rng.choice(legal)


def _for_points(game: SoloGame, legal: list[str], rng: Random) -> str:
    """Score as soon as possible, then keep many symbols, so that games end by points."""

    def worth(action: str) -> float:
        laid = _laid_by(game, action)
        points = (points_for(laid) + len(symbols_of(laid)) / 20) if laid else 0
        return points + rng.random() / 10

    return max(legal, key=worth)


def _into_a_corner(game: SoloGame, legal: list[str], rng: Random) -> str:
    """Leave as few open cells as possible, so that the player gets stuck."""

    def openness(action: str) -> float:
        laid = _laid_by(game, action)
        return (len(open_cells(laid)) if laid else _corners_on(action)) + rng.random()

    return min(legal, key=openness)


def _corners_on(action: str) -> int:
    """Return how many visible corners the card has that is taken face up; cards from decks are not looked at."""
    return 0 if action.endswith("deck") else 1


def _laid_by(game: SoloGame, action: str) -> list[Laid] | None:
    """Return what lies there after `action`, if it is a placement."""
    match action.split():
        case [_, "place", card, side, cell]:
            x, y = map(int, cell.split(","))
            return [*game.laid, (int(card), side, (x, y))]
    return None


Style = Callable[[SoloGame, list[str], Random], str]
STYLES: Final[dict[str, Style]] = {
    "at random": _at_random,
    "for points": _for_points,
    "into a corner": _into_a_corner,
}
