"""Converter between the two engines: a `GameState` to a kernel record, actions to integer codes and back."""

from typing import Final

import numpy as np

from codex_naturalis.catalogue import Counts, Side
from codex_naturalis.rules import (
    FACES,
    HIDDEN,
    HOUSE_RULES,
    Action,
    Cell,
    ChooseObjective,
    ChooseSide,
    Codex,
    Draw,
    GameState,
    Phase,
    Place,
    Seat,
    SoloLevel,
    Source,
)

from .layout import BLOCKED, CELLS, GAME, NOBODY, NONE, OPEN, OPEN_CELLS, Game, Games
from .tables import BACK_FACES, KINGDOM, STARTER_FACES
from .turns import DRAWS, OBJECTIVES, SIDES

__all__ = ["action_of", "cell_number", "cell_of", "code_of", "load", "new_games", "settings_of"]


_PHASES: Final = tuple(Phase)
_SIDES: Final = tuple(Side)
_SOURCES: Final = tuple(Source)
_SOLO: Final = (None, *SoloLevel)
_AROUND: Final = ((-1, 1), (1, 1), (-1, -1), (1, -1))
_FIRST_STARTER: Final = 81
_WIDE: Final = 4096
_NARROW: Final = 2048
_STRIDES: Final = {_WIDE: 90, _NARROW: 63}


def new_games(number: int) -> Games:
    """Return an array of `number` empty game records."""
    return np.zeros(number, GAME)


def settings_of(seats: int) -> tuple[int, int]:
    """Return the cells of each seat and the stride between rows, in a game of `seats` seats."""
    cells = _WIDE if seats <= CELLS // _WIDE else _NARROW
    return cells, _STRIDES[cells]


def cell_number(seats: int, seat: Seat, cell: Cell) -> int:
    """Return the number of `cell` in the codex of `seat`."""
    cells, stride = settings_of(seats)
    x, y = cell
    return seat * cells + ((x + y) // 2 + stride * ((x - y) // 2)) % cells


def cell_of(codex: Codex, seats: int, number: int) -> Cell:
    """Return the open cell of `codex` that has this number."""
    cells, _ = settings_of(seats)
    seat = number // cells
    return next(cell for cell in codex.open if cell_number(seats, seat, cell) == number)


def load(games: Games, at: int, state: GameState) -> None:
    """Write `state` into record `at`, all but its chance."""
    chance = games[at]["rng"]
    games[at] = np.zeros((), GAME)
    g: Game = games[at]
    g["rng"] = chance
    _load_options(g, state)
    _load_table(g, state)
    for seat in range(len(state.seats)):
        _load_seat(g, state, seat)
    if state.result is not None:
        g["totals"][: len(state.seats)] = state.result.totals
        g["winners"] = sum(1 << seat for seat in state.result.winners)


def _load_options(g: Game, state: GameState) -> None:
    options = state.options
    cells, g["stride"] = settings_of(options.seats)
    g["mask"] = cells - 1
    g["seats"] = options.seats
    g["solo"] = _SOLO.index(options.solo)
    g["goes_on"] = state.tybor_goes_on
    for name in HOUSE_RULES:
        g[f"rule_{name}"] = getattr(options, name).number


def _load_table(g: Game, state: GameState) -> None:
    g["phase"] = _PHASES.index(state.phase)
    g["turn"] = state.turn
    g["round"] = state.round
    g["last_round"] = NOBODY if state.last_round is None else state.last_round
    g["end_cause"] = g["end_seat"] = NOBODY
    g["market"] = [card or NONE for card in (*state.market.resource, *state.market.gold)]
    dealt = state.deal.decks if state.phase is Phase.SIDE else state.decks
    for deck, cards in enumerate((dealt.resource, dealt.gold)):
        g["decks"][deck] = len(cards)
        g["deck"][deck, : len(cards)] = cards[::-1]
    g["common"] = state.deal.common_objectives
    if state.tybor is not None:
        g["tybor"] = state.tybor.score
        g["tybor_resources"] = pack_counts(state.tybor.resources)


def _load_seat(g: Game, state: GameState, seat: Seat) -> None:
    own, dealt = state.seats[seat], state.deal.seats[seat]
    hand = dealt.hand if state.phase is Phase.SIDE else own.hand
    g["hand"][seat, : len(hand)] = hand
    g["held"][seat] = len(hand)
    g["starter"][seat] = own.starter
    g["side"][seat] = NOBODY if own.side is None else _SIDES.index(own.side)
    g["offered"][seat] = dealt.objectives
    g["objective"][seat] = own.objective or NONE
    g["score"][seat] = own.score
    g["symbols"][seat] = pack_counts(own.codex.symbols)
    _load_codex(g, state.options.seats, seat, own.codex)


def _load_codex(g: Game, seats: int, seat: Seat, codex: Codex) -> None:
    cells, log = g["cells"], g["log"][seat]
    for logged, ((x, y), placed) in enumerate(codex.cards.items()):
        number = cell_number(seats, seat, (x, y))
        cells[number] = 1 + _face_number(placed.card, placed.side)
        log[logged] = number
        for (dx, dy), corner in zip(_AROUND, FACES[placed.side][placed.card].corners, strict=True):
            if corner == HIDDEN and (x + dx, y + dy) not in codex.cards:
                cells[cell_number(seats, seat, (x + dx, y + dy))] = BLOCKED
    g["logged"][seat] = len(codex.cards)
    start = seat * settings_of(seats)[0] * OPEN_CELLS // CELLS
    is_open = [cell_number(seats, seat, cell) for cell in codex.open]
    g["open"][seat] = len(is_open)
    g["open_cells"][start : start + len(is_open)] = is_open
    cells[is_open] = OPEN


def _face_number(card: int, side: Side) -> int:
    if card >= _FIRST_STARTER:
        return STARTER_FACES + 6 * _SIDES.index(side) + card - _FIRST_STARTER
    return card - 1 if side is Side.FRONT else BACK_FACES + int(KINGDOM[card - 1])


def pack_counts(counts: Counts | tuple[int, ...]) -> int:
    """Return counts of symbols as one number, a byte each."""
    return sum(number << 8 * index for index, number in enumerate(counts))


def code_of(state: GameState, seat: Seat, action: Action) -> int:
    """Return `action` of `seat` as a number."""
    match action:
        case Place():
            slot = state.seats[seat].hand.index(action.card)
            face = 2 * slot + _SIDES.index(action.side)
            return face * CELLS + cell_number(len(state.seats), seat, action.cell)
        case Draw():
            return DRAWS + _SOURCES.index(action.source)
        case ChooseSide():
            return SIDES + 2 * seat + _SIDES.index(action.side)
        case ChooseObjective():
            return OBJECTIVES + 2 * seat + state.deal.seats[seat].objectives.index(action.card)


def action_of(state: GameState, seat: Seat, code: int) -> Action:
    """Decode `code` as an action of `seat`."""
    if code < DRAWS:
        slot, side = divmod(code // CELLS, 2)
        own = state.seats[seat]
        return Place(own.hand[slot], _SIDES[side], cell_of(own.codex, len(state.seats), code % CELLS))
    if code < SIDES:
        return Draw(_SOURCES[code - DRAWS])
    if code < OBJECTIVES:
        return ChooseSide(_SIDES[(code - SIDES) % 2])
    return ChooseObjective(state.deal.seats[seat].objectives[(code - OBJECTIVES) % 2])
