"""Games, viewers and twins for property tests.

`shuffle_hidden` is written from the rulebook and ruling R17: it knows nothing of the package `views` that it tests.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from hypothesis import strategies as st
from msgspec import Struct, to_builtins
from msgspec.structs import replace

from codex_naturalis.catalogue import CardId, PatternObjective, Side, catalogue
from codex_naturalis.record import Record, action_text, write_record
from codex_naturalis.rules import (
    HOUSE_RULES,
    LATEST,
    SOLO_RULES,
    Action,
    ChooseObjective,
    ChooseSide,
    Deal,
    DealtSeat,
    Decks,
    GameOptions,
    GameState,
    Phase,
    Place,
    PlacedCard,
    Preset,
    Refill,
    RulesVersion,
    Seat,
    SeededShuffler,
    SoloLevel,
    Step,
    apply,
    awaited,
    begin,
    draw_deal,
    lay,
    legal_actions,
    options_of,
)

__all__ = [
    "EVERY_ANSWER",
    "STYLES",
    "Played",
    "games",
    "hidden_swaps",
    "play",
    "played_games",
    "relabelled_deal",
    "shuffle_hidden",
    "twin_of",
    "viewers_of",
]

EVERY_ANSWER: Final[list[GameOptions]] = list(
    dict.fromkeys(
        replace(options, **{name: answer})
        for name, rule in HOUSE_RULES.items()
        for answer in rule
        for options in (options_of(2), options_of(3), options_of(4), options_of(1, solo=SoloLevel.HARD))
        if options.solo is None or name in SOLO_RULES
    )
)
"""Tables of each size that change one house rule at most, so that every answer of every one is among them."""

Swaps = dict[CardId, CardId]
"""Which unknown card lies where another did."""


class Played(Struct, frozen=True):
    """A game from its deal on: what was done, and every step of it."""

    opening: GameState
    actions: tuple[tuple[Seat, Action], ...]
    steps: tuple[Step, ...]

    @property
    def states(self) -> tuple[GameState, ...]:
        """Every state, the deal first."""
        return (self.opening, *(step.state for step in self.steps))

    def __repr__(self) -> str:
        """Return the game as a record, so that what a failing test found can be replayed."""
        actions = tuple(action_text(seat, action) for seat, action in self.actions)
        opening = self.opening
        return write_record(Record(opening.options, deal=opening.deal, actions=actions, rules=opening.rules))

    def until(self, length: int) -> "Played":
        """Return the first `length` actions of the game."""
        return Played(self.opening, self.actions[:length], self.steps[:length])

    @property
    def last(self) -> GameState:
        """The state after all actions."""
        return self.states[-1]


# How seats play: each style leads where the others seldom go.


def _at_random(_: GameState, __: Seat, legal: tuple[Action, ...], rng: Random) -> Action:
    return rng.choice(legal)


def _for_points(state: GameState, seat: Seat, legal: tuple[Action, ...], rng: Random) -> Action:
    """Score as soon as possible, so that games end by points."""

    def points(action: Action) -> float:
        if not isinstance(action, Place):
            return rng.random()
        laying = lay(state.seats[seat].codex, action.card, action.side, action.cell)
        return (laying.score.points if laying.score else 0) + sum(laying.codex.symbols) / 20 + rng.random() / 10

    return max(legal, key=points)


def _into_a_corner(state: GameState, seat: Seat, legal: tuple[Action, ...], rng: Random) -> Action:
    """Leave as few open cells as possible, so that seats get stuck."""

    def openness(action: Action) -> float:
        if not isinstance(action, Place):
            return rng.random()
        return len(lay(state.seats[seat].codex, action.card, action.side, action.cell).codex.open) + rng.random()

    return min(legal, key=openness)


Style = Callable[[GameState, Seat, tuple[Action, ...], Random], Action]
STYLES: Final[dict[str, Style]] = {
    "at random": _at_random,
    "for points": _for_points,
    "into a corner": _into_a_corner,
}


def play(opening: GameState, style: str, seed: int, *, most: int = 10_000) -> Played:
    """Play at most `most` actions in one style; in setup, seats choose in any order."""
    rng = Random(seed)
    state = opening
    actions: list[tuple[Seat, Action]] = []
    steps: list[Step] = []
    while len(actions) < most and (waiting := awaited(state)):
        seat = rng.choice(waiting)
        action = STYLES[style](state, seat, legal_actions(state, seat), rng)
        steps.append(apply(state, seat, action))
        actions.append((seat, action))
        state = steps[-1].state
    return Played(opening, tuple(actions), tuple(steps))


@st.composite
def all_options(
    draw: st.DrawFn,
    seats: st.SearchStrategy[int] | None = None,
    rules: RulesVersion = LATEST,
    *,
    by_the_books: bool = False,
) -> GameOptions:
    """Return any house rules that a game by `rules` may have; `by_the_books` only those that books leave open."""
    number = draw(st.integers(1, 4) if seats is None else seats)
    asked = [name for name in HOUSE_RULES if not by_the_books or name in to_builtins(GameOptions(2))]
    house = {name: draw(st.sampled_from(HOUSE_RULES[name])) for name in asked}
    if number == 1 and rules is not RulesVersion.FIRST:
        house["refill"] = Refill.SAME_DECK  # Tybor's columns want their own decks (S12)
    preset, solo = draw(st.sampled_from(Preset)), draw(st.sampled_from(SoloLevel)) if number == 1 else None
    return replace(GameOptions(number, preset, solo=solo), **house)


@st.composite
def deals(draw: st.DrawFn, options: GameOptions) -> Deal:
    """Return any deal, often with short decks, so that games come to their end soon."""
    dealt = draw_deal(catalogue(), options, SeededShuffler(str(draw(st.integers(0, 10**6)))))
    if draw(st.booleans()):
        resource, gold = draw(st.integers(0, 12)), draw(st.integers(0, 12))
        decks = replace(dealt.decks, resource=dealt.decks.resource[:resource], gold=dealt.decks.gold[:gold])
        dealt = replace(dealt, decks=decks)
    return dealt


@st.composite
def played_games(
    draw: st.DrawFn,
    *,
    to_the_end: bool = False,
    seats: st.SearchStrategy[int] | None = None,
    by_the_books: bool = False,
) -> Played:
    """Return a game of any version, options and style, of any length or to its end."""
    rules = draw(st.sampled_from(RulesVersion))
    options = draw(all_options(seats, rules, by_the_books=by_the_books))
    opening = begin(options, draw(deals(options)), rules)
    style = draw(st.sampled_from(sorted(STYLES)))
    most = 10_000 if to_the_end else draw(st.one_of(st.integers(0, 8), st.integers(0, 90)))
    return play(opening, style, draw(st.integers(0, 10**6)), most=most)


def games() -> st.SearchStrategy[GameState]:
    """Return any moment of any game."""
    return played_games().map(lambda played: played.last)


def viewers_of(state: GameState) -> tuple[Seat | None, ...]:
    """Return everybody who may look: each seat, and a spectator."""
    return (None, *range(len(state.seats)))


# Twins: the same game to one viewer, with other cards where that viewer cannot look.


def _visible_backs(state: GameState) -> list[CardId]:
    """Return the cards whose back is visible: in hands, on decks, laid, and in Tybor's row."""
    box = catalogue()
    backs = [card for deck in (state.decks.resource, state.decks.gold) for card in deck[:1]]
    for own in state.seats:
        backs += [*own.hand, *(placed.card for placed in own.codex.cards.values() if placed.card not in box.starter)]
    return backs + list(state.tybor.row if state.tybor else ())


