"""Self-play of search bots: each sees its view, as at a table, and the rules play."""

from random import Random

from codex_naturalis.bots import bot_named
from codex_naturalis.record import Record, action_text, seeded_deal
from codex_naturalis.rules import GameOptions, Phase, apply, awaited, begin
from codex_naturalis.views import view_of

__all__ = ["think_through"]


def think_through(options: GameOptions, bot: str, seed: str) -> Record:
    """Return the game that `bot` plays in every seat of the deal that `seed` gives.

    Its chance comes from the seed, too: with a budget in iterations, the same seed gives the same game.
    """
    chance = Random(seed)  # to be repeated, not to be secret
    state = begin(options, seeded_deal(options, seed))
    bots = [bot_named(bot) for _ in range(options.seats)]
    texts: list[str] = []
    while state.phase is not Phase.OVER:
        seat = awaited(state)[0]
        action = bots[seat].choose(view_of(state, seat), chance)
        texts.append(action_text(seat, action))
        state = apply(state, seat, action, events=False).state
    return Record(options, seed=seed, actions=tuple(texts))
