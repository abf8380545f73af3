"""The words of the protocol around being told of one's turn: the ways there are, and those somebody has asked for."""

from typing import Annotated

from msgspec import Meta, Struct

from codex_naturalis.i18n import Locale

from ..wire.way_kind import WayKind

__all__ = ["NewEmail", "NewPush", "NewWebhook", "NoticeLink", "NoticesTold", "Way", "WaySecret"]

Short = Annotated[str, Meta(max_length=64)]
Address = Annotated[str, Meta(min_length=1, max_length=1024)]


class NewPush(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's subscription, as `PushManager.subscribe` gives it."""

    endpoint: Address
    p256dh: Annotated[str, Meta(max_length=200)]
    """Its public key."""

    auth: Annotated[str, Meta(max_length=100)]
    """The secret that it shares."""

    language: Locale
    label: Short = ""
    """What its owner knows this device by."""


class NewEmail(Struct, frozen=True, forbid_unknown_fields=True):
    """A mail address. Nothing but one link is sent there before that was opened."""

    address: Annotated[str, Meta(min_length=3, max_length=254)]
    language: Locale


class NewWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """The address of a program that takes messages."""

    url: Address
    language: Locale


class Way(Struct, frozen=True):
    """A way in which somebody asked to be told."""

    id: str
    kind: WayKind
    label: str
    """The device, the mail address, or the program's address."""

    language: Locale
    since: float
    """Seconds since 1970."""

    ready: bool
    """Whether messages go there: a mail address has to be confirmed first."""

    fault: str | None
    """Why the last message did not arrive, if it did not."""


class WaySecret(Struct, frozen=True):
    """A program's address is taken in, and this proves to it that messages are ours. Told this once."""

    way: Way
    secret: str


class NoticesTold(Struct, frozen=True):
    """How this server can tell people, and how the caller is told."""

    kinds: tuple[WayKind, ...]
    """None if the host has switched it off."""

    push_key: str | None
    """For `PushManager.subscribe`."""

    ways: tuple[Way, ...]


class NoticeLink(Struct, frozen=True, forbid_unknown_fields=True):
    """What a link in a mail says."""

    token: Annotated[str, Meta(max_length=512)]
