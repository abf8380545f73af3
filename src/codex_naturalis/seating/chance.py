"""Chance at tables: seeds that cannot be guessed, and what is drawn with them."""

import secrets
from random import Random

from codex_naturalis.play import Game
from codex_naturalis.record import Seal, seal_deal
from codex_naturalis.rules import Deal, GameOptions, Seat

__all__ = ["draw_deal", "draw_lot", "draw_seed", "random_by_chance"]


def draw_seed() -> str:
    """Return a new seed: 256 random bits as hexadecimal digits."""
    return secrets.token_hex(32)


def random_by_chance() -> Random:
    """Return a generator with a new seed."""
    return Random(draw_seed())


def draw_lot(seats: int) -> tuple[Seat, ...]:
    """Return the seats in random order."""
    return tuple(random_by_chance().sample(range(seats), seats))


def draw_deal(options: GameOptions, lot: tuple[Seat, ...]) -> tuple[Deal, Seal]:
    """Return a deal by a new seed, which is not kept, and the seal of deal and `lot`."""
    deal = Game.from_seed(options, draw_seed()).deal
    return deal, seal_deal(deal, lot, draw_seed())
