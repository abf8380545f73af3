# mypy: disable-error-code=no-any-return
# Compiled functions read records, whose fields have no static types.
"""Turn engine: place, draw, refill, Tybor, the end (rulings R1-R5, R12-R14, S4-S15)."""

from typing import Final

from codex_naturalis.rules import END_POINTS, EndCause, Exhaustion, Refill, SoloLevel, TieBreak

from .codex import begin_codex, face_of, first_open, lay_at
from .compiler.jit import njit
from .layout import CELLS, DRAW, NOBODY, NONE, OBJECTIVE, OVER, PLACE, Game, Games
from .objectives import count_copies
from .tables import CORRESPONDS, COST, HIGH_BITS, KINGDOM, POINTS, REWARD

__all__ = [
    "DRAWS",
    "OBJECTIVES",
    "PLACES",
    "SIDES",
    "act",
    "act_at",
    "anything_to_draw",
    "choose_objective",
    "choose_side",
    "draw",
    "place",
    "place_at",
    "play_tybor",
]


_BY_POINTS: Final = tuple(EndCause).index(EndCause.POINTS)
_BY_EXHAUSTION: Final = tuple(EndCause).index(EndCause.EXHAUSTION)
_PRIZED = 5
_FIRST_GAME = (None, *SoloLevel).index(SoloLevel.FIRST)  # as `Game.solo` counts the levels
_ALL = 255
_SLOTS = 4
_RESOURCE_CARDS = 40
_OF_THE_TABLE: Final = Exhaustion.TABLE.number
_OTHER_DECK: Final = Refill.OTHER_DECK.number
_BY_CARDS: Final = TieBreak.OBJECTIVE_CARDS.number


@njit
def choose_side(g: Game, seat: int, side: int) -> None:
    """Choose the starter's side; once all have, the starters lie there."""
    g.side[seat] = side
    for other in range(g.seats):
        if g.side[other] == NOBODY:
            return
    for other in range(g.seats):
        begin_codex(g, other)
    g.phase = OBJECTIVE


@njit
def choose_objective(g: Game, seat: int, which: int) -> None:
    """Keep the first or the second objective offered; once all have, play begins."""
    g.objective[seat] = g.offered[seat, which]
    for other in range(g.seats):
        if g.objective[other] == NONE:
            return
    g.phase = PLACE
    g.round = 1


@njit
def place(g: Game, slot: int, side: int, cell: int) -> None:
    """Lay the card in `slot` of the hand of the seat whose turn it is."""
    at = first_open(g, g.turn)
    while g.open_cells[at] != cell:
        at += 1
    place_at(g, slot, side, at)


@njit
def place_at(g: Game, slot: int, side: int, at: int) -> None:
    """Do what `place` does; the cell is the one at this place in the list of open ones."""
    seat = g.turn
    card = g.hand[seat, slot]
    held = g.held[seat] - 1
    for n in range(slot, held):
        g.hand[seat, n] = g.hand[seat, n + 1]
    g.hand[seat, held] = NONE
    g.held[seat] = held
    g.score[seat] += lay_at(g, seat, face_of(card, side), at)
    g.phase = DRAW
    if g.open[seat] == 0 and g.goes_on == 0 and _all_stuck(g):
        _end_game(g)
    elif (g.round == g.last_round and g.goes_on == 0) or not anything_to_draw(g):
        _complete_turn(g)


@njit
def _all_stuck(g: Game) -> bool:
    left = 0
    for seat in range(g.seats):
        left += g.open[seat]
    return left == 0


@njit
def anything_to_draw(g: Game) -> bool:
    """Return whether there is a card to draw."""
    if g.decks[0] > 0 or g.decks[1] > 0:
        return True
    return g.market[0] != NONE or g.market[1] != NONE or g.market[2] != NONE or g.market[3] != NONE


@njit
def draw(g: Game, source: int) -> None:
    """Take a card: 0-3 from the market, 4 and 5 from the resource and the gold deck."""
    seat = g.turn
    if source >= _SLOTS:
        card = _pop(g, source - _SLOTS)
    else:
        card = g.market[source] + 0
        _refill(g, source, g.rule_refill == _OTHER_DECK)
    g.hand[seat, g.held[seat]] = card
    g.held[seat] += 1
    _complete_turn(g)


@njit
def _pop(g: Game, deck: int) -> int:
    g.decks[deck] -= 1
    return g.deck[deck, g.decks[deck]] + 0


@njit
def _refill(g: Game, slot: int, other_deck: bool) -> None:  # noqa: FBT001  # compiled functions have no keywords
    """Fill a slot of the market from its own deck, or from the other one if that is the rule (R12)."""
    deck = slot // 2
    if g.decks[deck] == 0 and other_deck:
        deck = 1 - deck
    g.market[slot] = _pop(g, deck) if g.decks[deck] > 0 else NONE


