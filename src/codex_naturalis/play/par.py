"""Par of a deal: results of bots of known strength, with counted budgets and seeded chance.

The same deal and the same seed give the same results on every machine, however busy it is, so par can be computed
before anyone plays, and checked by anyone afterwards.
"""

from typing import Final

from msgspec import Struct

from codex_naturalis.rules import Deal, GameOptions, GameState, Phase, apply, awaited, begin

from .contestant import Contestant

__all__ = ["PAR_PLAYERS", "ParPlayer", "solo_outcome"]


class ParPlayer(Struct, frozen=True):
    """Bot that sets a par."""

    key: str
    """Key of the level's character among the texts."""

    bot: str
    """Name of the bot, with a budget in iterations where it searches."""

    games: int
    """Number of games averaged for a deal."""


PAR_PLAYERS: Final = (
    ParPlayer("novice", "level:1", 40),
    ParPlayer("goldsmith", "level:2", 40),
    ParPlayer("planner", "level:3", 40),
    ParPlayer("reader", "level:4", 40),
    ParPlayer("master", "search:20000", 12),
)
"""The five levels, weakest first. The master thinks by the clock elsewhere; here it has as many iterations as an idle
core gives it in half a second."""


def solo_outcome(bot: str, options: GameOptions, deal: Deal, seed: str) -> tuple[int, int]:
    """Let `bot` play a solo game; return its points and Tybor's. All chance comes from `seed`.

    Raises `UnknownBotError`, and `BotFaultError` if it gives no legal action.
    """
    player = Contestant(bot, seed, None)
    state, version = begin(options, deal), 0
    while state.phase is not Phase.OVER:
        state, version = _act(player, state, version), version + 1
    assert state.result is not None
    assert state.tybor is not None
    return state.result.totals[0], state.tybor.score


def _act(player: Contestant, state: GameState, version: int) -> GameState:
    (seat,) = awaited(state)
    return apply(state, seat, player.choose(state, seat, version), events=False).state
