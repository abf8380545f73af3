"""State of a table in memory: its people, its game, and beside the game the view cache."""

import zlib
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from codex_naturalis.local.message_cache import MessageCache
from codex_naturalis.play import Game
from codex_naturalis.rules import Action, Seat
from codex_naturalis.seating import TableData
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import Version

from .stored import Answer, Answers, Position, Stored

__all__ = ["TableMemory", "continue_game", "open_game", "pack_game", "unpack_game"]

_Packed = tuple[list[tuple[Seat, Action]], list[tuple[Seat, str, str, int]]]
_ENCODE: Final = msgspec.msgpack.Encoder().encode
_DECODER: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(_Packed)


class TableMemory:
    """Owner of this process's copy of a stored table: people, game and answers to acts.

    The synchronous part of a `Table`: `replace` begins with the stored table, `append` adds later
    actions, `set_data` replaces the people. All others get values; a `Game` never changes. The cache of views is beside
    the game and gets each version. While nothing happens the game hibernates and the cache is dropped; asking for
    either wakes the game.
    """

    data: TableData
    """The table and its people."""

    version: Version
    """Number of actions played; known while the game hibernates, too."""

    def __init__(self, stored: Stored) -> None:
        """Begin with what is `stored`; raise a `ProblemError` if it is damaged."""
        self.closed = False
        """Whether it has been deleted: by its last guest before play began, or by the server's host."""

        self.replace(stored)

    def replace(self, stored: Stored) -> None:
        """Replace everything known with `stored`; raise a `ProblemError` if it is damaged."""
        game = open_game(stored)
        self.data = stored.data
        self._answers = dict(stored.answers)
        self._own(game, None)

    def _own(self, game: Game | None, shown: MessageCache | None) -> None:
        self._game = game
        self._shown = shown
        self.version = len(game.history) if game else 0
        self._hibernated: bytes | None = None
        self._packed: bytes | None = None
        """Packed form from which the present game was woken, still valid."""

        self._active = True
        """Whether anything has happened since `hibernate` was called."""

    def set_data(self, data: TableData) -> None:
        """Replace the people with the stored ones; begin the game if they are complete."""
        self.data = data
        if data.begun and self._game is None and self._hibernated is None:
            self._own(open_game(Stored(data, (), {})), None)

    def append(self, data: TableData, answers: Mapping[tuple[Seat, str], Answer], game: Game | None) -> None:
        """Add the actions stored after the known version, which led to `game`; None before play."""
        self.data = data
        self._answers.update(answers)
        if self._hibernated:
            self._wake(self._hibernated)
        if game is not None and game is not self._game:
            shown = self._shown or (MessageCache(self._game) if self._game else None)
            self._own(game, shown and shown.after(game))

    @property
    def game(self) -> Game | None:
        """Return the game, woken if it hibernates; None before play."""
        if self._hibernated:
            self._wake(self._hibernated)
        return self._game

    @property
    def shown(self) -> MessageCache | None:
        """Return the cache of views of the game, which keeps it awake; None before play."""
        if self._hibernated:
            self._wake(self._hibernated)
        self._active = True
        if self._shown is None and self._game is not None:
            self._shown = MessageCache(self._game)
        return self._shown

    @property
    def position(self) -> Position:
        """Return the position: version and revision."""
        return self.version, self.data.revision

    def is_known(self, stored: Position | None, before: Position) -> bool:
        """Return whether `stored` is known: it lies between the position `before` the read and the present one."""
        if stored is None:
            return False
        return all(old <= one <= now for old, one, now in zip(before, stored, self.position, strict=True))

    def answer(self, seat: Seat, act_id: str) -> Answer | None:
        """Return the answer to an act of this id, perhaps from another server."""
        if self._hibernated:
            self._wake(self._hibernated)
        return self._answers.get((seat, act_id))

    @property
    def hibernating(self) -> bool:
        """Return whether the game hibernates."""
        return self._hibernated is not None

    def pack(self, *, busy: bool) -> bool:
        """Hibernate unless `busy`, or active since the last call; return whether it hibernates now."""
        active, self._active = self._active, False
        if active or busy or self._game is None:
            return False
        self._hibernated = self._packed or pack_game(self._game, self._answers)
        self._game = self._shown = self._packed = None
        self._answers = {}
        return True

    def _wake(self, packed: bytes) -> None:
        game, self._answers = unpack_game(packed, self.data)
        self._own(game, None)
        self._packed = packed


def pack_game(game: Game, answers: Answers) -> bytes:
    """Return a game and its answers, packed."""
    rows = [(seat, act, one.payload, one.version) for (seat, act), one in answers.items()]
    return zlib.compress(_ENCODE((game.actions, rows)))


def unpack_game(packed: bytes, data: TableData) -> tuple[Game, Answers]:
    """Return a packed game of the table in `data`, replayed, and its answers."""
    played, rows = _DECODER.decode(zlib.decompress(packed))
    return data.replay(played), {(seat, act): Answer(payload, version) for seat, act, payload, version in rows}


def open_game(stored: Stored) -> Game | None:
    """Return the stored game, None before play; raise a `ProblemError` if its actions are illegal."""
    if not stored.data.begun:
        return None
    try:
        return stored.data.replay(stored.actions)
    except Exception as error:
        raise ProblemError(Code.TABLE_DAMAGED) from error


def continue_game(game: Game | None, stored: Stored) -> Game | None:
    """Return `game`, begun if it was not, after the actions stored since.

    Raises a `ProblemError` if they are illegal.
    """
    game = game or open_game(replace(stored, actions=()))
    if not stored.actions:
        return game
    if game is None:  # played before play began
        raise ProblemError(Code.TABLE_DAMAGED)
    try:
        return game.follow(stored.actions)
    except Exception as error:
        raise ProblemError(Code.TABLE_DAMAGED) from error
