"""Finished games: read from records, and replayed step by step."""

from typing import Final

from codex_naturalis.play import Game
from codex_naturalis.record import RecordError, read_record
from codex_naturalis.record.errors import SeveralRecordsError
from codex_naturalis.record.wrapping import unwrap_text
from codex_naturalis.rules import IllegalAction, InvalidDealError, begin, follow
from codex_naturalis.views import OPEN, GameNotOverError, ReplayViewer, look_back
from codex_naturalis.wire.deltas import changes
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.replays import Replay, ReplayStep

__all__ = ["LARGEST_RECORD", "code_at", "eyes_of", "game_of", "replay_of"]

LARGEST_RECORD: Final = 64 * 1024
"""Size limit in bytes; a long game of four takes 8 kB."""


def eyes_of(seat: str | None, seats: int) -> ReplayViewer:
    """Return the viewer that a request names: a seat's number, `all`, or None for a spectator."""
    if seat is None:
        return None
    if seat == "all":
        return OPEN
    if seat.isdecimal() and seat.isascii() and len(seat) == 1 and int(seat) < seats:
        return int(seat)
    raise ProblemError(Code.SEAT_UNKNOWN, seats=seats)


def game_of(text: bytes) -> Game:
    """Return the finished game of a record in any wrapping; raise a `ProblemError` that states the fault."""
    try:
        game = Game.from_record(read_record(unwrap_text(text)))
    except SeveralRecordsError as several:
        raise ProblemError(Code.RECORD_SEVERAL, count=several.count) from None
    except RecordError as error:
        raise ProblemError(Code.RECORD_INVALID, fault=error.fault) from None
    except InvalidDealError as error:
        raise ProblemError(Code.RECORD_INVALID, fault=f"deal.{error}") from None
    except IllegalAction as illegal:
        raise ProblemError(Code.RECORD_INVALID, fault=f"action {illegal.index}: {illegal.reason}") from None
    if not game.over:
        raise ProblemError(Code.RECORD_UNFINISHED)
    return game


def replay_of(game: Game, eyes: ReplayViewer) -> Replay:
    """Return a finished game step by step, as `eyes` saw it; raise a `ProblemError` before its end."""
    opening = begin(game.options, game.deal, game.rules)
    try:
        moments = look_back(opening, list(follow(opening, game.actions)), eyes)
    except GameNotOverError:
        raise ProblemError(Code.TABLE_NOT_OVER) from None
    steps = zip(game.history, moments[1:], changes(tuple(moment.view for moment in moments)), strict=True)
    return Replay(
        "all" if eyes == OPEN else eyes,
        moments[0].view,
        tuple(ReplayStep(played.seat, moment.events, changed) for played, moment, changed in steps),
    )


def code_at(game: Game, version: int) -> str:
    """Return the code of a finished game after `version` actions, or after its last one."""
    return game.at(min(max(0, version), game.version)).state.code()
