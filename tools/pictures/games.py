"""Known games for the pictures of the docs: planners play them, the same way every time."""

import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from codex_naturalis.bots import bot_named
from codex_naturalis.play import Game
from codex_naturalis.record import Record, action_text, write_record
from codex_naturalis.rules import Phase, SoloLevel, awaited, options_of
from codex_naturalis.views import View, view_of

Json = Any  # a record has the form of its format

SEEDS = {1: "picture 0", 3: "picture 2"}
"""Seeds by the number of seats: one against Tybor, or three."""


@cache
def moments(seats: int) -> tuple[Game, ...]:
    """Return a whole game of `seats` seats, version by version."""
    level = SoloLevel.NORMAL if seats == 1 else None
    games = [Game.from_seed(options_of(seats, solo=level), SEEDS[seats])]
    rng = Random(SEEDS[seats])  # noqa: S311 - planners break ties by it
    players = [bot_named("planner") for _ in range(seats)]
    while not games[-1].over:
        seat = awaited(games[-1].state)[0]
        games.append(games[-1].play(seat, (players[seat].choose(view_of(games[-1].state, seat), rng),)))
    return tuple(games)


def record_of(seats: int) -> Json:
    """Return the record of the game, as sent to a server."""
    whole = moments(seats)[-1]
    actions = tuple(action_text(played.seat, played.action) for played in whole.history)
    return json.loads(write_record(Record(whole.options, deal=whole.deal, actions=actions)))


def turns(seats: int, seat: int, wanted: Callable[[View], bool] = lambda _: True) -> list[int]:
    """Return the versions at which a turn of this seat begins and its view is as `wanted`."""
    return [
        game.version
        for game in moments(seats)
        if game.state.phase is Phase.PLACE
        and awaited(game.state) == (seat,)
        and wanted(view_of(game.state, seat, detailed=True))
    ]
