"""Kinds of subscription, and scopes of access tokens: enumerations that several modules of the wire share."""

from enum import StrEnum

__all__ = ["Scope", "SubscriptionKind"]


class Scope(StrEnum):
    """What an access token may do. None may change the account, or issue other tokens."""

    PLAY = "play"
    """Read, and all that belongs to games: open tables, sit down, act."""

    READ = "read"
    """Read only."""


class SubscriptionKind(StrEnum):
    """Kind of subscription: how a message travels."""

    PUSH = "push"
    """To a browser, even when the page is closed (Web Push)."""

    EMAIL = "email"
    WEBHOOK = "webhook"
    """To a program, by HTTP POST."""

    DISCORD = "discord"
    """To a channel on Discord, by a webhook of the channel."""

    MATRIX = "matrix"
    """To a room on Matrix, by an inbound webhook of the bridge Hookshot."""
