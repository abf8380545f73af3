"""Services of the room `monitoring`: what they need, and what it offers."""

from dataclasses import dataclass

from ..backups.upkeep import Upkeep
from ..scheduling.scheduler import Scheduler
from ..tables.services import TablesServices
from .metrics import Metrics
from .readiness import Readiness
from .watchdog import Watchdog

__all__ = ["MonitoringServices", "assemble_monitoring"]


@dataclass(frozen=True)
class MonitoringServices:
    """Monitoring for the host."""

    metrics: Metrics
    readiness: Readiness
    watchdog: Watchdog


def assemble_monitoring(tables: TablesServices, scheduler: Scheduler, upkeep: Upkeep) -> MonitoringServices:
    """Return the services of this room, not yet started."""
    metrics = Metrics(tables.tables, scheduler)
    metrics.watch_upkeep(upkeep)
    tables.store.on_commit(metrics.count_commit)
    return MonitoringServices(metrics, Readiness(tables.store, upkeep), Watchdog(metrics.observe_lag))
