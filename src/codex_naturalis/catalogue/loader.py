"""Loader of `cards.toml`, the printed facts, into frozen cards."""

import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pkgutil import get_data
from typing import Any, Final

from msgspec import Struct

from .cards import (
    Back,
    CardId,
    Deck,
    Face,
    GoldCard,
    Objective,
    PatternCell,
    PatternObjective,
    PlayableCard,
    PointsPer,
    ResourceCard,
    StarterCard,
    SymbolObjective,
    count,
)
from .symbols import SYMBOLS, Corner, Symbol

__all__ = ["LETTERS", "Catalogue", "catalogue"]

LETTERS: Final[dict[str, Symbol]] = dict(zip("FPAIQKM", SYMBOLS, strict=True))
"""Letter of each symbol in the card file, the text mode and the high-contrast skin."""

_CORNERS: Final = {
    **{letter: Corner(symbol) for letter, symbol in LETTERS.items()},
    ".": Corner.EMPTY,
    "-": Corner.HIDDEN,
}


class Catalogue(Struct, frozen=True):
    """Index of all cards of the box, by id."""

    resource: dict[CardId, ResourceCard]
    gold: dict[CardId, GoldCard]
    starter: dict[CardId, StarterCard]
    objective: dict[CardId, Objective]

    def __getitem__(self, card: CardId) -> PlayableCard | StarterCard | Objective:
        """Return any card; raise `KeyError` for an unknown id."""
        return self.resource.get(card) or self.gold.get(card) or self.starter.get(card) or self.objective[card]

    def __contains__(self, card: object) -> bool:
        """Return whether there is a card of this id."""
        return any(card in kind for kind in (self.resource, self.gold, self.starter, self.objective))

    def __iter__(self) -> Iterator[CardId]:
        """Yield the ids of all cards, in their order."""
        return chain(self.resource, self.gold, self.starter, self.objective)

    def __len__(self) -> int:
        """Return the number of cards."""
        return len(self.resource) + len(self.gold) + len(self.starter) + len(self.objective)

    def __hash__(self) -> int:
        """Return a hash of the ids."""
        return hash(tuple(self))

    def __repr__(self) -> str:
        """Return a one-line summary."""
        return f"<Catalogue: {len(self)} cards>"

    def playable(self, card: CardId) -> PlayableCard:
        """Return the resource or gold card `card`; raise `KeyError` for any other id."""
        return self.resource.get(card) or self.gold[card]

    def playable_card(self, card: CardId) -> PlayableCard | StarterCard:
        """Return `card`, which may lie in a codex; raise `KeyError` for an objective or an unknown id."""
        return self.starter.get(card) or self.playable(card)

    def back(self, card: CardId) -> Back:
        """Return what the back of the resource or gold card `card` shows."""
        deck = Deck.RESOURCE if card in self.resource else Deck.GOLD
        return Back(deck, self.playable(card).kingdom)


@cache
def catalogue() -> Catalogue:
    """Return the base game's catalogue, read once."""
    facts = tomllib.loads(_read_facts())
    return Catalogue(
        resource={int(card): _resource(int(card), fact) for card, fact in facts["resource"].items()},
        gold={int(card): _gold(int(card), fact) for card, fact in facts["gold"].items()},
        starter={int(card): _starter(int(card), fact) for card, fact in facts["starter"].items()},
        objective={int(card): _objective(int(card), fact) for card, fact in facts["objective"].items()},
    )


def _read_facts() -> str:
    """Return the text of `cards.toml`, also from an archive; `importlib.resources` would load 20 modules more."""
    facts = get_data(__package__, "cards.toml")
    assert facts is not None
    return facts.decode()


def _resource(card: CardId, fact: dict[str, Any]) -> ResourceCard:
    kingdom = LETTERS[fact["kingdom"]]
    return ResourceCard(card, _face(fact["corners"]), _back(kingdom), kingdom, fact.get("points", 0))


def _gold(card: CardId, fact: dict[str, Any]) -> GoldCard:
    kingdom = LETTERS[fact["kingdom"]]
    per = PointsPer(fact["per"]) if "per" in fact else None
    cost = count(_symbols(fact["cost"]))
    return GoldCard(card, _face(fact["corners"]), _back(kingdom), kingdom, fact["points"], cost, per)


def _starter(card: CardId, fact: dict[str, Any]) -> StarterCard:
    return StarterCard(card, _face(fact["front"]), _face(fact["back"], _symbols(fact["centre"])))


def _objective(card: CardId, fact: dict[str, Any]) -> Objective:
    if "symbols" in fact:
        return SymbolObjective(card, fact["points"], count(_symbols(fact["symbols"])))
    first, second, third = (_pattern_cell(text) for text in fact["pattern"])
    return PatternObjective(card, fact["points"], (first, second, third))


def _pattern_cell(text: str) -> PatternCell:
    letter, offset = text.split()
    dx, dy = offset.split(",")
    return PatternCell(LETTERS[letter], int(dx), int(dy))


def _symbols(letters: str) -> tuple[Symbol, ...]:
    return tuple(LETTERS[letter] for letter in letters)


def _face(corners: str, centre: tuple[Symbol, ...] = ()) -> Face:
    top_left, top_right, bottom_left, bottom_right = (_CORNERS[letter] for letter in corners)
    return Face((top_left, top_right, bottom_left, bottom_right), centre)


def _back(kingdom: Symbol) -> Face:
    return _face("....", (kingdom,))