@njit
def _complete_turn(g: Game) -> None:
    """Check the triggers, then pass the turn on; stuck seats are skipped."""
    _trigger_end(g, g.turn, g.score[g.turn])
    seat = g.turn + 1
    while True:
        if seat == g.seats:
            idle = False
            if g.solo > 0:
                idle = not play_tybor(g)
                _trigger_end(g, NOBODY, g.tybor)
            if g.round == g.last_round or (idle and _all_stuck(g)):
                _end_game(g)
                return
            g.round += 1
            seat = 0
        if g.open[seat] > 0:
            g.turn = seat
            g.phase = PLACE
            return
        seat += 1


@njit
def _trigger_end(g: Game, seat: int, score: int) -> None:
    """Trigger the end when the turn just completed, of `seat` or of Tybor, calls for it; note why (R1-R3)."""
    if g.last_round != NOBODY:
        return
    if score >= END_POINTS:
        g.end_cause = _BY_POINTS
    elif _is_exhausted(g):
        g.end_cause = _BY_EXHAUSTION
    else:
        return
    g.end_seat = seat
    g.last_round = g.round + 1


@njit
def _is_exhausted(g: Game) -> bool:
    if g.decks[0] > 0 or g.decks[1] > 0:
        return False
    return g.rule_end_by_exhaustion != _OF_THE_TABLE or not anything_to_draw(g)


@njit
def play_tybor(g: Game) -> bool:
    """Resolve the left column, then the right one (`rules.tybor_columns`); return whether that changed anything."""
    acted = False
    columns = 1 if g.solo == _FIRST_GAME and g.round == 1 else 2
    for column in range(columns):
        resource, gold = g.market[column], g.market[2 + column]
        if gold <= _RESOURCE_CARDS:  # a resource card may lie there, by the rule `other_deck` (S10)
            gold = NONE
        kept = NONE
        slot = 2 + column
        if gold != NONE and ((g.tybor_resources | HIGH_BITS) - COST[gold - 1]) & HIGH_BITS == HIGH_BITS:
            g.tybor += POINTS[gold - 1]
        elif gold != NONE and _is_wanted(g, gold):
            kept = gold
        elif resource != NONE:
            kept = resource
            slot = column
        else:
            continue
        if kept != NONE:
            g.tybor_resources += 1 << (8 * KINGDOM[kept - 1])
        _refill(g, slot, False)  # noqa: FBT003  # ruling S12: always from the same deck
        acted = True
    return acted


@njit
def _is_wanted(g: Game, gold: int) -> bool:
    return POINTS[gold - 1] == _PRIZED or CORRESPONDS[gold, g.common[0]] or CORRESPONDS[gold, g.common[1]]


@njit
def _end_game(g: Game) -> None:
    """Count the objectives and find who has won (R5, S15)."""
    g.phase = OVER
    g.winners = 0
    best = -1
    for seat in range(g.seats):
        merit = 0
        points = 0
        for n in range(3):
            objective = g.common[n] if n < 2 else g.objective[seat]  # noqa: PLR2004  # two common ones, then the secret one
            copies = count_copies(g, seat, objective)
            points += copies * REWARD[objective]
            merit += copies > 0 if g.rule_tie_break == _BY_CARDS else copies * REWARD[objective]
        total = g.score[seat] + points
        g.totals[seat] = total
        rank = (total << 8) + min(merit, _ALL)
        if rank > best:
            best = rank
            g.winners = 0
        if rank == best:
            g.winners |= 1 << seat
    if g.solo > 0:
        g.winners = 1 if g.totals[0] > g.tybor else 0


PLACES: Final = 0
"""First code of placements: (2 * slot in the hand + side) * `CELLS` + cell."""

DRAWS: Final = 6 * CELLS
"""First code of draws: the market's four slots, the resource deck, the gold deck."""

SIDES: Final = DRAWS + 6
"""First code of starter sides: 2 * seat + side."""

OBJECTIVES: Final = SIDES + 8
"""First code of objectives: 2 * seat + which of the two offered."""


@njit
def act(g: Game, code: int) -> None:
    """Do the action of `code`, which must be legal."""
    if code < DRAWS:
        face = code // CELLS
        place(g, face >> 1, face & 1, code - face * CELLS)
    elif code < SIDES:
        draw(g, code - DRAWS)
    elif code < OBJECTIVES:
        choose_side(g, (code - SIDES) >> 1, (code - SIDES) & 1)
    else:
        choose_objective(g, (code - OBJECTIVES) >> 1, (code - OBJECTIVES) & 1)


@njit
def act_at(games: Games, at: int, code: int) -> None:
    """Do the action of `code` in record `at`: the Python entry point."""
    act(games[at], code)
