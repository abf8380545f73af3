"""Senders: deliver messages by Web Push, mail or webhooks, and report failures in one common form."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from ssl import SSLError
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import Row

from codex_naturalis.extras import has
from codex_naturalis.i18n import Locale
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.kinds import SubscriptionKind

from ..support.keys import KeyRing
from ..support.log import get_logger
from ..support.settings import Settings
from .links import Links
from .mail import Letter, Mailer
from .outgoing_http import AddressRefusedError, OutboundGuard, post
from .push import PushSubscription, VapidKey, encrypt
from .texts import Message, build_mail, confirming
from .webhook import SIGNATURE, discord_body, discord_url, matrix_body, signature, webhook_body

__all__ = ["Senders", "StoredSubscription", "UndeliveredError", "faults_counted", "stored_subscription"]

_log = get_logger(__name__)

_KEEP_SECONDS: Final = 24 * 3600
"""Seconds that a push service keeps a message for a device that is off (`TTL`, RFC 8030)."""

_JSON: Final = {"Content-Type": "application/json"}
_GONE: Final = (404, 410)
_BUSY: Final = (408, 425, 429)
_LASTING: Final = 500
"""SMTP replies from this code on are permanent failures."""


class StoredSubscription(msgspec.Struct, frozen=True):
    """Subscription, as it is stored."""

    id: str
    guest: str
    kind: SubscriptionKind
    target: str
    secret: str | None
    label: str
    language: Locale
    since: float
    ready: bool
    fault: str | None


def stored_subscription(row: Row[Any]) -> StoredSubscription:
    """Return the subscription in a row."""
    return msgspec.convert(
        {name: getattr(row, name) for name in StoredSubscription.__struct_fields__}, StoredSubscription
    )


class UndeliveredError(Exception):
    """A message was not delivered."""

    def __init__(self, cause: str, *, gone: bool = False, lasting: bool = False, wait: float | None = None) -> None:
        """Give the `cause` as one short word or code, also shown to the guest.

        `gone`: the address no longer exists. `lasting`: retrying this message is pointless; otherwise it may be retried
        after `wait` seconds.
        """
        super().__init__(cause)
        self.cause = cause
        self.gone = gone
        self.lasting = lasting
        self.wait = wait


@contextmanager
def faults_counted() -> Iterator[None]:
    """Raise `UndeliveredError` for any failure inside, such as a mail that cannot be composed.

    Then it counts as an attempt, of which each message has a few. Database failures say nothing about a message,
    and pass through.
    """
    try:
        yield
    except UndeliveredError:
        raise
    except Exception as error:
        if isinstance(error, ProblemError) and error.code is Code.STORAGE_FAILED:
            raise
        _log.error("message not composed", cause=repr(error))
        raise UndeliveredError("server") from error


class OnDelivery(Protocol):
    """Callback for metrics, called once for each message."""

    def __call__(self, kind: str, *, arrived: bool) -> None:
        """Count a message of `kind` as arrived or failed."""


class Senders:
    """All senders of this server."""

    def __init__(self, settings: Settings, ring: KeyRing) -> None:
        """Offer the kinds that `settings` allow; the keys for signing are derived from `ring`."""
        self.on_delivery: OnDelivery | None = None
        self.home: str = settings.public_url.rstrip("/")
        """Public URL of this server; empty if the host has not set one."""

        self.guarded: dict[SubscriptionKind, OutboundGuard] = {
            kind: OutboundGuard(settings.notice_networks)
            for kind in SubscriptionKind
            if kind is not SubscriptionKind.EMAIL
        }
        """SSRF guard of each kind; they are separate, so that slow look-ups of one kind do not hold up the other."""

        self._links = Links(ring)
        sender = settings.mail_from or f"codex-naturalis@{urlsplit(self.home).hostname}"
        self._mailer = Mailer(settings.mail_url, sender) if settings.mail_url and self.home else None
        contact = self.home if self.home.startswith("https://") else ""
        self._vapid = VapidKey(ring.keys.seed, f"mailto:{settings.mail_from}" if settings.mail_from else contact)
        wanted = tuple(kind for kind in SubscriptionKind if kind in settings.notices)
        possible = {
            SubscriptionKind.EMAIL: self._mailer is not None,
            SubscriptionKind.PUSH: has("push"),
            SubscriptionKind.DISCORD: bool(self.home),  # their buttons and pictures need an address
            SubscriptionKind.MATRIX: bool(self.home),
        }
        self.kinds: tuple[SubscriptionKind, ...] = tuple(kind for kind in wanted if possible.get(kind, True))

    @property
    def push_key(self) -> str | None:
        """Return the VAPID public key, as `PushManager.subscribe` takes it; None if push is off."""
        return self._vapid.public if SubscriptionKind.PUSH in self.kinds else None

    async def deliver(self, subscription: StoredSubscription, message: Message) -> None:
        """Deliver a message; raise `UndeliveredError` if it does not arrive."""
        arrived = False
        try:
            with faults_counted():
                await self._deliver(subscription, message)
            arrived = True
        finally:
            if self.on_delivery:
                self.on_delivery(subscription.kind.value, arrived=arrived)

    async def _deliver(self, subscription: StoredSubscription, message: Message) -> None:
        if subscription.kind not in self.kinds:
            raise UndeliveredError("off", lasting=True)
        match subscription.kind:
            case SubscriptionKind.PUSH:
                await self._send_push(subscription, message)
            case SubscriptionKind.EMAIL:
                token = self._links.stop(subscription.id)
                await self._send_mail(build_mail(message, subscription.target, subscription.language, self.home, token))
            case SubscriptionKind.WEBHOOK:
                await self._send_webhook(subscription, message)
            case SubscriptionKind.DISCORD:
                body = discord_body(message, self.home, subscription.language)
                await self._post(subscription, body, _JSON, discord_url(subscription.target))
            case SubscriptionKind.MATRIX:
                await self._post(subscription, matrix_body(message, self.home, subscription.language), _JSON)

    async def send_confirmation(self, to: StoredSubscription) -> None:
        """Send the confirmation mail of an address; raise `UndeliveredError` if it is not accepted."""
        with faults_counted():
            await self._send_mail(confirming(to.id, to.target, to.language, self.home, self._links.confirm(to.id)))

    async def _send_mail(self, letter: Letter) -> None:
        from aiosmtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException  # noqa: PLC0415 - slow

        assert self._mailer, "offered only where there is one"
        try:
            await self._mailer.send(letter)
        except SMTPRecipientsRefused as error:
            code = max(refused.code for refused in error.recipients)
            raise UndeliveredError(f"SMTP {code}", lasting=code >= _LASTING) from error
        except SMTPResponseException as error:
            raise UndeliveredError(f"SMTP {error.code}", lasting=error.code >= _LASTING) from error
        except (SMTPException, OSError) as error:
            raise UndeliveredError(_short(error)) from error

    async def _send_push(self, subscription: StoredSubscription, message: Message) -> None:
        browser = msgspec.json.decode(subscription.secret or "", type=PushSubscription)
        item = message.items[0]
        about = item.table if len(message.items) == 1 and item.table else message.path
        tag = sha256(about.encode()).hexdigest()[:32]
        language = subscription.language
        payload = {"title": message.title, "body": message.text, "path": message.path, "tag": tag, "lang": language}
        headers = {
            "Authorization": self._vapid.authorization(subscription.target),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_KEEP_SECONDS),
            "Topic": tag,
            "Urgency": "high" if item.kind in ("late", "test") else "normal",
        }
        await self._post(subscription, encrypt(msgspec.json.encode(payload), browser), headers)

    async def _send_webhook(self, subscription: StoredSubscription, message: Message) -> None:
        body = webhook_body(message, self.home)
        headers = {
            **_JSON,
            "Codex-Delivery": message.id,
            SIGNATURE: signature(subscription.secret or "", body),
        }
        await self._post(subscription, body, headers)

    async def _post(
        self, subscription: StoredSubscription, body: bytes, headers: dict[str, str], url: str | None = None
    ) -> None:
        guarded, target = self.guarded[subscription.kind], url or subscription.target
        try:
            reply = await post(guarded, target, body, headers, subscription.guest)
        except AddressRefusedError:
            raise UndeliveredError("address", lasting=True) from None
        except OSError as error:
            raise UndeliveredError(_short(error)) from error
        if 200 <= reply.status < 300:  # noqa: PLR2004 - what HTTP means by "done"
            return
        passing = reply.status >= 500 or reply.status in _BUSY  # noqa: PLR2004 - likewise, "our fault"
        raise UndeliveredError(f"HTTP {reply.status}", gone=reply.status in _GONE, lasting=not passing, wait=reply.wait)


def _short(error: Exception) -> str:
    """Return the cause in one word; only the host's log has the details."""
    if isinstance(error, TimeoutError):
        return "timeout"
    return "TLS" if isinstance(error, SSLError) or "STARTTLS" in str(error) else "unreachable"
