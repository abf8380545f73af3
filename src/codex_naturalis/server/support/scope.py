"""Scope of an access token. Messages name it, so that this module needs no library."""

from enum import StrEnum

__all__ = ["Scope"]


class Scope(StrEnum):
    """What an access token may do. None may change the account, or issue other tokens."""

    PLAY = "play"
    """Read, and all that belongs to games: open tables, sit down, act."""

    READ = "read"
    """Read only."""
