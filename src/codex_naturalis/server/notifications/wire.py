"""Messages of the notification API: what the server offers, and a guest's subscriptions."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from codex_naturalis.i18n import Locale
from codex_naturalis.wire.kinds import SubscriptionKind

__all__ = [
    "NewEmail",
    "NewPush",
    "NewWebhook",
    "NoticeLink",
    "NotificationsResponse",
    "Subscription",
    "SubscriptionSecret",
    "WebhookForm",
]

Short = Annotated[str, Meta(max_length=64)]
Address = Annotated[str, Meta(min_length=1, max_length=1024)]


class NewPush(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's subscription, as `PushManager.subscribe` gives it."""

    endpoint: Address
    p256dh: Annotated[str, Meta(max_length=200)]
    """Its public key, base64url."""

    auth: Annotated[str, Meta(max_length=100)]
    """Its authentication secret, base64url."""

    language: Locale
    label: Short = ""
    """The owner's name for this device."""


class NewEmail(Struct, frozen=True, forbid_unknown_fields=True):
    """Mail address to subscribe. Only the confirmation link is sent there until it has been opened."""

    address: Annotated[str, Meta(min_length=3, max_length=254)]
    language: Locale


class WebhookForm(StrEnum):
    """Receiver of the messages at a webhook."""

    WEBHOOK = "webhook"
    """A program, which can check our signature."""

    DISCORD = "discord"
    MATRIX = "matrix"


class NewWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """Webhook to subscribe: the URL of a program, a channel or a room that receives messages."""

    url: Address
    language: Locale
    kind: WebhookForm = WebhookForm.WEBHOOK


class Subscription(Struct, frozen=True):
    """Subscription of a guest."""

    id: str
    kind: SubscriptionKind
    label: str
    """The device, the mail address, or the webhook's URL; for a chat, whose URL is secret, its host and end."""

    language: Locale
    since: float
    """Seconds since 1970."""

    ready: bool
    """Whether messages go there: a mail address must be confirmed first."""

    fault: str | None
    """Why the last message was not delivered; None if it was, or if there was none."""


class SubscriptionSecret(Struct, frozen=True):
    """New webhook with its secret, which proves that messages are ours. Shown only once; empty for chats."""

    way: Subscription
    """Called a way, as in earlier versions."""

    secret: str


class NotificationsResponse(Struct, frozen=True):
    """Kinds of notification that this server offers, and the caller's subscriptions."""

    kinds: tuple[SubscriptionKind, ...]
    """Empty if the host has switched notifications off."""

    push_key: str | None
    """VAPID public key for `PushManager.subscribe`; None if push is off."""

    ways: tuple[Subscription, ...]
    """Called a way, as in earlier versions."""


class NoticeLink(Struct, frozen=True, forbid_unknown_fields=True):
    """Signed token from a link in a mail."""

    token: Annotated[str, Meta(max_length=512)]
