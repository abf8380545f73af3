"""Records of games that were dealt and played in the kernel."""

from typing import Any, Final

import numpy as np

from codex_naturalis.catalogue import CardId, catalogue
from codex_naturalis.kernel.bridge import action_of, load, new_games
from codex_naturalis.kernel.chance import seed
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import Array, Games
from codex_naturalis.kernel.playout import deal
from codex_naturalis.record import Record, action_text, seeded_deal
from codex_naturalis.rules import (
    KINGDOM_OF,
    Deal,
    DealtDecks,
    DealtMarket,
    DealtSeat,
    GameOptions,
    apply,
    begin,
)

__all__ = ["empty_games", "kernel_deal", "record_of"]

_FIRST_OBJECTIVE: Final = 87
_LAST_OBJECTIVE: Final = 102
_RESOURCE_CARDS: Final = range(1, 41)


def empty_games(options: GameOptions, number: int) -> Games:
    """Return records that hold the house rules of `options`, ready to be dealt."""
    games = new_games(1)
    load(games, 0, begin(options, seeded_deal(options, "")))
    return np.repeat(games, number)


@njit
def _deal_at(games: Games, at: int, number: int, scratch: Array) -> None:
    g = games[at]
    seed(g, number)
    deal(g, g.seats, g.solo, scratch)


def kernel_deal(options: GameOptions, number: int) -> Deal:
    """Return the deal that the kernel gives for a number."""
    games = empty_games(options, 1)
    _deal_at(games, 0, number, np.zeros(16, np.int16))
    g = games[0]
    seats = tuple(_dealt_seat(g, seat) for seat in range(options.seats))
    decks = [_cards(g["deck"][deck, : g["decks"][deck]][::-1]) for deck in range(2)]
    r1, r2, g1, g2 = _cards(g["market"])
    common = _pair(g["common"])
    used = {*common, *(card for seat in seats for card in seat.objectives)}
    objectives = tuple(card for card in range(_FIRST_OBJECTIVE, _LAST_OBJECTIVE + 1) if card not in used)
    lying = {r1, r2, *decks[0], *(card for seat in seats for card in seat.hand)}
    row = () if options.solo is None else tuple(sorted(set(_RESOURCE_CARDS) - lying, key=KINGDOM_OF.__getitem__))
    return Deal(seats, DealtMarket((r1, r2), (g1, g2)), common, DealtDecks(decks[0], decks[1], objectives), row)


def _dealt_seat(g: Any, seat: int) -> DealtSeat:  # noqa: ANN401  # a record
    first, second, third = _cards(g["hand"][seat])
    return DealtSeat(int(g["starter"][seat]), (first, second, third), _pair(g["offered"][seat]))


def _cards(found: Any) -> tuple[CardId, ...]:  # noqa: ANN401  # an array
    return tuple(int(card) for card in found)


def _pair(found: Any) -> tuple[CardId, CardId]:  # noqa: ANN401  # an array
    first, second = _cards(found)
    return first, second


def record_of(options: GameOptions, number: int, codes: Any, actors: Any) -> Record:  # noqa: ANN401  # arrays
    """Return the record of a game, given the number of its deal and the codes and seats of its actions."""
    dealt = kernel_deal(options, number)
    state = begin(options, dealt)
    played: list[str] = []
    for code, seat in zip(codes.tolist(), actors.tolist(), strict=True):
        action = action_of(state, seat, code)
        played.append(action_text(seat, action))
        state = apply(state, seat, action, events=False).state
    return Record(options, deal=dealt, actions=tuple(played))


assert set(catalogue().objective) == {*range(_FIRST_OBJECTIVE, _LAST_OBJECTIVE + 1)}
