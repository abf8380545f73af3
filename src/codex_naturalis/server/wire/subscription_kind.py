"""Kinds of subscription, shared by accounts, senders and the protocol."""

from enum import StrEnum

__all__ = ["SubscriptionKind"]


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
