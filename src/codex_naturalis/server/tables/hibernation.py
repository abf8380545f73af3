"""What a table keeps of its game while nobody does anything: all that was played, in a few hundred bytes.

The state, what happened at each version and the answers that clients may ask for again take fifty times as much, and
are made anew from this in a few milliseconds.
"""

import zlib
from typing import Any, Final

import msgspec
from msgspec import Struct

from codex_naturalis.play import Game
from codex_naturalis.rules import Action, Seat

from .data import Answer, TableData

__all__ = ["Answers", "HibernatedGame", "hibernated"]

Answers = dict[tuple[Seat, str], Answer]
"""What acts came to, by the seat and the name that a client gave them."""

_Packed = tuple[list[tuple[Seat, Action]], list[tuple[Seat, str, str, int]]]
_ENCODE: Final = msgspec.msgpack.Encoder().encode
_DECODER: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(_Packed)


class HibernatedGame(Struct, frozen=True, gc=False):
    """A game that rests."""

    version: int
    packed: bytes

    def woken(self, data: TableData) -> tuple[Game, Answers]:
        """Return the game as it was, and the answers."""
        played, told = _DECODER.decode(zlib.decompress(self.packed))
        answers = {(seat, act): Answer(payload, version) for seat, act, payload, version in told}
        return data.replayed(played), answers


def hibernated(game: Game, answers: Answers) -> HibernatedGame:
    """Return all that it takes to make both again."""
    told = [(seat, act, one.payload, one.version) for (seat, act), one in answers.items()]
    return HibernatedGame(game.version, zlib.compress(_ENCODE((game.actions, told))))
