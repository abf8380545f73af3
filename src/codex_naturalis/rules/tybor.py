"""Tybor's turn in the solo game (rulings S4-S12)."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from codex_naturalis.catalogue import (
    KINGDOMS,
    OBJECTS,
    SYMBOLS,
    CardId,
    GoldCard,
    PatternObjective,
    SymbolObjective,
    catalogue,
)

from .actions import Source
from .draws import card_at, refill, refill_event
from .events import Column, Event, TyborActed, TyborOutcome
from .faces import KINGDOM_OF
from .options import GameOptions, Refill, SoloLevel
from .state import Decks, Market, Tybor

__all__ = ["TyborTurn", "begin_tybor", "corresponds", "count_resources", "play_tybor", "tybor_columns"]

_HEAD_START: Final = 4
"""Tybor's points at the start of a hard game (S3)."""

_PRIZED: Final = 5
"""The printed points that make Tybor keep a gold card (S9)."""

_FIRST_ROUND: Final = 1
_LEFT_ONLY: Final = (Column.LEFT,)
_BOTH: Final = tuple(Column)

_SLOTS: Final = {
    Column.LEFT: (Source.RESOURCE_1, Source.GOLD_1),
    Column.RIGHT: (Source.RESOURCE_2, Source.GOLD_2),
}


class TyborTurn(Struct, frozen=True, gc=False):
    """Table after Tybor's turn, and how it came about."""

    tybor: Tybor
    market: Market
    decks: Decks
    events: tuple[Event, ...]

    @property
    def idle(self) -> bool:
        """Return whether the whole turn changed nothing; without other players, no later one will either (R13)."""
        return all(isinstance(event, TyborActed) and event.outcome is TyborOutcome.NOTHING for event in self.events)


def begin_tybor(options: GameOptions, row: tuple[CardId, ...]) -> Tybor | None:
    """Return Tybor before the first turn, or None in a game without him."""
    if options.solo is None:
        return None
    score = _HEAD_START if options.solo is SoloLevel.HARD else 0
    return Tybor(score, row, count_resources(row))


def count_resources(row: Iterable[CardId]) -> tuple[int, int, int, int]:
    """Return Tybor's resources: one for each card of his row, by its kingdom (S5)."""
    kingdoms = [KINGDOM_OF[card] for card in row]
    return tuple(map(kingdoms.count, range(len(KINGDOMS))))  # type: ignore[return-value]  # four kingdoms


def tybor_columns(options: GameOptions, round_number: int) -> tuple[Column, ...]:
    """Return the columns that Tybor deals with in a round: both, except in the very first of level `first` (S16)."""
    return _LEFT_ONLY if options.solo is SoloLevel.FIRST and round_number == _FIRST_ROUND else _BOTH


def play_tybor(
    tybor: Tybor, market: Market, decks: Decks, common: tuple[CardId, ...], columns: tuple[Column, ...] = _BOTH
) -> TyborTurn:
    """Resolve these columns one after the other, the left one completely, refill included, before the right (S4)."""
    events: list[Event] = []
    for column in columns:
        acted = _resolve(tybor, market, decks, common, column)
        tybor = _after(tybor, acted)
        events.append(acted)
        slot = _emptied_source(column, acted.outcome)
        if slot is not None:
            market, decks, card = refill(market, decks, slot, Refill.SAME_DECK)  # S12
            events.append(refill_event(decks, slot, card))
    return TyborTurn(tybor, market, decks, tuple(events))


def _resolve(tybor: Tybor, market: Market, decks: Decks, common: tuple[CardId, ...], column: Column) -> TyborActed:
    resource_slot, gold_slot = _SLOTS[column]
    resource, gold = card_at(market, decks, resource_slot), card_at(market, decks, gold_slot)
    affordable: bool | None = None
    worth_five: bool | None = None
    matches: tuple[CardId, ...] = ()
    card = catalogue().gold.get(gold or 0)
    if card:
        affordable = all(have >= need for have, need in zip(tybor.resources, card.cost, strict=False))
    if card and not affordable:
        worth_five = card.points == _PRIZED
        matches = tuple(objective for objective in common if corresponds(card, objective))
    outcome = _outcome(resource, affordable=bool(affordable), wanted=bool(worth_five or matches))
    points = card.points if card and affordable else 0
    return TyborActed(
        column,
        gold,
        resource,
        tybor.resources,
        affordable,
        worth_five,
        matches,
        outcome,
        points,
        tybor.score + points,
    )


def _outcome(resource: CardId | None, *, affordable: bool, wanted: bool) -> TyborOutcome:
    if affordable:
        return TyborOutcome.SCORED_GOLD
    if wanted:
        return TyborOutcome.KEPT_GOLD
    return TyborOutcome.NOTHING if resource is None else TyborOutcome.KEPT_RESOURCE


def _after(tybor: Tybor, acted: TyborActed) -> Tybor:
    """Return Tybor with the card he kept in his row, or the points he scored (S5-S7)."""
    kept = {TyborOutcome.KEPT_GOLD: acted.gold, TyborOutcome.KEPT_RESOURCE: acted.resource}.get(acted.outcome)
    if kept is None:
        return Tybor(acted.score, tybor.row, tybor.resources)
    resources = list(tybor.resources)
    resources[KINGDOM_OF[kept]] += 1
    return Tybor(acted.score, (*tybor.row, kept), tuple(resources))  # type: ignore[arg-type]  # four kingdoms


def _emptied_source(column: Column, outcome: TyborOutcome) -> Source | None:
    resource_slot, gold_slot = _SLOTS[column]
    if outcome is TyborOutcome.NOTHING:
        return None
    return resource_slot if outcome is TyborOutcome.KEPT_RESOURCE else gold_slot


def corresponds(gold: GoldCard, objective: CardId) -> bool:
    """Return whether `gold` corresponds to the common objective (ruling S8)."""
    wanted = catalogue().objective[objective]
    if isinstance(wanted, PatternObjective):
        kingdoms = [part.kingdom for part in wanted.pattern]
        return gold.kingdom == max(kingdoms, key=kingdoms.count)
    return _shows_one_of(gold, wanted)


def _shows_one_of(gold: GoldCard, wanted: SymbolObjective) -> bool:
    asked = {symbol for symbol, need in zip(SYMBOLS, wanted.symbols, strict=True) if need}
    if asked & set(OBJECTS):
        return bool(asked & set(gold.front.symbols))
    return gold.kingdom in asked