def _known(state: GameState, viewer: Seat | None) -> set[CardId]:
    """Return the resource and gold cards whose front `viewer` has seen (ruling R17)."""
    known = {card for card in (*catalogue().resource, *catalogue().gold) if state.has_seen(card)}
    for seat, own in enumerate(state.seats):
        known.update(p.card for p in own.codex.cards.values() if p.side is Side.FRONT or seat == viewer)
        if seat == viewer:
            known.update(own.hand)
    return known


def _hidden(state: GameState, viewer: Seat | None) -> set[CardId]:
    """Return every resource and gold card in this game that `viewer` does not know."""
    there = {*_visible_backs(state), *state.decks.resource, *state.decks.gold}
    return there - _known(state, viewer)


def hidden_objectives(state: GameState, viewer: Seat | None) -> set[CardId]:
    """Return the objectives in this game that `viewer` has not seen: before they are dealt, all of them."""
    dealt = state.deal
    there = {*dealt.common_objectives, *dealt.decks.objective, *(c for seat in dealt.seats for c in seat.objectives)}
    if state.phase is Phase.SIDE:
        return there
    shown = set(dealt.common_objectives)
    if viewer is not None:
        shown.update(dealt.seats[viewer].objectives)
    if state.phase is Phase.OVER:
        shown.update(own.objective for own in state.seats if own.objective is not None)
    return there - shown


