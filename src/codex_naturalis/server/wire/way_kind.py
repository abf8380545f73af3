"""Kinds of subscriptions to messages: what the accounts, the senders and the protocol call each of them."""

from enum import StrEnum

__all__ = ["WayKind"]


class WayKind(StrEnum):
    """How a message travels."""

    PUSH = "push"
    """To a browser, also when the page is closed (Web Push)."""

    EMAIL = "email"
    WEBHOOK = "webhook"
    """To a program of one's own, over HTTP."""
