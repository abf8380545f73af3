"""Deal: everything chance decides, drawn once and in the open."""

from collections.abc import Iterator

from msgspec import Struct

from codex_naturalis.catalogue import KINGDOMS, CardId, Catalogue, Symbol

from .arguments import check_kind
from .errors import InvalidDealError
from .options import GameOptions, SoloLevel
from .shuffle import Shuffler

__all__ = ["Deal", "DealtDecks", "DealtMarket", "DealtSeat", "check_deal", "draw_deal"]


class DealtSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards dealt to one seat."""

    starter: CardId
    hand: tuple[CardId, CardId, CardId]
    objectives: tuple[CardId, CardId]


class DealtMarket(Struct, frozen=True, forbid_unknown_fields=True):
    """Four face-up cards."""

    resource: tuple[CardId, CardId]
    gold: tuple[CardId, CardId]


class DealtDecks(Struct, frozen=True, forbid_unknown_fields=True):
    """The decks after setup has taken its cards, top card first."""

    resource: tuple[CardId, ...]
    gold: tuple[CardId, ...]
    objective: tuple[CardId, ...]


class Deal(Struct, frozen=True, forbid_unknown_fields=True):
    """All that chance decides. A deck may be shorter than in the box: a constructed situation."""

    seats: tuple[DealtSeat, ...]
    market: DealtMarket
    common_objectives: tuple[CardId, CardId]
    decks: DealtDecks
    tybor: tuple[CardId, ...] = ()
    """Resource cards dealt to Tybor's row, in solo games."""


def draw_deal(box: Catalogue, options: GameOptions, chance: Shuffler) -> Deal:
    """Deal as the rulebook says (rulings R16, S1-S3)."""
    check_kind("options", options, GameOptions)
    resource = chance.shuffled(box.resource)
    gold = chance.shuffled(box.gold)
    starters = chance.shuffled(box.starter)
    objectives = chance.shuffled(box.objective)
    market = DealtMarket((resource.pop(0), resource.pop(0)), (gold.pop(0), gold.pop(0)))
    tybor = _first_row(box, options.solo, resource, chance)
    if options.solo:
        resource = chance.shuffled(resource)
    common = (objectives.pop(0), objectives.pop(0))
    seats = tuple(
        DealtSeat(
            starters.pop(0),
            (resource.pop(0), resource.pop(0), gold.pop(0)),
            (objectives.pop(0), objectives.pop(0)),
        )
        for _ in range(options.seats)
    )
    return Deal(seats, market, common, DealtDecks(tuple(resource), tuple(gold), tuple(objectives)), tybor)


def _first_row(box: Catalogue, level: SoloLevel | None, resource: list[CardId], chance: Shuffler) -> tuple[CardId, ...]:
    """Take Tybor's first cards out of `resource`: one of each kingdom (S1), on easy of two (S2), on our own none."""
    if level in {None, SoloLevel.GENTLE, SoloLevel.FIRST}:
        return ()
    kingdoms = chance.shuffled(KINGDOMS)[:2] if level is SoloLevel.EASY else KINGDOMS
    row = [_first_of(box, kingdom, resource) for kingdom in KINGDOMS if kingdom in kingdoms]
    for card in row:
        resource.remove(card)
    return tuple(row)


def _first_of(box: Catalogue, kingdom: Symbol, resource: list[CardId]) -> CardId:
    return next(card for card in resource if box.resource[card].kingdom == kingdom)


def check_deal(box: Catalogue, options: GameOptions, deal: Deal) -> None:
    """Raise `InvalidDealError` unless `deal` fits `options`: known cards, none twice, each in its place."""
    if len(deal.seats) != options.seats:
        raise InvalidDealError(f"the deal is for {len(deal.seats)} seats, the options for {options.seats}")
    if deal.tybor and options.solo is None:
        raise InvalidDealError("only a solo game deals cards to Tybor")
    met: set[CardId] = set()
    for place, card, allowed in _places(box, deal):
        if card not in allowed:
            raise InvalidDealError(f"{place}: there is no such card here: {card}")
        if card in met:
            raise InvalidDealError(f"{place}: card {card} occurs twice")
        met.add(card)


def _places(box: Catalogue, deal: Deal) -> Iterator[tuple[str, CardId, frozenset[CardId]]]:
    """Yield every dealt card with the name of its place and the cards that may lie there."""
    resource, gold = frozenset(box.resource), frozenset(box.gold)
    objective, starter = frozenset(box.objective), frozenset(box.starter)
    groups: list[tuple[str, tuple[CardId, ...], frozenset[CardId]]] = [
        ("market.resource", deal.market.resource, resource),
        ("market.gold", deal.market.gold, gold),
        ("common_objectives", deal.common_objectives, objective),
        ("decks.resource", deal.decks.resource, resource),
        ("decks.gold", deal.decks.gold, gold),
        ("decks.objective", deal.decks.objective, objective),
        ("tybor", deal.tybor, resource),
    ]
    for seat, dealt in enumerate(deal.seats):
        groups.append((f"seats[{seat}].starter", (dealt.starter,), starter))
        groups.append((f"seats[{seat}].hand", dealt.hand, resource | gold))
        groups.append((f"seats[{seat}].objectives", dealt.objectives, objective))
    for place, cards, allowed in groups:
        for card in cards:
            yield place, card, allowed
