"""Personal data in the schema: how the rows of one guest are found, erased and exported.

One declaration serves both: `personal_data.deletion` erases what an entry says, `personal_data.export`
returns what it does not withhold. Tests compare it with the schema: a column that refers to a guest needs an entry,
and so does a table without one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Table, false, or_, select, true, tuple_

from .meetings import club_members, clubs, tournament_games, tournament_players, tournament_rounds, tournaments
from .moderation import blocks, moderations, moderators, reports, restraints
from .people import (
    accounts,
    bans,
    calendars,
    guests,
    invitations,
    name_keys,
    notices,
    pardons,
    programs,
    programs_here,
    puzzle_days,
    ratings,
    recovery_codes,
    results,
    solo_games,
    subscriptions,
    tokens,
    vacations,
)
from .play import (
    actions,
    acts,
    chat,
    conditional_turns,
    daily_deals,
    hushed,
    jobs,
    pinned_notes,
    presence,
    reviewing,
    reviews,
    seats,
    seekers,
    served,
    tables,
)

__all__ = ["IMPERSONAL", "INDIRECT", "NOBODY", "REFERENCES", "Indirect", "Reference"]

NOBODY: Final = "—"
"""Stored in place of a deleted account's name."""


@dataclass(frozen=True)
class Reference:
    """Column that holds the id of a guest, and what becomes of its rows."""

    column: Column[Any]
    erases: bool = False
    """Whether a deletion erases the rows."""

    blanks: Mapping[str, object] = field(default_factory=dict)
    """Values that a deletion stores in rows that stay."""

    stays: str = ""
    """Why rows stay; empty where they are erased."""

    withholds: Mapping[str, str] = field(default_factory=dict)
    """Columns that an export leaves out, each with the reason."""

    untold: str = ""
    """Why an export has none of these rows; empty where it has them."""

    @property
    def table(self) -> Table:
        """Return the table of the column."""
        table = self.column.table
        assert isinstance(table, Table)
        return table

    def of(self, people: Sequence[str]) -> ColumnElement[bool]:
        """Return the condition for the rows of these guests."""
        return self.column.in_(people)

    @property
    def unerased(self) -> ColumnElement[bool]:
        """Return the condition for rows that a deletion would erase or change; none where all stay."""
        if self.erases:
            return true()
        return or_(*(self.table.c[name].is_distinct_from(value) for name, value in self.blanks.items()), false())


@dataclass(frozen=True)
class Indirect:
    """Table whose rows are a guest's by way of other rows."""

    table: Table
    keys: tuple[Column[Any], ...]
    """Columns that are compared with the rows that `through` finds."""

    through: tuple[Column[Any], ...]
    by: Column[Any]
    """Column with the guest, beside those of `through`."""

    stays: str
    """Why a deletion leaves these rows; or that they go with their parents."""

    withholds: Mapping[str, str] = field(default_factory=dict)

    def of(self, people: Sequence[str]) -> ColumnElement[bool]:
        """Return the condition for the rows of these guests."""
        parents = select(*self.through).where(self.by.in_(people))
        return (self.keys[0] if len(self.keys) == 1 else tuple_(*self.keys)).in_(parents)


_SECRET: Final = "a secret, or its digest: it would open what belongs to the account"  # noqa: S105 - a reason
_HIDDEN: Final = "hides the cards of a game that may be under way; the game's record has them when it is over"
_OTHERS: Final = "the id of another person"
_LEASE: Final = "which process works on it"
_GAME: Final = "a part of a game that others took part in"

