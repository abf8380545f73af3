"""Schema of tables: their seats, actions, chat and leases, and data kept beside a game."""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from .metadata import metadata

__all__ = [
    "actions",
    "acts",
    "chat",
    "conditional_turns",
    "daily_deals",
    "hushed",
    "jobs",
    "pinned_notes",
    "presence",
    "reviewing",
    "reviews",
    "seats",
    "seekers",
    "served",
    "tables",
]

tables: Table = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("revision", Integer, nullable=False),  # counts changes of the row and its seats, but not play
    Column("version", Integer, nullable=False),  # counts actions
    Column("party", String, nullable=False),  # the first table of a chain of rematches
    Column("host", ForeignKey("guests.id"), nullable=False),
    Column("stage", String, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("rules", Integer, nullable=False, server_default="1"),  # see `rules.RulesVersion`
    Column("options", Text, nullable=False),
    Column("deal", Text),
    Column("rematch", String),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("request", String),  # the Idempotency-Key it was created with
    Column("asked", Text),  # the body of that request
    Column("what_if", Text),  # the game that this one plays on from the middle of
    Column("hints", Boolean),  # null for the default
    Column("rated", Boolean),  # null for no
    Column("seal", Text),  # of the deal: its fingerprint is public, the rest when the game is over
    Column("clock", Text),  # null for none
    Column("clocks", Text),  # state of each seat's clock
    Column("notes", Text),  # events among the people
    Column("deadline", Float, index=True),  # next deadline, in seconds of served time
    Column("marked", Integer, nullable=False, server_default="0"),  # the version at which the deadline was computed
    Column("origin", String),  # a digest of the network it was opened from
    Column("shared_deal", String),  # key of a deal that several tables have, see `TableData`
    Column("counted", Boolean),  # whether it is the host's one attempt at a day's deal or a match's; null for no
    Column("pace", String),  # null for the usual one
    Column("programs", Boolean),  # whether programs may sit at this rated table; null for no
    Column("tournament", String, index=True),  # null for none
    Column("hidden", Boolean),  # whether only its players see it, until its round is over; null for no
    UniqueConstraint("host", "request"),
    Index("ix_tables_listed", "listed", "stage", "touched"),
    Index("ix_tables_open", "stage", "deadline"),
    Index("ix_tables_rated", "rated", "stage"),
    Index("ix_tables_touched", "stage", "touched"),
    Index("ix_tables_shared_deal", "shared_deal"),
    Index("ix_tables_party", "party"),
    Index(
        "ix_tables_counted",
        "host",
        "shared_deal",
        unique=True,
        sqlite_where=text("counted"),
        postgresql_where=text("counted"),
    ),
)
"""Tables, before, during and after play."""

seats: Table = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, primary_key=True),  # the order of joining
    Column("seat", Integer),  # drawn by lot when play begins
    Column("kind", String, nullable=False),
    Column("name", String),
    Column("guest", ForeignKey("guests.id"), index=True),
    Column("key", String),  # secret of the seat's private link
    Column("stand_in", String),  # the bot that plays on for the guest
    Column("mark", String),  # status of the name, see `NameMark`
    Column("portrait", Integer),  # the guest's
    Column("colour", String),  # chosen by the guest; null for what is left
)
"""Seats of the tables, in the order of joining."""

seekers: Table = Table(
    "seekers",
    metadata,
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("seats", Integer, nullable=False),
    Column("pace", String, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("rating", Float, nullable=False),  # with so many seats, when the search began; so is the next
    Column("deviation", Float, nullable=False),
    Column("since", Float, nullable=False),
    Column("until", Float, nullable=False),  # expiry, unless renewed
    Column("match", String),  # the group's, once it is together
    Column("table_id", String),  # the group's table, once it is open
    Index("ix_seekers_match", "match"),
)
"""Searches of people who want to play now."""

actions: Table = Table(
    "actions",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
)
"""Actions: with options and deal, the whole game."""

acts: Table = Table(
    "acts",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("id", String, primary_key=True),
    Column("payload", Text, nullable=False),
    Column("version", Integer, nullable=False),
    ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
)
"""Acts by the client's id (idempotency key), so that a repeat gets the same answer."""

chat: Table = Table(
    "chat",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("guest", ForeignKey("guests.id"), nullable=False),
    Column("name", String, nullable=False),  # as it was then
    Column("at", Float, nullable=False),
    Column("id", String, nullable=False),  # the client's
    Column("text", Text),
    Column("emote", String),
)
"""Latest lines of the chats; not part of any game."""

hushed: Table = Table(
    "hushed", metadata, Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
)
"""Tables whose chat the host has muted."""

served: Table = Table(
    "served", metadata, Column("id", Integer, primary_key=True), Column("seconds", Float, nullable=False)
)
"""Served time in seconds, in one row: the time scale of all deadlines."""

daily_deals: Table = Table(
    "daily_deals",
    metadata,
    Column("day", String, primary_key=True),  # in UTC, as 2026-03-04
    Column("level", String, nullable=False),
    Column("deal", Text, nullable=False),
    Column("seal", Text, nullable=False),  # published before the day, opened after it
    Column("par", Text),  # results of the bots, once they are worked out
    Column("holder", String),  # process that works them out
    Column("until", Float, nullable=False, server_default="0"),  # expiry of its lease
)
"""Daily deals, from a week ahead on."""

jobs: Table = Table(
    "jobs",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("wanted", Integer, nullable=False),  # incremented whenever there is more to do
    Column("holder", String),  # process that holds the lease
    Column("until", Float, nullable=False),  # expiry of the lease
    Index("ix_jobs_until", "until"),
)
"""Bot jobs, where several processes share the database: tables where bots are due, with their leases."""

presence: Table = Table(
    "presence",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("server", String, primary_key=True),
    Column("places", String, nullable=False),
    Column("until", Float, nullable=False),  # expiry, unless renewed
    Index("ix_presence_server", "server"),
)
"""Presence, where several processes share the database: seats whose people look, by server."""

reviews: Table = Table(
    "reviews",
    metadata,
    Column("game", String, primary_key=True),  # a digest of the record, and of the way it was reviewed
    Column("made", Float, nullable=False),
    Column("review", Text, nullable=False),
)
"""Reviews of finished games: a cache, so old rows may be deleted."""

reviewing: Table = Table(
    "reviewing",
    metadata,
    Column("game", String, primary_key=True),  # as in `reviews`
    Column("holder", String, nullable=False),  # process that holds the lease
    Column("until", Float, nullable=False),  # expiry of the lease, unless renewed
    Column("part", Float, nullable=False),  # progress, 0 to 1
)
"""Leases on reviews being computed, where several processes share the database."""

conditional_turns: Table = Table(
    "conditional_turns",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("id", String, nullable=False, unique=True),  # of the act that carries it out
    Column("turn", Text, nullable=False),
    Column("laid", Integer, nullable=False),  # cards that the seat had laid
    Column("last_round", Integer),  # of the game, if its end had been triggered
    Column("looked", Integer, nullable=False),  # the version at which it was last looked at
    Column("claimed", Boolean, nullable=False),  # being carried out: its owner cannot change it any more
    Column("withdrawn", String),  # why it will not be carried out
)
"""Turns that people have stored ahead."""

pinned_notes: Table = Table(
    "pinned_notes",
    metadata,
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("at", String, primary_key=True),  # the card or the cell that it is pinned to
    Column("text", Text, nullable=False),
    Column("changed", Float, nullable=False),
    Index("ix_pinned_notes_table_id", "table_id"),
)
"""Notes that people have pinned for themselves."""
