"""Schema of people and programs: accounts, tokens, results, and notifications."""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from .metadata import metadata

__all__ = [
    "accounts",
    "bans",
    "calendars",
    "guests",
    "invitations",
    "name_keys",
    "notices",
    "pardons",
    "programs",
    "programs_here",
    "puzzle_days",
    "ratings",
    "recovery_codes",
    "results",
    "solo_games",
    "subscriptions",
    "tokens",
    "vacations",
]

guests: Table = Table(
    "guests",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created", Float, nullable=False),
    Column("generation", Integer, nullable=False, server_default="0"),  # tokens of earlier ones are void
    Column("portrait", Integer),  # see `Portrait`; null for the one that goes with the name
)
"""Guests: people who have given a name."""

accounts: Table = Table(
    "accounts",
    metadata,
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("name", String, nullable=False),
    Column("folded", String, nullable=False, unique=True),  # lookup key, `names.fold_name`
    Column("password", String, nullable=False),  # hash, argon2id
    Column("created", Float, nullable=False),
)
"""Accounts: guests with a unique name, and a password to sign in on any device."""

name_keys: Table = Table(
    "name_keys",
    metadata,
    Column("key", String, primary_key=True),
    Column("guest", ForeignKey("accounts.guest", ondelete="CASCADE"), nullable=False, index=True),
)
"""Skeletons of accounts' names, so that no two look alike."""

recovery_codes: Table = Table(
    "recovery_codes",
    metadata,
    Column("guest", ForeignKey("accounts.guest", ondelete="CASCADE"), primary_key=True),
    Column("code", String, primary_key=True),  # its digest
)
"""Recovery codes, each of which sets a new password once."""

programs: Table = Table(
    "programs",
    metadata,
    Column("guest", ForeignKey("accounts.guest", ondelete="CASCADE"), primary_key=True),
    Column("owner", ForeignKey("accounts.guest", ondelete="CASCADE"), nullable=False, index=True),
    Column("for_all", Boolean),  # whether anyone may enter it in tournaments; null for no
)
"""Bot accounts: accounts without a password, each with its owner's."""

tokens: Table = Table(
    "tokens",
    metadata,
    Column("digest", String, primary_key=True),  # SHA-256 of the token, which is not stored
    Column("id", String, nullable=False, unique=True),  # public
    Column("guest", ForeignKey("guests.id"), nullable=False, index=True),  # whom it stands for
    Column("generation", Integer, nullable=False),  # of the guest's secrets, at the time it was created
    Column("name", String, nullable=False),  # the owner's
    Column("scope", String, nullable=False),  # see `tokens.Scope`
    Column("created", Float, nullable=False),
    Column("expires", Float),  # null for never
    Column("used", Float),  # null for never; to the minute
)
"""Access tokens, each with one scope for an account until it expires or is revoked."""

solo_games: Table = Table(
    "solo_games",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", ForeignKey("guests.id"), nullable=False),
    Column("level", String, nullable=False),
    Column("ended", Float, nullable=False),
    Column("points", Integer),  # none of the three if the game was finished before results were kept
    Column("tybor", Integer),
    Column("won", Boolean),
    Column("turns", Integer),  # cards laid; null if it was finished before they were counted
    Index("ix_solo_games_guest", "guest", "ended"),
)
"""Results of finished solo games, by guest."""

programs_here: Table = Table(
    "programs_here",
    metadata,
    Column("guest", ForeignKey("programs.guest", ondelete="CASCADE"), primary_key=True),
    Column("connection", String, nullable=False),  # id of the connection, the newest
    Column("about", String, nullable=False),  # what the program said of itself
    Column("free", Integer, nullable=False),  # games that it could still begin
    Column("until", Float, nullable=False),  # expiry, unless renewed
)
"""Presence of programs: one connection for each bot account."""

