"""Messages of the account and people APIs: accounts, sessions, a guest's games, ratings."""

from typing import Annotated

from msgspec import Meta, Struct

from codex_naturalis.rules import Seat

from .kinds import Scope
from .table import Portrait, TableInfo

__all__ = [
    "AccountInfo",
    "Evening",
    "FinishedGame",
    "MadeToken",
    "MyGames",
    "NewAccount",
    "NewPassword",
    "NewToken",
    "Person",
    "Proof",
    "RatingPoint",
    "Recovery",
    "RecoveryCodes",
    "RunningGame",
    "SeatStanding",
    "SeatSums",
    "Session",
    "SignIn",
    "Standing",
    "TokenInfo",
    "Waiting",
]


class NewAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """Sign-up: the name and the password of a new account."""

    name: str
    """1 to 24 visible characters, unlike the name of any other account, look-alikes included."""

    password: str
    """8 to 128 characters."""


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Credentials of a sign-in."""

    name: str
    password: str
    device: str | None = None
    """Device token from an earlier session of this account: strangers' failed attempts do not lock it out."""


class Proof(Struct, frozen=True, forbid_unknown_fields=True):
    """Password, confirmed again before an irreversible change."""

    password: str


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """Change of password."""

    password: str
    """The current one."""

    new: str


class Recovery(Struct, frozen=True, forbid_unknown_fields=True):
    """Recovery of an account without its password."""

    name: str
    code: str
    """One of the recovery codes; case, spaces and hyphens do not matter."""

    new: str
    """The new password."""


class Session(Struct, frozen=True):
    """Session after signing in."""

    id: str
    name: str
    token: str
    """Authenticates from now on: `Authorization: Bearer …`, and in `hello`."""

    device: str
    """Device token: keep it after signing out, and send it with the next sign-in. It grants no access by itself."""


class RecoveryCodes(Struct, frozen=True):
    """Recovery codes, which set a new password. Shown this once: the server keeps only digests."""

    codes: tuple[str, ...]
    """Each works once; older codes are void."""


class AccountInfo(Struct, frozen=True):
    """Account, as shown to its owner."""

    name: str
    created: float
    """Seconds since 1970."""

    codes: int
    """Number of recovery codes left."""

    moderator: bool = False
    """Whether the account moderates; visible only to itself."""

    named_until: float | None = None
    """Time from which the account may replace a name given by a moderator, in seconds since 1970."""


class NewName(Struct, frozen=True, forbid_unknown_fields=True):
    """Name that an account chooses in place of one given by a moderator."""

    name: str


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """Access token to issue."""

    name: str
    """Label chosen by its owner: 1 to 24 visible characters."""

    scope: Scope
    program: str | None = None
    """Caller's program to issue it for; None for the caller."""

    days: Annotated[int, Meta(ge=0, le=3650)] = 365
    """Days until it expires; 0 for never."""

    password: str | None = None
    """Password of the account; optional within ten minutes of a sign-up, sign-in or recovery."""


class TokenInfo(Struct, frozen=True):
    """Access token, as shown to its owner."""

    id: str
    """Public id, to revoke it by; it grants no access."""

    name: str
    scope: Scope
    created: float
    """Seconds since 1970; so are the next two."""

    expires: float | None
    """None for never."""

    used: float | None
    """Time of the last use, to the minute; None if it was never used."""

    program: str | None
    """Program it stands for; None for the account itself."""


class MadeToken(Struct, frozen=True):
    """New access token."""

    token: str
    """Text of the token, shown only once: the server keeps only a digest."""

    info: TokenInfo


class Waiting(Struct, frozen=True):
    """Games in which it is the caller's turn, the longest waiting first."""

    tables: tuple[str, ...]
    """Games with other people."""

    alone: tuple[str, ...]
    """Games with only bots or Tybor."""


class RunningGame(Struct, frozen=True):
    """Unfinished game of the caller."""

    table: TableInfo
    viewer: Seat
    """The caller's seat."""

    awaited: tuple[Seat, ...]
    """Seats that are to act; none before play."""


class FinishedGame(Struct, frozen=True):
    """Finished game of the caller with two seats or more."""

    table: TableInfo
    viewer: Seat
    rank: int
    """1 for a winner."""

    points: int
    won: bool
    """Also true of a shared victory."""

    ended: float
    """Seconds since 1970."""

    change: float | None
    """Change of the caller's rating, in points; None if the game was not rated."""


class SeatSums(Struct, frozen=True):
    """Totals over a person's games with this number of seats."""

    seats: int
    played: int
    won: int
    mean: float
    """Mean points per game."""

    best: int


class MyGames(Struct, frozen=True):
    """A page of the caller's games; finished solo games are left out."""

    running: tuple[RunningGame, ...]
    """Those where it is the caller's turn first."""

    finished: tuple[FinishedGame, ...]
    """Newest first, one page at a time."""

    more: bool
    """Whether there are more pages."""

    sums: tuple[SeatSums, ...]


class Standing(Struct, frozen=True):
    """Rating of an account, for a given number of seats."""

    name: str
    seats: int
    rating: float
    deviation: float
    """Standard deviation of the rating, in points."""

    provisional: bool
    """Whether the deviation is too large for the leaderboard: too few games, or too long ago."""

    games: int
    """Number of rated games."""

    program: bool = False
    """Whether this is a bot account."""


class SeatStanding(Struct, frozen=True):
    """Rating of the account on a seat, and how the game at this table changed it."""

    seat: Seat
    standing: Standing
    change: float | None
    """In points; None until the game is over."""


class Evening(Struct, frozen=True):
    """Score among the same people over a game and its rematches."""

    games: int
    """Finished games with exactly these people, this one included."""

    wins: tuple[int | None, ...]
    """Games that each seat's guest has won, alone or together; None for bots."""

    others: int
    """Games won by a bot or Tybor, by none of the guests."""


class RatingPoint(Struct, frozen=True):
    """Rating after one game."""

    at: float
    """Seconds since 1970."""

    seats: int
    """Of the game, and so of the rating."""

    rating: float
    deviation: float


class Person(Struct, frozen=True):
    """Public profile of an account. It lists no games, since anyone who knows a table may watch it."""

    name: str
    created: float
    standings: tuple[Standing, ...]
    """Ratings by number of seats, for those with a rated game."""

    history: tuple[RatingPoint, ...]
    """The last hundred rated games, oldest first, with all numbers of seats."""

    sums: tuple[SeatSums, ...]

    owner: str | None = None
    """Name of the owner, if this is a bot account."""

    portrait: Portrait | None = None
    """Chosen portrait; None for the creature that goes with the name."""
