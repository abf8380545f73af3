"""Schema of moderation: blocks, reports, restraints of guests, and the log of moderators' measures."""

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from .metadata import metadata

__all__ = ["blocks", "moderations", "moderators", "reports", "restraints"]


blocks: Table = Table(
    "blocks",
    metadata,
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("blocked", ForeignKey("guests.id"), primary_key=True, index=True),
    Column("name", String, nullable=False),  # the blocked one's, as it was then
    Column("created", Float, nullable=False),
)
"""People whom others want to avoid."""

moderators: Table = Table(
    "moderators",
    metadata,
    Column("guest", ForeignKey("accounts.guest", ondelete="CASCADE"), primary_key=True),
    Column("created", Float, nullable=False),
)
"""Accounts that the host has made moderators."""

reports: Table = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("reporter", ForeignKey("guests.id"), nullable=False),
    Column("reported", ForeignKey("guests.id"), nullable=False, index=True),
    Column("kind", String, nullable=False),
    Column("thing", String, nullable=False),  # what is reported, once by each reporter
    Column("context", Text, nullable=False),  # what a moderator needs to judge, as it was then
    Column("created", Float, nullable=False),
    Column("settled", Float),  # null while it is open
    UniqueConstraint("reporter", "thing"),
    Index("ix_reports_settled", "settled", "created"),
)
"""Reports of chat, names, portraits and behaviour."""

restraints: Table = Table(
    "restraints",
    metadata,
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("muted_until", Float, nullable=False, server_default="0"),
    Column("named_until", Float, nullable=False, server_default="0"),  # the name may not be changed before
)
"""Temporary restraints of guests by moderators."""

moderations: Table = Table(
    "moderations",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("moderator", String, nullable=False),  # name of the account, as it was then
    Column("moderator_guest", ForeignKey("guests.id")),  # null in rows of before, of an account that is not found
    Column("guest", ForeignKey("guests.id"), nullable=False, index=True),
    Column("name", String, nullable=False),  # as it was then
    Column("action", String, nullable=False),
    Column("report", Integer),
    Column("reason", String, nullable=False),
    Column("until", Float),
)
"""Log of moderators' measures."""
