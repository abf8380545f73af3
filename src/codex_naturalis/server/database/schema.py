"""The tables of the database. A change here needs a migration beside it; a test compares the two."""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

__all__ = [
    "accounts",
    "actions",
    "acts",
    "bans",
    "chat",
    "guests",
    "hushed",
    "jobs",
    "metadata",
    "name_keys",
    "notices",
    "pardons",
    "presence",
    "ratings",
    "recovery_codes",
    "results",
    "reviews",
    "seats",
    "served",
    "solo_games",
    "tables",
    "ways",
]

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

guests = Table(
    "guests",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created", Float, nullable=False),
    Column("generation", Integer, nullable=False, server_default="0"),  # tokens of earlier ones are void
)
"""People who gave a name."""

accounts = Table(
    "accounts",
    metadata,
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("name", String, nullable=False),
    Column("folded", String, nullable=False, unique=True),  # the name as all that look like it
    Column("password", String, nullable=False),  # what argon2 made of it
    Column("created", Float, nullable=False),
)
"""Guests who took a name of their own, and a password that proves them on any device."""

name_keys = Table(
    "name_keys",
    metadata,
    Column("key", String, primary_key=True),
    Column("guest", ForeignKey("accounts.guest", ondelete="CASCADE"), nullable=False, index=True),
)
"""What an account's name looks like, so that no other one looks like it."""

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("guest", ForeignKey("accounts.guest", ondelete="CASCADE"), primary_key=True),
    Column("code", String, primary_key=True),  # its digest
)
"""What opens an account whose password is forgotten, each once."""

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("revision", Integer, nullable=False),  # counts changes of the row and its seats, but not play
    Column("version", Integer, nullable=False),  # counts actions
    Column("party", String, nullable=False),  # the first table of a chain of rematches
    Column("host", ForeignKey("guests.id"), nullable=False),
    Column("stage", String, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("rules", Integer, nullable=False, server_default="1"),  # what is played by; see `rules.RulesVersion`
    Column("options", Text, nullable=False),
    Column("deal", Text),
    Column("rematch", String),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("request", String),  # the Idempotency-Key it was created with
    Column("asked", Text),  # what that request said
    Column("what_if", Text),  # the game that this one plays on from the middle of
    Column("hints", Boolean),  # null for what is usual
    Column("rated", Boolean),  # null for no
    Column("seal", Text),  # of the deal: its fingerprint is public, the rest when the game is over
    Column("clock", Text),  # what was agreed on; null for none
    Column("clocks", Text),  # how it stands with each seat's
    Column("notes", Text),  # what happened to the people
    Column("deadline", Float, index=True),  # when something is due, in served time
    Column("marked", Integer, nullable=False, server_default="0"),  # the version at which that was found out
    Column("origin", String),  # a digest of the network it was opened from
    UniqueConstraint("host", "request"),
    Index("ix_tables_listed", "listed", "stage", "touched"),
    Index("ix_tables_open", "stage", "deadline"),
    Index("ix_tables_rated", "rated", "stage"),
    Index("ix_tables_touched", "stage", "touched"),
)
"""Tables of people, before, during and after play."""

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, primary_key=True),  # the order of joining
    Column("seat", Integer),  # drawn by lot when play begins
    Column("kind", String, nullable=False),
    Column("name", String),
    Column("guest", ForeignKey("guests.id"), index=True),
    Column("key", String),  # what a private seat link proves
    Column("stand_in", String),  # the bot that plays on for the guest
    Column("mark", String),  # what the name says of the guest, if anything
)
"""Who sits where."""

actions = Table(
    "actions",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
)
"""What was played: with options and deal, the whole game."""

acts = Table(
    "acts",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("id", String, primary_key=True),
    Column("payload", Text, nullable=False),
    Column("version", Integer, nullable=False),
    ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
)
"""What clients asked for, by the id they chose, so that a repeat gets the same answer."""

chat = Table(
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
"""The last words that were said at tables; no part of any game."""

hushed = Table("hushed", metadata, Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True))
"""Tables where the host wants silence."""

served = Table("served", metadata, Column("id", Integer, primary_key=True), Column("seconds", Float, nullable=False))
"""For how long this database was ever served, in one row: the time by which everything falls due."""

