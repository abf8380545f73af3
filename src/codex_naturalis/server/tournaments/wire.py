"""Messages of the API of tournaments."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from codex_naturalis.play import Clock
from codex_naturalis.rules import Preset
from codex_naturalis.wire.table import NameMark, Portrait

__all__ = [
    "NewEntry",
    "NewTournament",
    "TournamentGame",
    "TournamentInfo",
    "TournamentKind",
    "TournamentPlan",
    "TournamentPlayer",
    "TournamentPulse",
    "TournamentResponse",
    "TournamentRound",
    "TournamentStage",
    "TournamentStanding",
]


class TournamentKind(StrEnum):
    """Format: pairing of players, and value of games."""

    ARENA = "arena"
    """Paired as soon as they are free, for a fixed time; 2 points for a victory, 1 for a shared one."""

    SWISS = "swiss"
    """Rounds against opponents with a similar score, no one twice while avoidable."""

    DUPLICATE = "duplicate"
    """The same, and all tables of a round have the same deal: each seat is compared with the same seat elsewhere."""

    KNOCKOUT = "knockout"
    """The winner of each table goes on."""


class TournamentStage(StrEnum):
    """Stage in the life of a tournament."""

    ANNOUNCED = "announced"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"
    """By its host, or for lack of players."""


class TournamentPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """How a tournament is played."""

    kind: TournamentKind
    clock: Clock
    seats: Annotated[int, Meta(ge=2, le=4)] = 2
    preset: Preset = Preset.EN
    rounds: Annotated[int, Meta(ge=1, le=15)] = 5
    """Rounds of a Swiss; a knockout ends by itself, an arena with its time."""

    minutes: Annotated[int, Meta(ge=10, le=24 * 60)] = 60
    """Minutes during which an arena opens tables."""

    games_per_hour: Annotated[int, Meta(ge=1, le=60)] = 6
    """Games that one player may begin in an hour of an arena, so that haste does not pay."""

    pause: Annotated[int, Meta(ge=0, le=7 * 24 * 3600)] = 60
    """Seconds between two rounds."""

    most: Annotated[int, Meta(ge=2, le=1024)] = 64
    """Players who may join."""

    rated: bool = False
    """Whether games count for ratings; then only people with accounts may join."""


class NewTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """Request to announce a tournament."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    starts: float
    """Seconds since 1970."""

    plan: TournamentPlan
    listed: bool = True
    """Whether it is in the calendar; otherwise only those with its link find it."""

    club: str | None = None
    """Only this club's members may join; the caller must be an admin."""

    bots: Annotated[tuple[str, ...], Meta(max_length=16)] = ()
    """House bots that take part, by name."""


class NewEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Request to enter a house bot, or a program by the name of its account."""

    bot: str | None = None
    program: str | None = None


class TournamentInfo(Struct, frozen=True):
    """A tournament in the calendar."""

    id: str
    name: str
    plan: TournamentPlan
    starts: float
    """Seconds since 1970."""

    stage: TournamentStage
    host: str
    listed: bool
    club: str | None
    players: int
    round: int
    """Rounds begun."""

    ended: float | None
    joined: bool
    """Whether the caller takes part."""


class TournamentPlayer(Struct, frozen=True):
    """A player of a tournament."""

    id: str
    """Number of the player in this tournament."""

    name: str
    bot: bool
    """Whether it is a house bot, named as `name`."""

    mark: NameMark | None
    portrait: Portrait | None
    away: bool
    """Whether the player is not paired until back."""


class TournamentStanding(Struct, frozen=True):
    """Standing of one player."""

    rank: int
    """1 is the best; equal players share a rank."""

    player: str
    score: float
    buchholz: float
    """Sum of the scores of all opponents."""

    head_to_head: float
    """Share beaten of the opponents with the same score and Buchholz."""

    games: int
    wins: float


class TournamentGame(Struct, frozen=True):
    """One game of a tournament."""

    table: str
    players: tuple[str, ...]
    """By seat."""

    totals: tuple[int, ...] | None
    """Points by seat; None before its end, and if it was closed before."""

    winners: tuple[int, ...] | None
    """Seats of the winners; None before its end."""

    shares: tuple[float, ...] | None
    """Its value for each seat; None before its round is over."""


class TournamentRound(Struct, frozen=True):
    """One round, or the tables that an arena opened at one time."""

    number: int
    began: float
    ended: float | None
    bye: str | None
    games: tuple[TournamentGame, ...]


class TournamentResponse(Struct, frozen=True):
    """One tournament with its players, standings and rounds, last one first."""

    info: TournamentInfo
    revision: int
    players: tuple[TournamentPlayer, ...]
    standings: tuple[TournamentStanding, ...]
    rounds: tuple[TournamentRound, ...]
    own: str | None
    """The caller's number among the players."""

    hosts: bool
    """Whether the caller may enter bots, remove players, begin early, cancel and end."""

    removed: tuple[TournamentPlayer, ...]
    """To the host: players removed and not readmitted; to others none."""

    closing: bool
    """Whether the host has ended it: games under way are played to their end, and no other begins."""


class TournamentPulse(Struct, frozen=True):
    """Data polled by a tournament's page every few seconds; polling marks the caller present."""

    revision: int
    stage: TournamentStage
    table: str | None
    """Table of the caller's unfinished game, the one begun last."""

    seconds: float | None
    """Seconds until the start or the next round, until an arena ends; None while games are played."""

    away: bool
    """Whether the caller is not paired until back."""

    barred: bool
    """Whether the caller may not come back: removed by the host, or no longer a member of its club."""
