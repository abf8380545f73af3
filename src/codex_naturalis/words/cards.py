"""Cards, cells and symbols in words."""

from collections.abc import Iterable, Sequence
from typing import Final

from codex_naturalis.catalogue import (
    SYMBOLS,
    Back,
    CardId,
    Corner,
    GoldCard,
    PatternObjective,
    PlayableCard,
    Side,
    Symbol,
    catalogue,
)
from codex_naturalis.rules import Cell
from codex_naturalis.views import LaidCard

from .speech import Speech

__all__ = [
    "back_name",
    "card_name",
    "cell_name",
    "count_phrase",
    "counted_all",
    "is_objective",
    "kingdom_name",
    "laid_name",
    "objective_name",
    "objective_worth",
    "printed_words",
    "quote",
    "shown_name",
    "side_word",
    "tally",
    "wanted_symbols",
]

_MOTIFS: Final = 40
"""Number of resource cards; a gold card has the name of the one forty numbers below it."""


def cell_name(cell: Cell) -> str:
    """Return the two numbers of a cell, with a real minus."""
    return f"{cell[0]},{cell[1]}".replace("-", "\N{MINUS SIGN}")


def side_word(say: Speech, side: Side) -> str:
    """Return the name of a side."""
    return say(f"card.side.{side}")


def kingdom_name(say: Speech, kingdom: Symbol) -> str:
    """Return the name of a kingdom."""
    return say(f"symbol.kingdom.{kingdom}")


def count_phrase(say: Speech, symbol: Symbol, count: int) -> str:
    """Return "3 fungi"."""
    return say("symbol.counted", count=count, symbol=say(f"symbol.{symbol}", count=count))


def counted_all(say: Speech, counts: Sequence[int]) -> str | None:
    """Return "2 fungi and 1 quill", for the symbols there are any of; None when there are none."""
    some = [count_phrase(say, symbol, count) for symbol, count in zip(SYMBOLS, counts, strict=False) if count]
    return say.list(some) if some else None


def tally(symbols: Iterable[Symbol | None]) -> list[int]:
    """Return the count of each symbol, in the order of all counts."""
    found = list(symbols)
    return [found.count(symbol) for symbol in SYMBOLS]


def is_objective(card: CardId) -> bool:
    """Return whether `card` is an objective."""
    return card in catalogue().objective


def card_name(say: Speech, card: CardId) -> str:
    """Return the name of a card."""
    if card in catalogue().starter:
        return say("card.starter")
    if is_objective(card):
        return objective_name(say, card)
    name = say(f"card.name.{(card - 1) % _MOTIFS + 1}")
    return say("card.gold", name=name) if card in catalogue().gold else name


def quote(say: Speech, card: CardId) -> str:
    """Return the name of a card, quoted for a sentence."""
    return say("card.quoted", name=card_name(say, card))


def back_name(say: Speech, back: Back) -> str:
    """Return the name of a back."""
    return say(f"card.back.{back.deck}", kingdom=kingdom_name(say, back.kingdom))


def shown_name(say: Speech, card: CardId | None, side: Side, back: Back | None) -> str:
    """Return the name of a card as far as the viewer knows it."""
    if card is not None and (side is Side.FRONT or card in catalogue().starter):
        return card_name(say, card)
    return say("card.face_down", back=back_name(say, back)) if back else say("card.starter")


def laid_name(say: Speech, laid: LaidCard) -> str:
    """Return the name of a laid card; one face down is named if the viewer knows it."""
    return shown_name(say, None, laid.side, laid.back) if laid.card is None else card_name(say, laid.card)


def printed_words(say: Speech, card: CardId, side: Side) -> str:
    """Return the content of one side of a playable card, without its name."""
    face = catalogue().playable_card(card).face(side)
    starter = card in catalogue().starter
    facts = [] if starter or side is Side.BACK else _front_facts(say, catalogue().playable(card))
    centre = counted_all(say, tally(face.centre))
    if centre:
        facts.append(say("card.about.centre", symbols=centre))
    corners = ", ".join(_corner_name(say, corner) for corner in face.corners)
    return say.phrases([*facts, say("card.about.corners", corners=corners)])


def _front_facts(say: Speech, card: PlayableCard) -> list[str]:
    facts = [back_name(say, catalogue().back(card.id))]
    if card.points:
        facts.append(_worth(say, card))
    if isinstance(card, GoldCard) and (costs := counted_all(say, card.cost)):
        facts.append(say("card.about.costs", symbols=costs))
    return facts


def _worth(say: Speech, card: PlayableCard) -> str:
    per = card.per if isinstance(card, GoldCard) else None
    if per is None:
        return say("card.about.worth", count=card.points)
    if per == "corner":
        return say("card.about.per_corner", count=card.points)
    return say("card.about.per_object", count=card.points, symbol=say(f"symbol.{per}", count=1))


def _corner_name(say: Speech, corner: Corner) -> str:
    return say(f"card.about.{corner}") if corner.symbol is None else say(f"symbol.{corner}", count=1)


def objective_name(say: Speech, card: CardId) -> str:
    """Return the condition of an objective."""
    objective = catalogue().objective[card]
    if not isinstance(objective, PatternObjective):
        return say("objective.set", symbols=counted_all(say, objective.symbols) or "")
    top, middle, bottom = (say(f"objective.kingdom.{cell.kingdom}") for cell in objective.pattern)
    first, _, last = objective.pattern
    if top == bottom:
        return say("objective.diagonal_rising" if first.dx > 0 else "objective.diagonal_falling", kingdom=top)
    if top == middle:
        key = "objective.column_bottom_right" if last.dx > 0 else "objective.column_bottom_left"
        return say(key, kingdom=top, other=bottom)
    key = "objective.column_top_right" if first.dx > 0 else "objective.column_top_left"
    return say(key, kingdom=middle, other=top)


def objective_worth(say: Speech, card: CardId) -> str:
    """Return the points of each copy of an objective."""
    objective = catalogue().objective[card]
    key = "objective.each" if isinstance(objective, PatternObjective) else "objective.each_set"
    return say(key, count=objective.points)


def wanted_symbols(card: CardId) -> tuple[Symbol, ...]:
    """Return the symbols that an objective counts; none for a pattern."""
    objective = catalogue().objective[card]
    if isinstance(objective, PatternObjective):
        return ()
    return tuple(symbol for symbol, count in zip(SYMBOLS, objective.symbols, strict=True) if count)
