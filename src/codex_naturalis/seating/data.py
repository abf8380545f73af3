"""Table data: a table and its people, as a value."""

import secrets
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from codex_naturalis.play import Clock, Clocks, FutureVersionError, Game, StaleActionError
from codex_naturalis.record import Seal
from codex_naturalis.rules import LATEST, Action, Deal, GameOptions, Place, RulesVersion, Seat, SoloLevel
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.kinds import Scope
from codex_naturalis.wire.table import BotPace, Colour, NameMark, Note, Portrait, SeatKind, TableStage, Version, WhatIf

from .days import day_of_key, is_match, today

__all__ = ["EMPTY", "Guest", "Holder", "SeatRow", "SoloResult", "TableData", "new_id"]


def new_id() -> str:
    """Return a random identifier of 128 bits; none begins like an option of a command."""
    while (made := secrets.token_urlsafe(16)).startswith("-"):
        pass
    return made


class Guest(Struct, frozen=True):
    """Person with a name, with or without an account."""

    id: str
    name: str
    generation: int = 0
    """Tokens of earlier generations are void."""

    portrait: Portrait | None = None
    """Chosen creature; None for the name's default."""


class Holder(Struct, frozen=True):
    """Holder of a token: a guest at every table, or the owner of one seat and of its rematches."""

    guest: str | None = None
    generation: int = 0
    """Generation of the guest's secrets; tokens of earlier ones are void."""

    party: str | None = None
    """First table of the chain of rematches."""

    key: str | None = None
    """Secret key of the seat."""

    token: str | None = None
    """Public id of the access token; None for a signed one."""

    scope: Scope | None = None
    """What an access token may do; None for everything."""

    proved: int | None = None
    """When a password or a recovery code was given for this token, in seconds since 1970; None if unknown."""


class SoloResult(Struct, frozen=True, gc=False):
    """Result of a finished solo game, as stored for its guest."""

    guest: str
    level: SoloLevel
    points: int
    tybor: int
    won: bool
    turns: int | None = None
    """Number of cards laid."""


class SeatRow(Struct, frozen=True, gc=False):
    """Seat at a table, in the order of joining."""

    kind: SeatKind = SeatKind.EMPTY
    name: str | None = None
    """Name of the guest, or of the bot."""

    guest: str | None = None
    key: str | None = None
    """Secret of the seat's private link."""

    seat: Seat | None = None
    """Seat in the game, drawn by lot when play begins."""

    stand_in: str | None = None
    """The bot that plays for the absent guest, who may take the seat back."""

    mark: NameMark | None = None
    """Whether the name belongs to an account, or looks like one's."""

    portrait: Portrait | None = None
    """The guest's."""

    colour: Colour | None = None
    """Colour that the guest has chosen; None for what is left, see `seating.colours_of`."""

    @property
    def present(self) -> bool:
        """Return whether a person, or a program, plays here."""
        return self.kind is SeatKind.GUEST and self.stand_in is None

    @property
    def program(self) -> bool:
        """Return whether the seat is a bot account's."""
        return self.mark is NameMark.PROGRAM


EMPTY = SeatRow()


