"""Finished games to ask about."""

from functools import cache
from random import Random
from typing import Final

import msgspec
from msgspec.structs import replace

from codex_naturalis.play import Game
from codex_naturalis.record import Record, action_text, seeded_deal, write_record
from codex_naturalis.rules import LATEST, awaited, options_of
from codex_naturalis.views import view_of

__all__ = ["record", "turn_of"]

_SEATS: Final = 2
_LEFT: Final = 4


@cache
def _game(seed: str) -> Game:
    """Return a game that chance played to its end; with decks of so few cards it is a short one."""
    options, rng = options_of(_SEATS), Random(seed)
    dealt = seeded_deal(options, seed)
    decks = replace(dealt.decks, resource=dealt.decks.resource[:_LEFT], gold=dealt.decks.gold[:_LEFT])
    game = Game.from_deal(options, dealt if seed == "long" else replace(dealt, decks=decks), rules=LATEST)
    while not game.over:
        seat = awaited(game.state)[0]
        game = game.play(seat, (rng.choice(view_of(game.state, seat).legal),))
    return game


@cache
def record(seed: str) -> bytes:
    """Return the record of a game, another one for each seed."""
    game = _game(seed)
    actions = tuple(action_text(played.seat, played.action) for played in game.history)
    return write_record(Record(game.options, deal=game.deal, actions=actions)).encode()


def turn_of(seed: str, version: int) -> list[object]:
    """Return what was played at a version of that game, as it goes over the wire."""
    return [msgspec.to_builtins(_game(seed).history[version].action)]
