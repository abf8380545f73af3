"""Determinization: sampled games that look to the viewer just like the one being played."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

from codex_naturalis.catalogue import Back, CardId, Deck, Side, catalogue
from codex_naturalis.rules import (
    FACES,
    HIDDEN,
    Codex,
    Deal,
    DealtDecks,
    DealtMarket,
    DealtSeat,
    Decks,
    GameState,
    Phase,
    PlacedCard,
    SeatState,
    Tybor,
)
from codex_naturalis.rules.arguments import check_kind

from .values import DeckView, HandCard, SeatView, View

__all__ = ["sample_world", "sample_worlds", "unseen_cards"]

_BACKS: Final = {card: catalogue().back(card) for card in (*catalogue().resource, *catalogue().gold)}
_OBJECTIVES: Final = tuple(catalogue().objective)
_NOTHING_LAID: Final = SeatState(0).codex
_CORNERS: Final = ((-1, 1), (1, 1), (-1, -1), (1, -1))


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
        yield from view.tybor.scored


def sample_world(view: View, rng: Random) -> GameState:
    """Sample a determinization: a game in which all that `view` does not show is drawn at random.

    Every way to distribute the unseen cards that fits what the viewer has seen is equally likely: the backs of hands,
    of cards laid face down and of deck tops, the fronts that once lay in the market, the objective the viewer did not
    keep. `view_of` that game is `view` again. Its deal holds what the rules may still need: the objectives offered and,
    before the hands are dealt, the hands; the rest is filled with cards that are in the game.
    """
    return sample_worlds(view, rng, 1)[0]


def sample_worlds(view: View, rng: Random, number: int) -> list[GameState]:
    """Sample `number` determinizations of one view, each as `sample_world` does."""
    check_kind("view", view, View)
    unseen = unseen_cards(view)
    return [_World(view, unseen, rng).state() for _ in range(number)]


class _World:
    """Sampler state: one draw of everything hidden."""

    def __init__(self, view: View, unseen: Mapping[Back, Sequence[CardId]], rng: Random) -> None:
        self._view = view
        self._rng = rng
        self._unseen = {back: _shuffle(cards, rng) for back, cards in unseen.items()}
        """Unseen cards in random order; a card with a certain back is taken from the end."""
        self._revealed = [scores[-1].id for scores in view.result.objectives] if view.result else []
        """Objective that each seat kept, once the game is over."""
        known = (*view.common_objectives, *view.offered, *self._revealed)
        objectives = [card for card in _OBJECTIVES if card not in known]
        self._objectives = _shuffle(objectives, rng)

    def state(self) -> GameState:
        view = self._view
        hands = [tuple(self._hand_card(held) for held in seat.hand) for seat in view.seats]
        codices = [self._codex(seat) for seat in view.seats]
        tybor = self._tybor()
        resource, gold = self._deck(Deck.RESOURCE, view.decks.resource), self._deck(Deck.GOLD, view.decks.gold)
        common = view.common_objectives or (self._objectives.pop(), self._objectives.pop())
        offers, kept = self._offers()
        deal = self._deal(hands, codices, (resource, gold), (common[0], common[1]), offers)
        seats = [
            SeatState(seat.starter, self._side(seat), codices[n], hands[n], kept[n], seat.score)
            for n, seat in enumerate(view.seats)
        ]
        return GameState(
            options=view.options,
            rules=view.rules,
            deal=deal,
            phase=view.phase,
            turn=view.turn or 0,
            round=view.round,
            last_round=view.ending.last_round if view.ending else None,
            seats=tuple(seats),
            market=view.market,
            decks=Decks(resource, gold, self._objective_deck(deal, kept)),
            seen=self._seen_bits(),
            tybor=tybor,
            result=view.result,
        )

    # Resource and gold cards

    def _hand_card(self, held: HandCard) -> CardId:
        return self._unseen[held.back].pop() if held.card is None else held.card

    def _codex(self, seat: SeatView) -> Codex:
        if not seat.laid:
            return _NOTHING_LAID
        cards = {}
        for laid in seat.laid:
            assert laid.card is not None or laid.back is not None
            card = self._unseen[laid.back].pop() if laid.card is None and laid.back else laid.card
            assert card is not None
            cards[laid.cell] = PlacedCard(card, laid.side)
        blocked = frozenset(
            (x + dx, y + dy)
            for (x, y), placed in cards.items()
            for (dx, dy), corner in zip(_CORNERS, FACES[placed.side][placed.card].corners, strict=True)
            if corner == HIDDEN and (x + dx, y + dy) not in cards
        )
        return Codex(cards, seat.symbols, dict.fromkeys(seat.open), blocked)

    def _tybor(self) -> Tybor | None:
        seen = self._view.tybor
        return (
            None
            if seen is None
            else Tybor(seen.score, tuple(self._hand_card(held) for held in seen.row), seen.resources)
        )

    def _deck(self, deck: Deck, seen: DeckView) -> tuple[CardId, ...]:
        """Draw a deck; all cards of it that lie elsewhere must have been taken already."""
        if seen.top is None:
            return ()
        top = self._unseen[seen.top].pop()
        rest = [card for back, cards in self._unseen.items() if back.deck is deck for card in cards]
        if len(rest) == seen.count - 1:
            return (top, *_shuffle(rest, self._rng))
        return (top, *self._rng.sample(rest, seen.count - 1))

    def _seen_bits(self) -> int:
        """Return, as bits, the cards known to all, as far as the viewer can tell; none of its own hidden ones."""
        view = self._view
        others = [seat for seat in view.seats if seat.seat != view.viewer]
        known = [held.card for seat in others for held in seat.hand]
        known += [laid.card for seat in others for laid in seat.laid if laid.back is not None]
        known += [*view.market.resource, *view.market.gold]
        if view.tybor is not None:
            known += [*(held.card for held in view.tybor.row), *view.tybor.scored]
        return sum(1 << card for card in {*known} if card is not None)

    # Setup

    def _side(self, seat: SeatView) -> Side | None:
        if seat.laid:
            return seat.laid[0].side
        return self._rng.choice(tuple(Side)) if seat.chosen else None

    def _offers(self) -> tuple[list[tuple[CardId, CardId]], list[CardId | None]]:
        """Return the two objectives each seat was offered, and the one it kept."""
        view = self._view
        offers: list[tuple[CardId, CardId]] = []
        kept: list[CardId | None] = []
        for seat in view.seats:
            if seat.seat == view.viewer and view.offered:
                offers.append((view.offered[0], view.offered[1]))
                kept.append(view.objective)
                continue
            known = self._revealed[seat.seat] if self._revealed else self._objectives.pop()
            pair = (known, self._objectives.pop())
            offers.append(pair if self._rng.random() < 0.5 else pair[::-1])  # noqa: PLR2004  # one order or the other
            kept.append(pair[0] if seat.chosen and view.phase is not Phase.SIDE else None)
        return offers, kept

    def _objective_deck(self, deal: Deal, kept: Sequence[CardId | None]) -> tuple[CardId, ...]:
        offers = [seat.objectives for seat in deal.seats]
        if self._view.phase is Phase.SIDE:
            return (*deal.common_objectives, *(card for pair in offers for card in pair), *deal.decks.objective)
        left = (card for pair, own in zip(offers, kept, strict=True) if own for card in pair if card != own)
        return (*deal.decks.objective, *left)

    def _deal(
        self,
        hands: Sequence[tuple[CardId, ...]],
        codices: Sequence[Codex],
        decks: tuple[tuple[CardId, ...], tuple[CardId, ...]],
        common: tuple[CardId, CardId],
        offers: Sequence[tuple[CardId, CardId]],
    ) -> Deal:
        view = self._view
        resource, gold = decks
        if view.phase is Phase.SIDE:
            dealt, resource, gold = _deal_hands(len(view.seats), resource, gold)
        else:
            held = [
                [*hand, *(p.card for p in codex.cards.values())] for hand, codex in zip(hands, codices, strict=True)
            ]
            dealt = [(cards[0], cards[1], cards[2]) for cards in held]
        seats = [
            DealtSeat(seat.starter, hand, pair) for seat, hand, pair in zip(view.seats, dealt, offers, strict=True)
        ]
        market = DealtMarket(_fill(view.market.resource), _fill(view.market.gold))
        return Deal(tuple(seats), market, common, DealtDecks(resource, gold, self._objectives_undealt()))

    def _objectives_undealt(self) -> tuple[CardId, ...]:
        """Return as many of the remaining objectives as their deck must hold."""
        view = self._view
        if view.phase is Phase.SIDE:
            others = 2 + 2 * len(view.seats)
        else:
            others = sum(seat.objectives_held == 1 for seat in view.seats)
        return tuple(self._objectives[: view.decks.objective - others])


def _shuffle(cards: Sequence[CardId], rng: Random) -> list[CardId]:
    """Return `cards` in random order: what `rng.sample(cards, len(cards))` draws, in less than half its time."""
    bits, pool = rng.getrandbits, list(cards)
    drawn = []
    for left in range(len(pool), 0, -1):
        length = left.bit_length()
        at = bits(length)
        while at >= left:
            at = bits(length)
        drawn.append(pool[at])
        pool[at] = pool[left - 1]
    return drawn


_Hand = tuple[CardId, CardId, CardId]
_Cards = tuple[CardId, ...]


def _deal_hands(seats: int, resource: _Cards, gold: _Cards) -> tuple[list[_Hand], _Cards, _Cards]:
    """Deal two resource cards and one gold card to each seat, as far as there are (a deal may be constructed)."""
    piles = [list(resource), list(gold)]
    hands = []
    for _ in range(seats):
        first, second, third = ((piles[pile] or piles[1 - pile]).pop(0) for pile in (0, 0, 1))
        hands.append((first, second, third))
    return hands, tuple(piles[0]), tuple(piles[1])


def _fill(slots: tuple[CardId | None, CardId | None]) -> tuple[CardId, CardId]:
    return slots[0] or 0, slots[1] or 0
