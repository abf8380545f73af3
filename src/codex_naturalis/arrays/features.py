# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""Candidates: a table of the legal actions with features of what each does, for networks that score actions.

A network that maps a position to 3,760 numbers learns slowly on a small machine; one that scores a candidate by some
forty features, the same for every action, learns within minutes. All features are of what the seat knows. `FEATURES`
names them; points are in fives, most others between -1 and 1.
"""

from typing import Final

from codex_naturalis.kernel.codex import count_of, face_of, first_open, lacking, neighbour, payable
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import DRAW, NOBODY, NONE, OPEN, PLACE, SIDE, VOID, Array, Game, Games
from codex_naturalis.kernel.planner.lookup_tables import FITS, PART, PART_OF_ONE, PULL, ROLES, WITH
from codex_naturalis.kernel.tables import BRINGS, CORNERS, HIDES, KINGDOM, PATTERN, POINTS, REWARD, STARTER_FACES
from codex_naturalis.rules import END_POINTS

from . import actions
from .grid import INDEX_OF, OUTSIDE
from .opponents import cover, points_for
from .trace import is_many

__all__ = ["CANDIDATES", "FEATURES", "write_candidates", "write_candidates_at", "write_candidates_many"]

CANDIDATES: Final = 256
"""Maximum number of candidates; random games have 216 at most, and any beyond are left out."""

FEATURES: Final = (
    "place",
    "points",
    "symbols_gained",
    "symbols_lost",
    "covered",
    "opened",
    "closed",
    "face_down",
    "gold_in_hand_payable_then",
    "gold_in_hand_lacking_then",
    "sets_gained",
    "sets_lost",
    "patterns_completed",
    "patterns_begun",
    "reaches_the_end",
    "is_gold",
    "draw",
    "card_known",
    "card_points_now",
    "card_points_printed",
    "card_payable",
    "card_lacking",
    "card_symbols",
    "card_sets",
    "card_patterns",
    "card_of_gold_deck",
    "own_symbols_of_its_kingdom",
    "side",
    "side_symbols",
    "side_hidden_corners",
    "objective",
    "objective_points",
    "objective_in_hand",
    "objective_in_symbols",
    "own_score",
    "best_other_score",
    "end_is_near",
    "last_turn",
    "round",
    "open_cells",
    "gold_in_hand",
    "decks_left",
)
"""Names of the features, in order."""

_F: Final = {name: at for at, name in enumerate(FEATURES)}
_NUMBER: Final = len(FEATURES)
_GRID: Final = actions.CELLS
_GRID_DRAWS: Final = actions.DRAWS
_GRID_SIDES: Final = actions.SIDES
_GRID_OBJECTIVES: Final = actions.OBJECTIVES
_MOST: Final = CANDIDATES
_FIFTH: Final = 0.2
_GOLD: Final = 40
"""Faces from here on are fronts of gold cards."""

_BACK: Final = 80
_CONTEXT: Final = _F["own_score"]
_PLACE: Final = _F["place"]
_DRAW: Final = _F["draw"]
_SIDE: Final = _F["side"]
_OBJECTIVE: Final = _F["objective"]


@njit
def write_candidates(g: Game, seat: int, features: Array, indices: Array, row: int) -> int:
    """Write the candidates of `seat`, which is to act, and their indices; return how many."""
    number = 0
    if g.phase == PLACE:
        number = _placements(g, seat, features, indices, row)
    elif g.phase == DRAW:
        number = _draws(g, seat, features, indices, row)
    else:
        for which in range(2):
            _clear(features, row, which)
            if g.phase == SIDE:
                _judge_side(g, seat, which, features, row)
                indices[row, which] = _GRID_SIDES + which
            else:
                _judge_objective(g, seat, g.offered[seat, which] + 0, which, features, row)
                indices[row, which] = _GRID_OBJECTIVES + which
        number = 2
    _write_context(g, seat, features, row, number)
    return number


@njit
def _clear(features: Array, row: int, at: int) -> None:
    for n in range(_NUMBER):
        features[row, at, n] = 0.0


@njit
def _goal(g: Game, seat: int, n: int) -> int:
    return g.common[n] + 0 if n < 2 else g.objective[seat] + 0  # noqa: PLR2004  # two common ones, then the own


@njit
def _total(packed: int) -> int:
    total = 0
    for symbol in range(7):
        total += count_of(packed, symbol)
    return total


@njit
def _placements(g: Game, seat: int, features: Array, indices: Array, row: int) -> int:
    number = 0
    many = is_many(g)
    start = first_open(g, seat)
    for n in range(start, start + g.open[seat]):
        cell = g.open_cells[n] + 0
        at = INDEX_OF[many, cell & g.mask]
        if at == OUTSIDE:
            continue
        covered, lost = cover(g, cell)
        for slot in range(g.held[seat]):
            for side in range(2):
                face = face_of(g.hand[seat, slot], side)
                if number == _MOST or (side == 0 and not payable(g.symbols[seat], face)):
                    continue
                _clear(features, row, number)
                _judge_placement(g, seat, slot, face, cell, covered, lost, features, row, number)
                indices[row, number] = (2 * slot + side) * _GRID + at
                number += 1
    return number


@njit
def _judge_placement(  # noqa: PLR0913, PLR0917  # compiled functions have no keywords
    g: Game, seat: int, slot: int, face: int, cell: int, covered: int, lost: int, features: Array, row: int, at: int
) -> None:
    points = points_for(g.symbols[seat], face, covered, lost)
    features[row, at, _PLACE] = 1.0
    features[row, at, _PLACE + 1] = _FIFTH * points
    features[row, at, _PLACE + 2] = _FIFTH * _total(BRINGS[face])
    features[row, at, _PLACE + 3] = _FIFTH * _total(lost)
    features[row, at, _PLACE + 4] = 0.25 * covered
    for corner in range(4):
        there = g.cells[neighbour(g, cell, corner)]
        hides = CORNERS[face, corner] == HIDES
        if there == VOID and not hides:
            features[row, at, _PLACE + 5] += 0.25
        elif there == OPEN and hides:
            features[row, at, _PLACE + 6] += 0.25
    features[row, at, _PLACE + 7] = 1.0 if face >= _BACK else 0.0
    symbols = g.symbols[seat] + BRINGS[face] - lost
    for other in range(g.held[seat]):
        front = g.hand[seat, other] - 1
        if other != slot and front >= _GOLD:
            features[row, at, _PLACE + 8] += 0.5 if payable(symbols, front) else 0.0
            features[row, at, _PLACE + 9] += _FIFTH * lacking(symbols, front)
    _judge_goals(g, seat, face, cell, lost, features, row, at)
    features[row, at, _PLACE + 14] = 1.0 if g.last_round == NOBODY and g.score[seat] + points >= END_POINTS else 0.0
    features[row, at, _PLACE + 15] = 1.0 if g.hand[seat, slot] > _GOLD else 0.0


@njit
def _judge_goals(  # noqa: PLR0913, PLR0917  # compiled functions have no keywords
    g: Game, seat: int, face: int, cell: int, lost: int, features: Array, row: int, at: int
) -> None:
    """Write what a placement does for the three objectives: sets of symbols, and cards in place."""
    kingdom = KINGDOM[face]
    for n in range(3):
        goal = _goal(g, seat, n)
        if goal == NONE:
            continue
        if PATTERN[goal, 0] < 0:
            features[row, at, _PLACE + 10] += _FIFTH * PART[goal, face]
            for symbol in range(7):
                features[row, at, _PLACE + 11] += _FIFTH * count_of(lost, symbol) * PART_OF_ONE[goal, symbol]
            continue
        own = cell & ~g.mask
        for role in range(ROLES[goal, kingdom]):
            first = own | ((cell + WITH[goal, kingdom, role, 0] + g.stride * WITH[goal, kingdom, role, 1]) & g.mask)
            last = own | ((cell + WITH[goal, kingdom, role, 3] + g.stride * WITH[goal, kingdom, role, 4]) & g.mask)
            fits = (
                FITS[g.cells[first], WITH[goal, kingdom, role, 2]] + FITS[g.cells[last], WITH[goal, kingdom, role, 5]]
            )
            if fits == 2:  # noqa: PLR2004  # both others
                features[row, at, _PLACE + 12] += _FIFTH * REWARD[goal]
            elif fits == 1:
                features[row, at, _PLACE + 13] += _FIFTH * REWARD[goal]


@njit
def _draws(g: Game, seat: int, features: Array, indices: Array, row: int) -> int:
    number = 0
    for source in range(6):
        if source < 4:  # noqa: PLR2004  # slots, then decks
            if g.market[source] == NONE:
                continue
            _clear(features, row, number)
            _judge_card(g, seat, g.market[source] - 1, features, row, number)
        else:
            deck = source - 4
            if g.decks[deck] == 0:
                continue
            _clear(features, row, number)
            _judge_kingdom(g, seat, KINGDOM[g.deck[deck, g.decks[deck] - 1] - 1], features, row, number)
            features[row, number, _DRAW + 9] = deck * 1.0
        features[row, number, _DRAW] = 1.0
        indices[row, number] = _GRID_DRAWS + source
        number += 1
    return number


@njit
def _judge_card(g: Game, seat: int, face: int, features: Array, row: int, at: int) -> None:
    """Write what a visible card would be good for."""
    features[row, at, _DRAW + 1] = 1.0
    can = payable(g.symbols[seat], face)
    most = 0
    start = first_open(g, seat)
    for n in range(start, start + g.open[seat]):
        covered, lost = cover(g, g.open_cells[n])
        most = max(most, points_for(g.symbols[seat], face, covered, lost))
    features[row, at, _DRAW + 2] = _FIFTH * most if can else 0.0
    features[row, at, _DRAW + 3] = _FIFTH * POINTS[face]
    features[row, at, _DRAW + 4] = 1.0 if can else 0.0
    features[row, at, _DRAW + 5] = _FIFTH * lacking(g.symbols[seat], face)
    features[row, at, _DRAW + 6] = _FIFTH * _total(BRINGS[face])
    for n in range(3):
        goal = _goal(g, seat, n)
        if goal != NONE and PATTERN[goal, 0] < 0:
            features[row, at, _DRAW + 7] += _FIFTH * PART[goal, face]
    _judge_kingdom(g, seat, KINGDOM[face], features, row, at)
    features[row, at, _DRAW + 9] = 1.0 if face >= _GOLD else 0.0


@njit
def _judge_kingdom(g: Game, seat: int, kingdom: int, features: Array, row: int, at: int) -> None:
    for n in range(3):
        goal = _goal(g, seat, n)
        if goal != NONE and PATTERN[goal, 0] >= 0:
            features[row, at, _DRAW + 8] += _FIFTH * PULL[goal, kingdom]
    features[row, at, _DRAW + 10] = _FIFTH * count_of(g.symbols[seat], kingdom)


@njit
def _judge_side(g: Game, seat: int, side: int, features: Array, row: int) -> None:
    face = STARTER_FACES + 6 * side + g.starter[seat] - 81
    features[row, side, _SIDE] = 1.0
    features[row, side, _SIDE + 1] = _FIFTH * _total(BRINGS[face])
    for corner in range(4):
        features[row, side, _SIDE + 2] += 0.25 if CORNERS[face, corner] == HIDES else 0.0


@njit
def _judge_objective(g: Game, seat: int, goal: int, at: int, features: Array, row: int) -> None:
    features[row, at, _OBJECTIVE] = 1.0
    features[row, at, _OBJECTIVE + 1] = _FIFTH * REWARD[goal]
    for slot in range(g.held[seat]):
        face = g.hand[seat, slot] - 1
        pattern = PATTERN[goal, 0] >= 0
        features[row, at, _OBJECTIVE + 2] += _FIFTH * (PULL[goal, KINGDOM[face]] if pattern else PART[goal, face])
    for symbol in range(7):
        features[row, at, _OBJECTIVE + 3] += _FIFTH * PART_OF_ONE[goal, symbol] * count_of(g.symbols[seat], symbol)


@njit
def _write_context(g: Game, seat: int, features: Array, row: int, number: int) -> None:
    """Write what is the same for all candidates of a decision."""
    best = g.tybor + 0 if g.solo > 0 else 0
    for other in range(g.seats):
        if other != seat:
            best = max(best, g.score[other])
    golds = 0
    for slot in range(g.held[seat]):
        golds += g.hand[seat, slot] > _GOLD
    near = g.last_round != NOBODY
    for at in range(number):
        features[row, at, _CONTEXT] = g.score[seat] / 20.0
        features[row, at, _CONTEXT + 1] = best / 20.0
        features[row, at, _CONTEXT + 2] = 1.0 if near else 0.0
        features[row, at, _CONTEXT + 3] = 1.0 if near and g.round == g.last_round else 0.0
        features[row, at, _CONTEXT + 4] = g.round / 20.0
        features[row, at, _CONTEXT + 5] = g.open[seat] / 20.0
        features[row, at, _CONTEXT + 6] = golds / 3.0
        features[row, at, _CONTEXT + 7] = (g.decks[0] + g.decks[1]) / 80.0


@njit
def write_candidates_at(games: Games, at: int, seat: int, features: Array, indices: Array, row: int) -> int:
    """Do `write_candidates` for record `at`: the Python entry point."""
    return write_candidates(games[at], seat, features, indices, row)


@njit
def write_candidates_many(
    games: Games, slots: Array, features: Array, indices: Array, counts: Array, start: int, stop: int
) -> None:
    """Write the candidates of each environment from `start` to `stop`, none where no seat is to act."""
    for row in range(start, stop):
        g = games[row]
        counts[row] = 0 if g.phase > DRAW else write_candidates(g, slots[row].observer, features, indices, row)