def hidden_cards(state: GameState, viewer: Seat | None) -> set[CardId]:
    """Return every card in this game that `viewer` does not know."""
    return _hidden(state, viewer) | hidden_objectives(state, viewer)


def hidden_swaps(state: GameState, viewer: Seat | None, rng: Random) -> Swaps:
    """Return a random exchange of unknown cards that `viewer` cannot notice."""
    hidden = _hidden(state, viewer)
    swaps = _mix(sorted(hidden_objectives(state, viewer)), rng)
    box = catalogue()
    for kind in (box.resource, box.gold):
        for kingdom in {card.kingdom for card in kind.values()}:
            swaps |= _mix(sorted(card for card in hidden if card in kind and kind[card].kingdom is kingdom), rng)
    seen_backs = set(_visible_backs(state))
    for deck in (state.decks.resource, state.decks.gold):
        deep = [card for card in deck if card in hidden and card not in seen_backs]
        mixed = _mix(deep, rng)
        swaps |= {card: swaps[other] for card, other in mixed.items()}
    return swaps


def _mix(cards: list[CardId], rng: Random) -> Swaps:
    return dict(zip(cards, rng.sample(cards, len(cards)), strict=True))


def relabelled_deal(deal: Deal, swaps: Swaps) -> Deal:
    """Return `deal` with its cards exchanged."""

    def other(cards: tuple[CardId, ...]) -> tuple[CardId, ...]:
        return tuple(swaps.get(card, card) for card in cards)

    seats = tuple(DealtSeat(s.starter, other(s.hand), other(s.objectives)) for s in deal.seats)  # type: ignore[arg-type]
    decks = replace(
        deal.decks,
        resource=other(deal.decks.resource),
        gold=other(deal.decks.gold),
        objective=other(deal.decks.objective),
    )
    common = other(deal.common_objectives)
    return replace(deal, seats=seats, common_objectives=common, decks=decks, tybor=other(deal.tybor))


def shuffle_hidden(state: GameState, viewer: Seat | None, rng: Random) -> GameState:
    """Return a state that `viewer` cannot tell from `state`: other cards, and other secret sides, out of sight."""
    swaps = hidden_swaps(state, viewer, rng)

    def other(cards: tuple[CardId, ...]) -> tuple[CardId, ...]:
        return tuple(swaps.get(card, card) for card in cards)

    seats = []
    for seat, own in enumerate(state.seats):
        placed = {cell: PlacedCard(swaps.get(p.card, p.card), p.side) for cell, p in own.codex.cards.items()}
        codex = replace(own.codex, cards=placed)
        secret = state.phase is Phase.SIDE and own.side is not None and seat != viewer
        side = rng.choice(tuple(Side)) if secret else own.side
        kept = None if own.objective is None else swaps.get(own.objective, own.objective)
        seats.append(replace(own, side=side, codex=codex, hand=other(own.hand), objective=kept))
    decks = Decks(other(state.decks.resource), other(state.decks.gold), other(state.decks.objective))
    return replace(
        state,
        deal=relabelled_deal(state.deal, swaps),
        seats=tuple(seats),
        decks=decks,
        tybor=replace(state.tybor, row=other(state.tybor.row)) if state.tybor else None,
    )


def twin_of(played: Played, viewer: Seat | None, rng: Random) -> Played:
    """Return a whole game that `viewer` cannot tell from `played`, from the deal to its last action."""
    swaps = hidden_swaps(played.last, viewer, rng)
    state = begin(played.opening.options, relabelled_deal(played.opening.deal, swaps), played.opening.rules)
    opening, actions, steps = state, [], []
    for seat, action in played.actions:
        act = _twin_action(played.last, seat, action, swaps, hidden=seat != viewer, rng=rng)
        steps.append(apply(state, seat, act))
        actions.append((seat, act))
        state = steps[-1].state
    return Played(opening, tuple(actions), tuple(steps))


def _twin_action(last: GameState, seat: Seat, action: Action, swaps: Swaps, *, hidden: bool, rng: Random) -> Action:
    match action:
        case ChooseSide() if hidden and last.phase is Phase.SIDE and seat is not None:
            return ChooseSide(rng.choice(tuple(Side)))
        case ChooseObjective() | Place():
            return replace(action, card=swaps.get(action.card, action.card))
        case _:
            return action


def pattern_objectives() -> list[PatternObjective]:
    """Return the eight objectives that ask for a pattern."""
    return [o for o in catalogue().objective.values() if isinstance(o, PatternObjective)]