class TableData(Struct, frozen=True, gc=False):
    """Table and its people; actions are stored separately."""

    id: str
    party: str
    """First table of its chain of rematches."""

    host: str
    options: GameOptions
    listed: bool
    created: float
    seat_rows: tuple[SeatRow, ...]
    stage: TableStage = TableStage.GATHERING
    deal: Deal | None = None
    """Drawn when the table opens, secret until the game is over; None before play at tables older than seals."""

    seal: Seal | None = None
    """Commitment to the deal; None where the deal is public, and at older tables."""

    rematch: str | None = None
    request: str | None = None
    asked: str | None = None
    what_if: WhatIf | None = None
    hints: bool | None = None
    """Whether players may ask for hints; None for the default."""

    clock: Clock | None = None
    """Clock of every seat; None for unlimited time."""

    clocks: Clocks | None = None
    """State of the clocks; None before play, and at tables older than clocks."""

    notes: tuple[Note, ...] = ()
    """Events among the people, oldest first."""

    deadline: float | None = None
    """Next deadline, in seconds of served time, if no one acts before; None if there is none."""

    marked: int = 0
    """Version at which the deadline was computed, where further actions do not move it at once."""

    rated: bool = False
    """Whether the result counts for ratings."""

    rules: RulesVersion = LATEST
    """Version of the rules, which a table keeps from its opening to its end."""

    origin: str | None = None
    """Digest of the network it was opened from; None for loopback, and at older tables."""

    shared_deal: str | None = None
    """Key of a deal shared by several tables: a day's, a match's (`seating.days`), or the table that had it first."""

    counted: bool = False
    """Whether this is its host's one attempt at a day's deal, or a match's, that counts."""

    pace: BotPace = BotPace.PEOPLE
    """Pace of the house bots."""

    programs: bool = False
    """Whether programs may sit here although it is rated."""

    tournament: str | None = None
    """Tournament that it is a table of."""

    hidden: bool = False
    """Whether it is visible only to its players, since others still play the same deal in this round."""

    revision: int = 0

    def replay(self, actions: Sequence[tuple[Seat, Action]]) -> Game:
        """Return the game after `actions`; raise `IllegalAction` at the first that the rules refuse.

        Raises a `ProblemError` for a damaged table: one where play began without a deal.
        """
        if self.deal is None:
            raise ProblemError(Code.TABLE_DAMAGED)
        return Game.from_actions(self.options, self.deal, actions, rules=self.rules)

    def play_turn(
        self, game: Game | None, seat: Seat, actions: tuple[Action, ...], seen: Version, *, person: bool
    ) -> Game:
        """Return the game after `seat`, a `person` or a bot that saw version `seen`, played all of `actions`.

        Raises `IllegalAction` for what the rules refuse, otherwise a `ProblemError`.
        """
        if self.stage is TableStage.CLOSED:
            raise ProblemError(Code.TABLE_CLOSED)
        if game is None:
            raise ProblemError(Code.TABLE_WAITING)
        stand_in = self.stood_in(seat)
        if person and stand_in:
            raise ProblemError(Code.SEAT_STOOD_IN)
        if not person and stand_in is None and self.person_at(seat):
            raise ProblemError(Code.VERSION_STALE, seen=seen, asked=game.version)  # the owner has come back meanwhile
        try:
            return game.play(seat, actions, seen)
        except StaleActionError as stale:
            raise ProblemError(Code.VERSION_STALE, seen=stale.seen, asked=stale.asked) from None
        except FutureVersionError as future:
            raise ProblemError(Code.VERSION_FUTURE, seen=future.seen, version=future.version) from None

    def end(self) -> "TableData":
        """Return the table at the end of its game."""
        return replace(self, stage=TableStage.OVER, revision=self.revision + 1, deadline=None)

    def solo_result(self, game: Game) -> SoloResult | None:
        """Return the result of a finished solo game; None for other games and for what-ifs."""
        result, tybor = game.state.result, game.state.tybor
        if result is None or tybor is None or self.what_if or self.solo is None:
            return None
        guest = next((row.guest for row in self.seat_rows if row.guest), None)
        if guest is None:
            return None
        turns = sum(isinstance(played.action, Place) for played in game.history)
        return SoloResult(guest, self.solo, result.totals[0], tybor.score, bool(result.winners), turns)

    @property
    def hinted(self) -> bool:
        """Return whether players may ask for hints: by default only at unlisted tables, never in rated games."""
        if self.rated:
            return False
        return not self.listed if self.hints is None else self.hints

    @property
    def solo(self) -> SoloLevel | None:
        """Return Tybor's level; None without him."""
        return self.options.solo

    @property
    def deal_key(self) -> str:
        """Return the key of its deal, which other tables may share."""
        return self.shared_deal or self.id

    @property
    def day(self) -> str | None:
        """Return the day whose deal is played here, as 2026-03-04; None if it is no daily deal."""
        return day_of_key(self.shared_deal)

    @property
    def match(self) -> bool:
        """Return whether its deal is a match's, which everyone plays once, before seeing others play it."""
        return is_match(self.shared_deal)

    @property
    def secret(self) -> bool:
        """Return whether only its players may see it: until its day, its round, or a match's game is over."""
        running = self.match and self.stage is TableStage.PLAYING
        return self.hidden or running or (self.day is not None and self.day >= today())

    @property
    def secrecy(self) -> Code:
        """Return the reason for its secrecy, if it is secret."""
        if self.hidden:
            return Code.ROUND_RUNNING
        return Code.DEAL_UNFINISHED if self.match else Code.DAILY_RUNNING

    @property
    def gathering(self) -> bool:
        """Return whether the table waits for people."""
        return self.stage is TableStage.GATHERING

    @property
    def begun(self) -> bool:
        """Return whether play has begun, even if the table is now closed."""
        return not self.gathering and all(row.seat is not None for row in self.seat_rows)

    @property
    def attended(self) -> bool:
        """Return whether any person plays here; a tournament's game is played to its end by stand-ins."""
        return any(row.present for row in self.seat_rows) or self.tournament is not None

    @property
    def instant(self) -> bool:
        """Return whether house bots act at once: by request, or because no person plays."""
        people = (row.kind is SeatKind.GUEST and not row.program for row in self.seat_rows)
        return self.pace is BotPace.INSTANT or not any(people)

    def seats_person(self, person: str | None) -> bool:
        """Return whether a guest, or the secret of a seat link, has a seat here."""
        return person is not None and any(person in (row.guest, row.key) for row in self.seat_rows)

    def person_at(self, seat: Seat) -> bool:
        """Return whether `seat` is a person's, even if a stand-in plays for it."""
        return any(row.seat == seat and row.kind is SeatKind.GUEST for row in self.seat_rows)

    def stood_in(self, seat: Seat) -> str | None:
        """Return the stand-in that plays for the owner of `seat`; None if there is none."""
        for row in self.seat_rows:
            if row.seat == seat:
                return row.stand_in
        return None

    @property
    def full(self) -> bool:
        """Return whether every seat is taken."""
        return all(row.kind is not SeatKind.EMPTY for row in self.seat_rows)

    def with_row(self, index: int, row: SeatRow) -> "TableData":
        """Return the table with `row` at `index`."""
        return replace(self, seat_rows=(*self.seat_rows[:index], row, *self.seat_rows[index + 1 :]))
