"""Fairness of bots between tables with the same deal: the same question gets the same answer at each.

There, a bot's chance comes from the deal's salt, and its budget is counted in iterations, whatever the load.
"""

import hmac
from typing import Final

import msgspec

from codex_naturalis.rules import GameState, Seat, awaited
from codex_naturalis.seating import TableData, bots_seated

__all__ = ["chance_of", "counted_bot", "may_act"]

_COUNTED: Final = {"level:5": "search:20000"}
"""Bots with a time budget, and their equivalents: the iterations that an idle core does in half a second."""

_PER_MILLISECOND: Final = 40
"""Approximate iterations per millisecond on an idle core."""


def counted_bot(bot: str) -> str:
    """Return the bot that replaces `bot` where budgets are counted in iterations."""
    if bot.startswith("search:") and bot.endswith("ms"):
        return f"search:{int(bot.removeprefix('search:').removesuffix('ms')) * _PER_MILLISECOND}"
    return _COUNTED.get(bot, bot)


def may_act(data: TableData, state: GameState, seat: Seat) -> bool:
    """Return whether the bot of `seat` acts now: where deals are shared, after the people, one bot after another.

    In the setup all seats are asked at once. Without an order, a bot's view would depend on who was quicker.
    """
    asked = awaited(state)
    if seat not in asked or data.shared_deal is None:
        return seat in asked
    bots = dict(bots_seated(data))
    return all(other in bots for other in asked) and seat == min(asked)


def chance_of(data: TableData, acted: int, seat: Seat) -> str | None:
    """Return the seed of the bot of `seat` after `acted` actions; None where its chance is its own."""
    if data.shared_deal is None or data.deal is None:
        return None
    salt = data.seal.salt if data.seal else msgspec.json.encode(data.deal).hex()
    return hmac.digest(salt.encode(), f"bot/{seat}/{acted}".encode(), "sha256").hex()
