"""Schema of clubs and tournaments."""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from .metadata import metadata

__all__ = ["club_members", "clubs", "tournament_games", "tournament_players", "tournament_rounds", "tournaments"]

clubs: Table = Table(
    "clubs",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("about", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("invite", String, nullable=False, unique=True),  # secret of the link by which people join
)
"""Clubs: groups of people with tournaments and a season table of their own."""

club_members: Table = Table(
    "club_members",
    metadata,
    Column("club", ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("admin", Boolean, nullable=False),
    Column("joined", Float, nullable=False),
    Index("ix_club_members_guest", "guest"),
)
"""Members of clubs."""

tournaments: Table = Table(
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
    Column("closing", Boolean),  # ended by its host: no further game begins; null for no
    Index("ix_tournaments_stage", "stage", "due"),
    Index("ix_tournaments_club", "club"),
    Index("ix_tournaments_host", "host"),
)
"""Tournaments, before, during and after play."""

tournament_players: Table = Table(
    "tournament_players",
    metadata,
    Column("tournament", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("id", String, primary_key=True),
    Column("guest", ForeignKey("guests.id")),  # either who
    Column("bot", String),  # or which house bot
    Column("joined", Float, nullable=False),
    Column("away", Boolean, nullable=False),  # not to be paired until back
    Column("seen", Float),  # when last on the tournament's page
    Column("removed", Boolean),  # by the host, who alone may lift it; null for no
    UniqueConstraint("tournament", "guest"),
    Index("ix_tournament_players_guest", "guest"),
)
"""Players of tournaments."""

tournament_rounds: Table = Table(
    "tournament_rounds",
    metadata,
    Column("tournament", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("bye", String),  # player without an opponent
    Column("began", Float, nullable=False),
    Column("ended", Float),
)
"""Rounds of tournaments, of an arena each time that tables were opened."""

tournament_games: Table = Table(
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