solo_games = Table(
    "solo_games",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", ForeignKey("guests.id"), nullable=False),
    Column("level", String, nullable=False),
    Column("ended", Float, nullable=False),
    Column("points", Integer),  # none of the three if the game was finished before results were kept
    Column("tybor", Integer),
    Column("won", Boolean),
    Index("ix_solo_games_guest", "guest", "ended"),
)
"""How solo games came out, by guest."""

jobs = Table(
    "jobs",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("wanted", Integer, nullable=False),  # grows whenever there is more to do
    Column("holder", String),  # the process that does it
    Column("until", Float, nullable=False),  # by then it is done, or somebody else does it
    Index("ix_jobs_until", "until"),
)
"""Tables where bots are to act, while several processes share the database."""

presence = Table(
    "presence",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("server", String, primary_key=True),
    Column("places", String, nullable=False),
    Column("until", Float, nullable=False),  # unless it is said again by then, the server is gone
    Index("ix_presence_server", "server"),
)
"""Whose people look at a table, by server, while several processes share the database."""

reviews = Table(
    "reviews",
    metadata,
    Column("game", String, primary_key=True),  # a digest of the record, and of the way it was reviewed
    Column("made", Float, nullable=False),
    Column("review", Text, nullable=False),
)
"""What the teacher said of finished games: it can be worked out again, so whatever is old may go."""

reviewing = Table(
    "reviewing",
    metadata,
    Column("game", String, primary_key=True),  # as in `reviews`
    Column("holder", String, nullable=False),  # the process that works it out
    Column("until", Float, nullable=False),  # by then it says again that it does, or somebody else begins anew
    Column("part", Float, nullable=False),  # how much is done
)
"""Reviews that are being worked out, while several processes share the database."""

results = Table(
    "results",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("ended", Float, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("rank", Integer, nullable=False),  # 1 for whoever won
    Column("points", Integer, nullable=False),
    Column("won", Boolean, nullable=False),  # alone or together
    Column("rating", Float),  # after it, if it was rated, and the next two likewise
    Column("deviation", Float),
    Column("change", Float),
    Index("ix_results_guest", "guest", "ended"),
)
"""How finished games of several seats came out for each guest; all rows of a game are there, or none."""

ratings = Table(
    "ratings",
    metadata,
    Column("guest", ForeignKey("accounts.guest", ondelete="CASCADE"), primary_key=True),
    Column("rating", Float, nullable=False, index=True),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("changed", Float, nullable=False),  # when the last rated game was counted
)
"""How strong people seem."""

ways = Table(
    "ways",
    metadata,
    Column("id", String, primary_key=True),
    Column("guest", ForeignKey("guests.id"), nullable=False),
    Column("kind", String, nullable=False),
    Column("target", Text, nullable=False),  # where a message goes
    Column("mark", String, nullable=False),  # a digest of it: nobody is told twice in one place
    Column("secret", Text),  # what only the two ends know: keys of a browser's, or what signs for a program
    Column("label", String, nullable=False),  # what its owner knows it by
    Column("language", String, nullable=False),
    Column("since", Float, nullable=False),
    Column("ready", Boolean, nullable=False),  # whether the owner has shown that the address is theirs
    Column("fault", String),  # why the last message did not arrive
    UniqueConstraint("guest", "kind", "mark"),
)
"""How people wish to be told that it is their turn."""

notices = Table(
    "notices",
    metadata,
    Column("way", ForeignKey("ways.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String, primary_key=True),
    Column("turn", Integer, primary_key=True),  # see `notify_news`
    Column("due", Float, nullable=False),  # not before
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("holder", String),  # the process that sends it
    Column("until", Float, nullable=False, server_default="0"),  # by then it is sent, or somebody else sends it
    Column("settled", Float),  # when it was sent, or was not worth it any more
    Index("ix_notices_due", "settled", "due"),
)
"""What people are to be told, once each: it stays when it is told, so that nobody tells it again."""

bans = Table(
    "bans",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guest", ForeignKey("guests.id"), index=True),  # either who
    Column("network", String),  # or from where
    Column("name", String, nullable=False),  # what the host named
    Column("reason", String, nullable=False),
    Column("created", Float, nullable=False),
    Column("until", Float),  # null for good
)
"""Whom the host does not want here."""

pardons = Table(
    "pardons",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guest", ForeignKey("guests.id")),  # either who
    Column("network", String),  # or from where
    Column("created", Float, nullable=False),
)
"""Whose limits the host has cleared; every server reads them soon."""