invitations: Table = Table(
    "invitations",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", ForeignKey("programs.guest", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer),  # which seat row; null for the first empty one
    Column("by", String, nullable=False),  # the host's name
    Column("host", ForeignKey("guests.id")),  # null for a host without a guest, who came by a private link
    Column("made", Float, nullable=False),
    Index("ix_invitations_guest", "guest"),
)
"""Invitations of programs that have not been answered."""

results: Table = Table(
    "results",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("ended", Float, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("rank", Integer, nullable=False),  # 1 for a winner
    Column("points", Integer, nullable=False),
    Column("won", Boolean, nullable=False),  # alone or together
    Column("rating", Float),  # after it, if it was rated, and the next two likewise
    Column("deviation", Float),
    Column("change", Float),
    Index("ix_results_guest", "guest", "ended"),
)
"""Results of finished games with several seats, by guest; all rows of a game are there, or none."""

ratings: Table = Table(
    "ratings",
    metadata,
    Column("guest", ForeignKey("accounts.guest", ondelete="CASCADE"), primary_key=True),
    Column("seats", Integer, primary_key=True),  # of the games that it is about
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("changed", Float, nullable=False),  # when the last rated game was counted
    Index("ix_ratings_seats", "seats", "rating"),
)
"""Ratings (`play.plackett_luce`), one for each number of seats that a person has played rated games with."""

subscriptions: Table = Table(
    "ways",
    metadata,
    Column("id", String, primary_key=True),
    Column("guest", ForeignKey("guests.id"), nullable=False),
    Column("kind", String, nullable=False),
    Column("target", Text, nullable=False),  # address, endpoint or URL
    Column("mark", String, nullable=False),  # digest of the target: one subscription for each
    Column("secret", Text),  # browser's keys, or webhook's signing secret
    Column("label", String, nullable=False),  # owner's name for it
    Column("language", String, nullable=False),
    Column("since", Float, nullable=False),
    Column("ready", Boolean, nullable=False),  # confirmed by its owner
    Column("fault", String),  # why the last message did not arrive
    UniqueConstraint("guest", "kind", "mark"),
)
"""Subscriptions: where people are notified that it is their turn."""

notices: Table = Table(
    "notices",
    metadata,
    Column("way", ForeignKey("ways.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", String, primary_key=True),  # or another subject, see `notifications.notifier`
    Column("kind", String, primary_key=True),
    Column("turn", Integer, primary_key=True),  # see `notifications.facts.Notice`
    Column("due", Float, nullable=False),  # not sent before this time
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("holder", String),  # process that holds the lease
    Column("until", Float, nullable=False, server_default="0"),  # expiry of the lease
    Column("settled", Float),  # time it was sent, or became obsolete
    Index("ix_notices_due", "settled", "due"),
)
"""Outbox of notices: rows stay after they are sent, so that none is sent twice."""

vacations: Table = Table(
    "vacations",
    metadata,
    Column("guest", ForeignKey("accounts.guest", ondelete="CASCADE"), primary_key=True),
    Column("began", Float, primary_key=True),
    Column("ends", Float, nullable=False, index=True),
    Column("year", Integer, nullable=False),  # whose allowance it uses
)
"""Vacations of accounts."""

calendars: Table = Table(
    "calendars",
    metadata,
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("digest", String, nullable=False, unique=True),  # SHA-256 of the secret in its address
    Column("language", String, nullable=False),
    Column("created", Float, nullable=False),
)
"""Calendars of deadlines, each at a secret address."""

puzzle_days: Table = Table(
    "puzzle_days",
    metadata,
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("day", String, primary_key=True),  # in UTC, as 2026-03-04
)
"""Days on which guests have solved the puzzle of the day."""

bans: Table = Table(
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
"""Bans of guests and networks."""

pardons: Table = Table(
    "pardons",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guest", ForeignKey("guests.id")),  # either who
    Column("network", String),  # or from where
    Column("created", Float, nullable=False),
)
"""Pardons: guests and networks whose limits the host has reset; servers poll them."""
