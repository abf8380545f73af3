"""Determinization: a view made ready for the kernel, as sampled worlds and a description of what is hidden.

A world is one complete game that fits the view, every hidden card placed somewhere (determinized MCTS: Cowling, Powley
and Whitehouse, *Information Set Monte Carlo Tree Search*, 2012).
"""

from collections.abc import Sequence
from random import Random
from typing import Final

import numpy as np

from codex_naturalis.catalogue import KINGDOMS, Back, CardId, Deck, catalogue
from codex_naturalis.kernel.bridge import load, new_games
from codex_naturalis.kernel.layout import Games
from codex_naturalis.kernel.mcts.worlds import HIDDEN
from codex_naturalis.rules import GameState, Phase
from codex_naturalis.views import View, sample_worlds, unseen_cards

__all__ = ["determinize"]

_DECKS: Final = tuple(Deck)
_WORLDS: Final = 64
"""Number of worlds sampled beforehand for choices of setup, where nearly everything is open."""


def determinize(view: View, rng: Random) -> tuple[Games, Games, GameState]:
    """Return determinizations of `view` as kernel records, what is hidden in it, and the first world itself.

    Records and descriptions of what is hidden have one extra as working space.

    During setup there are many worlds; later there is one, and the kernel draws what is hidden again in each iteration.
    """
    number = _WORLDS if view.phase in (Phase.SIDE, Phase.OBJECTIVE) else 1
    games = new_games(number + 1)
    worlds = sample_worlds(view, rng, number)
    for at, world in enumerate(worlds):
        load(games, at, world)
    games["rng"] = rng.getrandbits(64) | 1
    return games, _hidden_cards(view), worlds[0]


def _hidden_cards(view: View) -> Games:
    hidden = np.zeros(2, HIDDEN)
    h = hidden[0]
    for back, cards in unseen_cards(view).items():
        h["unseen"][_group(back)][: len(cards)] = cards
        h["number"][_group(back)] = len(cards)
    for seat in view.seats:
        for slot, held in enumerate(seat.hand):
            if held.card is None:
                _add_slot(h, seat.seat, slot, held.back)
        for laid in seat.laid:
            if laid.card is None and laid.back is not None:
                h["gone"][_group(laid.back)] += 1
    for held in view.tybor.row if view.tybor else ():
        if held.card is None:
            h["gone"][_group(held.back)] += 1
    tops = (view.decks.resource.top, view.decks.gold.top)
    h["top"] = [-1 if top is None else KINGDOMS.index(top.kingdom) for top in tops]
    _count_apart(h, tops)
    goals = _goals(view)
    h["objectives"][: len(goals)] = goals
    h["goals"] = len(goals)
    return hidden


def _count_apart(h: Games, tops: Sequence[Back | None]) -> None:
    """Count the hidden cards that do not lie somewhere below the top of their deck."""
    h["apart"] = h["gone"]
    for n in range(h["slots"]):
        h["apart"][h["deck"][n], h["kingdom"][n]] += 1
    for top in tops:
        if top is not None:
            h["apart"][_group(top)] += 1


def _add_slot(h: Games, seat: int, slot: int, back: Back) -> None:
    number = int(h["slots"])
    h["seat"][number], h["slot"][number] = seat, slot
    h["deck"][number], h["kingdom"][number] = _group(back)
    h["slots"] += 1


def _group(back: Back) -> tuple[int, int]:
    return _DECKS.index(back.deck), KINGDOMS.index(back.kingdom)


def _goals(view: View) -> list[CardId]:
    known = {*view.common_objectives, *view.offered}
    return [card for card in catalogue().objective if card not in known]