REFERENCES: Final = (
    Reference(
        guests.c.id,
        blanks={"name": NOBODY, "portrait": None},
        stays="the seats of games that others took part in refer to it",
    ),
    Reference(accounts.c.guest, erases=True, withholds={"password": _SECRET}),
    Reference(name_keys.c.guest, erases=True),
    Reference(recovery_codes.c.guest, erases=True, withholds={"code": _SECRET}),
    Reference(programs.c.guest, erases=True),
    Reference(programs.c.owner, erases=True),
    Reference(tokens.c.guest, erases=True, withholds={"digest": _SECRET}),
    Reference(moderators.c.guest, erases=True),
    Reference(restraints.c.guest, erases=True),
    Reference(subscriptions.c.guest, erases=True, withholds={"secret": _SECRET}),
    Reference(calendars.c.guest, erases=True, withholds={"digest": _SECRET}),
    Reference(vacations.c.guest, erases=True),
    Reference(puzzle_days.c.guest, erases=True),
    Reference(pinned_notes.c.guest, erases=True),
    Reference(programs_here.c.guest, erases=True, withholds={"connection": _LEASE}),
    Reference(invitations.c.guest, erases=True, withholds={"host": _OTHERS}),
    Reference(invitations.c.host, erases=True, untold="it is the program's to answer, and goes with the answer"),
    Reference(seekers.c.guest, erases=True, withholds={"match": "names the search of others, too"}),
    Reference(solo_games.c.guest, erases=True),
    Reference(results.c.guest, erases=True),
    Reference(ratings.c.guest, erases=True),
    Reference(chat.c.guest, erases=True),
    Reference(
        seats.c.guest,
        blanks={"name": NOBODY, "key": None, "mark": None, "portrait": None},
        stays=_GAME,
        withholds={"key": _SECRET},
    ),
    Reference(
        tables.c.host,
        blanks={"origin": None},
        stays=_GAME,
        withholds={
            "deal": _HIDDEN,
            "seal": _HIDDEN,
            "notes": "tells of the others at the table",
            "clocks": "the state of every seat's clock",
        },
    ),
    Reference(club_members.c.guest, erases=True),
    Reference(
        tournaments.c.host,
        blanks={"origin": None},
        stays="others take part, or took part; `tournaments.succession` hands on or cancels what has not begun",
        withholds={"lot": "the seed of what is drawn by lot, never shown"},
    ),
    Reference(tournament_players.c.guest, blanks={"away": True}, stays="the results of others count games against it"),
    Reference(blocks.c.guest, erases=True, withholds={"blocked": _OTHERS}),
    Reference(blocks.c.blocked, erases=True, untold="who blocks a person is not told to that person"),
    Reference(
        reports.c.reporter,
        erases=True,
        withholds={
            "reported": _OTHERS,
            "thing": _OTHERS,
            "settled": "what came of it is between the moderators and the other",
        },
    ),
    Reference(reports.c.reported, erases=True, untold="it would tell who reported, and what others said"),
    Reference(
        moderations.c.guest,
        blanks={"name": NOBODY},
        stays="the log of what moderators did",
        withholds={
            "moderator": "the name of another person",
            "moderator_guest": _OTHERS,
            "report": "it would tell who reported",
        },
    ),
    Reference(
        moderations.c.moderator_guest,
        blanks={"moderator": NOBODY},
        stays="the log of what moderators did",
        untold="it would tell what was decided about another person",
    ),
    Reference(bans.c.guest, blanks={"name": NOBODY}, stays="a ban outlives the account, under no name"),
    Reference(pardons.c.guest, stays="an id without a name, read by servers that are running"),
)
"""Every column that refers to a guest, guests themselves first. Rows are erased in the opposite order."""

_MY_SEATS: Final = (seats.c.table_id, seats.c.seat)

INDIRECT: Final = (
    Indirect(
        notices,
        (notices.c.way,),
        (subscriptions.c.id,),
        subscriptions.c.guest,
        "they go with the subscription",
        {"holder": _LEASE, "until": _LEASE},
    ),
    Indirect(
        clubs,
        (clubs.c.id,),
        (club_members.c.club,),
        club_members.c.guest,
        "a club's name and text are the club's; one without members is closed",
        {"invite": "the secret by which people join, told to admins alone"},
    ),
    Indirect(actions, (actions.c.table_id, actions.c.seat), _MY_SEATS, seats.c.guest, _GAME),
    Indirect(acts, (acts.c.table_id, acts.c.seat), _MY_SEATS, seats.c.guest, _GAME),
    Indirect(
        conditional_turns,
        (conditional_turns.c.table_id, conditional_turns.c.seat),
        _MY_SEATS,
        seats.c.guest,
        "cards and cells, without a name; they go with the table's next turn",
    ),
    Indirect(
        tournament_games,
        (tournament_games.c.table_id,),
        (seats.c.table_id,),
        seats.c.guest,
        "the results of others",
    ),
)
"""Tables that contain personal data without a column for a guest."""

IMPERSONAL: Final[Mapping[Table, str]] = {
    daily_deals: "deals of days, and results of bots",
    hushed: "tables whose chat is muted",
    jobs: "leases on bots' turns",
    presence: "which seats are looked at, for some seconds, by server",
    reviewing: "leases on reviews",
    reviews: "a cache of computed reviews, by a digest of the game",
    served: "the time scale of deadlines",
    tournament_rounds: "when rounds were played, and which player had no opponent",
}
"""Tables without personal data, each with its content."""
