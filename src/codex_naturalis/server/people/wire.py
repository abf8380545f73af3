"""The words of the protocol around people: accounts, their games, and how strong they seem."""

from msgspec import Struct

from codex_naturalis.rules import Seat

from ..wire.table import TableInfo

__all__ = [
    "AccountInfo",
    "FinishedGame",
    "MyGames",
    "NewAccount",
    "NewPassword",
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
    "Waiting",
]


class NewAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """The name that an account is to have, and the password that proves it."""

    name: str
    """1 to 24 visible characters; nobody else may have it, or one that looks like it."""

    password: str
    """8 to 128 characters."""


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Who one says one is."""

    name: str
    password: str
    device: str | None = None
    """What a session of this account on the same device told: tries of strangers do not count against it."""


class Proof(Struct, frozen=True, forbid_unknown_fields=True):
    """The password again, before something that cannot be taken back."""

    password: str


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """Another password."""

    password: str
    """The one so far."""

    new: str


class Recovery(Struct, frozen=True, forbid_unknown_fields=True):
    """A way in without the password."""

    name: str
    code: str
    """One of the recovery codes; case, spaces and hyphens do not matter."""

    new: str
    """The password from now on."""


class Session(Struct, frozen=True):
    """Somebody who has proved who they are."""

    id: str
    name: str
    token: str
    """Proves it from now on: `Authorization: Bearer …`, and in `hello`."""

    device: str
    """To be kept also after signing out, and told at the next sign-in on this device. It opens nothing by itself."""


class RecoveryCodes(Struct, frozen=True):
    """What opens the account when the password is forgotten. Told this once: the server keeps only digests."""

    codes: tuple[str, ...]
    """Each is good once; those told before are void."""


class AccountInfo(Struct, frozen=True):
    """An account, as told to its owner."""

    name: str
    created: float
    """Seconds since 1970."""

    codes: int
    """How many recovery codes are left."""


class Waiting(Struct, frozen=True):
    """Which games wait for the caller, those that have waited longest first."""

    tables: tuple[str, ...]
    """Those with other people."""

    alone: tuple[str, ...]
    """Those with bots or Tybor, who can wait."""


class RunningGame(Struct, frozen=True):
    """A game of the caller's that is not over."""

    table: TableInfo
    viewer: Seat
    """The caller's seat."""

    awaited: tuple[Seat, ...]
    """Who is to act; none before play."""


class FinishedGame(Struct, frozen=True):
    """A finished game of the caller's with two seats or more."""

    table: TableInfo
    viewer: Seat
    rank: int
    """1 for whoever won."""

    points: int
    won: bool
    """Alone or together."""

    ended: float
    """Seconds since 1970."""

    change: float | None
    """What it made of the caller's rating; None if it was not rated."""


class SeatSums(Struct, frozen=True):
    """What somebody's games with so many seats come to."""

    seats: int
    played: int
    won: int
    mean: float
    """Points on average."""

    best: int


class MyGames(Struct, frozen=True):
    """The caller's games, those against Tybor left out once they are finished."""

    running: tuple[RunningGame, ...]
    """Those that wait for the caller first."""

    finished: tuple[FinishedGame, ...]
    """The last first; so many at a time."""

    more: bool
    """Whether there are older ones."""

    sums: tuple[SeatSums, ...]


class Standing(Struct, frozen=True):
    """How strong somebody seems, by Glicko-2."""

    name: str
    rating: float
    deviation: float
    """How sure that is: two times out of three the truth is within it."""

    provisional: bool
    """Whether it is too early, or too long ago, to say."""

    games: int
    """How many were counted."""


class SeatStanding(Struct, frozen=True):
    """How strong whoever sits there seems, and what the game at this table made of it."""

    seat: Seat
    standing: Standing
    change: float | None
    """None until the game is over."""


class RatingPoint(Struct, frozen=True):
    """A rating after a game."""

    at: float
    """Seconds since 1970."""

    rating: float
    deviation: float


class Person(Struct, frozen=True):
    """Somebody with an account, as everybody may see them: no games, since who knows a table may watch it."""

    name: str
    created: float
    standing: Standing | None
    """None before the first rated game."""

    history: tuple[RatingPoint, ...]
    """The last hundred, oldest first."""

    sums: tuple[SeatSums, ...]
