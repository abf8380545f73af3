"""Hibernation: a resting table keeps its game as packed actions, a few hundred bytes.

State, events of each version and answers to clients take fifty times as much; waking replays the actions in a few
milliseconds.
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
"""Results of acts, by seat and the client's id of the act."""

_Packed = tuple[list[tuple[Seat, Action]], list[tuple[Seat, str, str, int]]]
_ENCODE: Final = msgspec.msgpack.Encoder().encode
_DECODER: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(_Packed)


class HibernatedGame(Struct, frozen=True, gc=False):
    """Packed game of a resting table."""

    version: int
    packed: bytes

    def woken(self, data: TableData) -> tuple[Game, Answers]:
        """Return the game, replayed, and the answers."""
        played, told = _DECODER.decode(zlib.decompress(self.packed))
        answers = {(seat, act): Answer(payload, version) for seat, act, payload, version in told}
        return data.replayed(played), answers


def hibernated(game: Game, answers: Answers) -> HibernatedGame:
    """Return a game and its answers, packed."""
    told = [(seat, act, one.payload, one.version) for (seat, act), one in answers.items()]
    return HibernatedGame(game.version, zlib.compress(_ENCODE((game.actions, told))))
