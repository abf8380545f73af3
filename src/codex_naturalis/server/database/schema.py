"""Schema of the database (SQLAlchemy). A change here needs a migration beside it; a test compares the two."""

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
    text,
)

__all__ = [
    "accounts",
    "actions",
    "acts",
    "bans",
    "calendars",
    "chat",
    "club_members",
    "clubs",
    "conditional_turns",
    "daily_deals",
    "guests",
    "hushed",
    "invitations",
    "jobs",
    "metadata",
    "name_keys",
    "notices",
    "pardons",
    "pinned_notes",
    "presence",
    "programs",
    "programs_here",
    "puzzle_days",
    "ratings",
    "recovery_codes",
    "results",
    "reviews",
    "seats",
    "seekers",
    "served",
    "solo_games",
    "subscriptions",
    "tables",
    "tokens",
    "tournament_games",
    "tournament_players",
    "tournament_rounds",
    "tournaments",
    "vacations",
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
    Column("portrait", Integer),  # see `Portrait`; null for the one that goes with the name
)
"""Guests: people who have given a name."""

accounts = Table(
    "accounts",
    metadata,
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("name", String, nullable=False),
    Column("folded", String, nullable=False, unique=True),  # lookup key, `names.folded`
    Column("password", String, nullable=False),  # hash, argon2id
    Column("created", Float, nullable=False),
)
"""Accounts: guests with a unique name, and a password to sign in on any device."""

name_keys = Table(
    "name_keys",
    metadata,
    Column("key", String, primary_key=True),
    Column("guest", ForeignKey("accounts.guest", ondelete="CASCADE"), nullable=False, index=True),
)
"""Skeletons of accounts' names, so that no two look alike."""

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("guest", ForeignKey("accounts.guest", ondelete="CASCADE"), primary_key=True),
    Column("code", String, primary_key=True),  # its digest
)
"""Recovery codes, each of which sets a new password once."""

programs = Table(
    "programs",
    metadata,
    Column("guest", ForeignKey("accounts.guest", ondelete="CASCADE"), primary_key=True),
    Column("owner", ForeignKey("accounts.guest", ondelete="CASCADE"), nullable=False, index=True),
)
"""Bot accounts: accounts without a password, each with its owner's."""

tokens = Table(
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
"""Access tokens, which do one thing for an account until they expire or are revoked."""

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
    Column("counted", Boolean),  # whether it is the host's one attempt at a day's deal; null for no
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

seats = Table(
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
)
"""Seats of the tables, in the order of joining."""

seekers = Table(
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

actions = Table(
    "actions",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
)
"""Actions: with options and deal, the whole game."""

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
"""Acts by the client's id (idempotency key), so that a repeat gets the same answer."""

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
"""Last lines of the chats; not part of any game."""

hushed = Table("hushed", metadata, Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True))
"""Tables whose chat the host has muted."""

served = Table("served", metadata, Column("id", Integer, primary_key=True), Column("seconds", Float, nullable=False))
"""Served time in seconds, in one row: the time scale of all deadlines."""

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
    Column("turns", Integer),  # cards laid; null if it was finished before they were counted
    Index("ix_solo_games_guest", "guest", "ended"),
)
"""Results of finished solo games, by guest."""

