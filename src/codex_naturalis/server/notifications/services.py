"""Services of the room `notifications`: what they need, and what it offers."""

from dataclasses import dataclass

from ..bans.services import BansServices
from ..limits.limits import RateLimiter
from ..support.keys import KeyRing
from ..support.settings import Settings
from ..tables.services import TablesServices
from .links import Links
from .notifier import Notifier
from .senders import Senders
from .subscriptions import Subscriptions

__all__ = ["NotificationsServices", "assemble_notifications"]


@dataclass(frozen=True)
class NotificationsServices:
    """Notifications of people who are not looking."""

    senders: Senders
    notifier: Notifier
    subscriptions: Subscriptions


def assemble_notifications(
    settings: Settings, ring: KeyRing, ground: TablesServices, limits: RateLimiter, bans: BansServices
) -> NotificationsServices:
    """Return the services of this room, not yet started."""
    store, senders = ground.store, Senders(settings, ring)
    notifier = Notifier(store, ground.tables, ground.bus, senders, bans.bans, settings.notice_seconds)
    return NotificationsServices(senders, notifier, Subscriptions(store, senders, Links(ring), limits))
