"""Games to judge: played by planners, and small ones that are soon over."""

from random import Random

from msgspec.structs import replace

from codex_naturalis.analysis import Budget
from codex_naturalis.bots import bot_named
from codex_naturalis.catalogue import catalogue
from codex_naturalis.record import Record, action_text, seeded_deal
from codex_naturalis.rules import (
    Action,
    GameState,
    Phase,
    SeededShuffler,
    SoloLevel,
    apply,
    awaited,
    begin,
    deal,
    options_of,
)
from codex_naturalis.views import view_of

SMALL = Budget(searched=200, drawn=60, final=24, curve=12)
"""Enough to see that it works, in little time."""


def moment(seats: int, phase: Phase, rounds: int = 4, solo: SoloLevel | None = None) -> tuple[GameState, int]:
    """Return a game between planners at a position of `phase`, and the seat to act."""
    rng, bot = Random(1), bot_named("planner")
    state = deal(catalogue(), options_of(seats, solo=solo), SeededShuffler("teacher"))
    while state.phase is not phase or (state.round and state.round < rounds):
        seat = awaited(state)[0]
        state = apply(state, seat, bot.choose(view_of(state, seat), rng)).state
    return state, awaited(state)[0]


def last_turn(solo: SoloLevel | None = None) -> tuple[GameState, int]:
    """Return a game of which nothing is left but the placement of its last seat."""
    rng, bot, state = Random(4), bot_named("planner"), moment(1 if solo else 2, Phase.PLACE, solo=solo)[0]
    last = len(state.seats) - 1
    while state.round != state.last_round or state.turn != last or state.phase is not Phase.PLACE:
        seat = awaited(state)[0]
        state = apply(state, seat, bot.choose(view_of(state, seat), rng)).state
    return state, last


def short_game(*bots: str, solo: SoloLevel | None = None, cards: int = 3) -> Record:
    """Return a whole game between `bots` with decks of so few cards that it is over after some rounds."""
    options = options_of(len(bots), solo=solo)
    dealt = seeded_deal(options, "little")
    decks = replace(dealt.decks, resource=dealt.decks.resource[:cards], gold=dealt.decks.gold[:cards])
    dealt = replace(dealt, decks=decks)
    state, rng, actions = begin(options, dealt), Random(2), []
    while state.result is None:
        seat = awaited(state)[0]
        action: Action = bot_named(bots[seat]).choose(view_of(state, seat), rng)
        actions.append(action_text(seat, action))
        state = apply(state, seat, action).state
    return Record(options, deal=dealt, actions=tuple(actions))