daily_deals = Table(
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

jobs = Table(
    "jobs",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("wanted", Integer, nullable=False),  # incremented whenever there is more to do
    Column("holder", String),  # process that holds the lease
    Column("until", Float, nullable=False),  # expiry of the lease
    Index("ix_jobs_until", "until"),
)
"""Bot jobs, where several processes share the database: tables where bots are due, with their leases."""

programs_here = Table(
    "programs_here",
    metadata,
    Column("guest", ForeignKey("programs.guest", ondelete="CASCADE"), primary_key=True),
    Column("connection", String, nullable=False),  # id of the connection, the newest
    Column("about", String, nullable=False),  # what the program said of itself
    Column("free", Integer, nullable=False),  # games that it could still begin
    Column("until", Float, nullable=False),  # expiry, unless renewed
)
"""Presence of programs: one connection for each bot account."""

invitations = Table(
    "invitations",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", ForeignKey("programs.guest", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer),  # which seat row; null for the first empty one
    Column("by", String, nullable=False),  # the host's name
    Column("made", Float, nullable=False),
    Index("ix_invitations_guest", "guest"),
)
"""Invitations of programs that have not been answered."""

presence = Table(
    "presence",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("server", String, primary_key=True),
    Column("places", String, nullable=False),
    Column("until", Float, nullable=False),  # expiry, unless renewed
    Index("ix_presence_server", "server"),
)
"""Presence, where several processes share the database: seats whose people look, by server."""

reviews = Table(
    "reviews",
    metadata,
    Column("game", String, primary_key=True),  # a digest of the record, and of the way it was reviewed
    Column("made", Float, nullable=False),
    Column("review", Text, nullable=False),
)
"""Reviews of finished games: a cache, so old rows may be deleted."""

reviewing = Table(
    "reviewing",
    metadata,
    Column("game", String, primary_key=True),  # as in `reviews`
    Column("holder", String, nullable=False),  # process that holds the lease
    Column("until", Float, nullable=False),  # expiry of the lease, unless renewed
    Column("part", Float, nullable=False),  # progress, 0 to 1
)
"""Leases on reviews being computed, where several processes share the database."""

results = Table(
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

ratings = Table(
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

subscriptions = Table(
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

notices = Table(
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

conditional_turns = Table(
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
"""Turns that people have stored for when theirs comes."""

pinned_notes = Table(
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

vacations = Table(
    "vacations",
    metadata,
    Column("guest", ForeignKey("accounts.guest", ondelete="CASCADE"), primary_key=True),
    Column("began", Float, primary_key=True),
    Column("ends", Float, nullable=False, index=True),
    Column("year", Integer, nullable=False),  # whose allowance it uses
)
"""Vacations of accounts."""

calendars = Table(
    "calendars",
    metadata,
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("digest", String, nullable=False, unique=True),  # SHA-256 of the secret in its address
    Column("language", String, nullable=False),
    Column("created", Float, nullable=False),
)
"""Calendars of deadlines, each at a secret address."""

puzzle_days = Table(
    "puzzle_days",
    metadata,
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("day", String, primary_key=True),  # in UTC, as 2026-03-04
)
"""Days on which guests have solved the puzzle of the day."""
clubs = Table(
    "clubs",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("about", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("invite", String, nullable=False, unique=True),  # secret of the link by which people join
)
"""Clubs: groups of people with tournaments and a season table of their own."""

club_members = Table(
    "club_members",
    metadata,
    Column("club", ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("admin", Boolean, nullable=False),
    Column("joined", Float, nullable=False),
    Index("ix_club_members_guest", "guest"),
)
"""Members of clubs."""

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String, primary_key=True),
    Column("revision", Integer, nullable=False),  # counts changes: each is stored only after the one before
    Column("name", String, nullable=False),
    Column("host", ForeignKey("guests.id"), nullable=False),
    Column("origin", String),  # a digest of the network it was created from
    Column("club", ForeignKey("clubs.id", ondelete="SET NULL")),
    Column("created", Float, nullable=False),
    Column("starts", Float, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("stage", String, nullable=False),  # see `TournamentStage`
    Column("plan", Text, nullable=False),
    Column("lot", String, nullable=False),  # seed of what is drawn by lot, never shown
    Column("due", Float),  # when the next step is due; null while games are played, and at the end
    Column("ended", Float),
    Index("ix_tournaments_stage", "stage", "due"),
    Index("ix_tournaments_club", "club"),
    Index("ix_tournaments_host", "host"),
)
"""Tournaments, before, during and after play."""

tournament_players = Table(
    "tournament_players",
    metadata,
    Column("tournament", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("id", String, primary_key=True),
    Column("guest", ForeignKey("guests.id")),  # either who
    Column("bot", String),  # or which house bot
    Column("joined", Float, nullable=False),
    Column("away", Boolean, nullable=False),  # not to be paired until back
    Column("seen", Float),  # when last on the tournament's page
    UniqueConstraint("tournament", "guest"),
    Index("ix_tournament_players_guest", "guest"),
)
"""Players of tournaments."""

tournament_rounds = Table(
    "tournament_rounds",
    metadata,
    Column("tournament", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("bye", String),  # player without an opponent
    Column("began", Float, nullable=False),
    Column("ended", Float),
)
"""Rounds of tournaments, of an arena each time that tables were opened."""

tournament_games = Table(
    "tournament_games",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("tournament", ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("number", Integer, nullable=False),  # of the table in its round
    Column("players", Text, nullable=False),  # by seat
    Column("totals", Text),  # points by seat, once it is over
    Column("winners", Text),  # their seats
    Column("began", Float, nullable=False),
    Column("ended", Float),
    UniqueConstraint("tournament", "round", "number"),
)
"""Games of tournaments, with their results."""

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
"""Bans of guests and networks."""

pardons = Table(
    "pardons",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guest", ForeignKey("guests.id")),  # either who
    Column("network", String),  # or from where
    Column("created", Float, nullable=False),
)
"""Pardons: guests and networks whose limits the host has reset; servers poll them."""
