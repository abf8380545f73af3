"""Metrics of a running server in Prometheus' text format: no names, no cards, no addresses."""

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector
from prometheus_client.exposition import generate_latest
from prometheus_client.metrics_core import Metric

from codex_naturalis import __version__
from codex_naturalis.wire.kinds import SubscriptionKind

from ..scheduling.scheduler import Lane, Scheduler, Urgency

if TYPE_CHECKING:
    from ..backups.upkeep import Upkeep
    from ..tables.registry import Tables

__all__ = ["MEDIA", "Metrics"]

MEDIA: Final = "text/plain; version=0.0.4"
"""Media type of the text format that every scraper reads; the framework adds the charset."""

_SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
_WAITED: Final = (0.001, 0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 300)
_JOBS: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)
_WRITTEN: Final = {True: "stored", False: "failed"}
_DELIVERED: Final = {True: "arrived", False: "failed"}
"""Label `outcome` of a commit, and of a delivery, by whether it succeeded."""

_EARLIER_NAMES: Final = {
    "codex_build_info": "codex_info",
    "codex_commit_duration_seconds": "codex_commit_seconds",
    "codex_event_loop_lag_max_seconds": "codex_loop_lag_longest_seconds",
    "codex_event_loop_lag_seconds": "codex_loop_lag_seconds",
    "codex_http_requests": "codex_requests",
    "codex_job_wait_seconds": "codex_thoughts_waited_seconds",
    "codex_jobs_refused": "codex_thoughts_refused",
    "codex_jobs_running": "codex_thoughts_running",
    "codex_jobs_waiting": "codex_thoughts_waiting",
    "codex_notifications": "codex_messages",
    "codex_notifications_undelivered": "codex_messages_undelivered",
}
"""Names before 1.0, which dashboards may still read; they go with 2.0."""


class Metrics:
    """Prometheus registry with the counters, gauges and histograms of one server."""

    def __init__(self, tables: "Tables", scheduler: Scheduler) -> None:
        """Start counting; gauges read `tables` and `scheduler` at each scrape."""
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        Gauge("codex_build_info", "Which version runs.", ["version"], registry=registry).labels(__version__).set(1)
        loaded = Gauge("codex_tables_loaded", "Tables in memory.", registry=registry)
        loaded.set_function(lambda: len(tables.in_memory()))
        sockets = Gauge("codex_sockets", "Viewers that look at a table.", registry=registry)
        sockets.set_function(lambda: sum(len(table.audience.watchers) for table in tables.in_memory()))
        damaged = Gauge("codex_tables_damaged", "Tables that could not be read since the start.", registry=registry)
        damaged.set_function(lambda: len(tables.damaged))
        self._requests = Counter("codex_http_requests", "Answers over HTTP.", ["status"], registry=registry)
        self._writes = Counter("codex_writes", "Changes sent to the database.", ["outcome"], registry=registry)
        labels = ["kind", "outcome"]
        self._messages = Counter("codex_notifications", "Notifications sent.", labels, registry=registry)
        self._show_zeros()
        self._seconds = Histogram(
            "codex_commit_duration_seconds", "Length of a commit.", buckets=_SECONDS, registry=registry
        )
        lag = "Lag of the event loop, as probes measure it."
        self._lag = Histogram("codex_event_loop_lag_seconds", lag, buckets=_SECONDS, registry=registry)
        longest = Gauge("codex_event_loop_lag_max_seconds", "The longest lag since the start.", registry=registry)
        longest.set_function(lambda: self._longest)
        self._longest = 0.0
        self._jobs = Histogram("codex_commit_jobs", "Changes in a commit.", buckets=_JOBS, registry=registry)

        self._watch(scheduler)

    def _show_zeros(self) -> None:
        """Export every outcome at 0 from the start: `increase()` sees no first event in a series that begins at 1."""
        for outcome in _WRITTEN.values():
            self._writes.labels(outcome)
        for kind in SubscriptionKind:
            for outcome in _DELIVERED.values():
                self._messages.labels(kind.value, outcome)

    def _watch(self, scheduler: Scheduler) -> None:
        """Register the scheduler's metrics: jobs waiting and running, and their waiting times."""
        labels, registry = ["lane", "urgency"], self._registry
        waiting = Gauge("codex_jobs_waiting", "Jobs waiting for a worker.", labels, registry=registry)
        running = Gauge("codex_jobs_running", "Jobs that workers are computing.", labels, registry=registry)
        for lane in Lane:
            for urgency in Urgency:
                names = lane.value, urgency.name.lower()
                waiting.labels(*names).set_function(partial(scheduler.waiting, lane, urgency))
                running.labels(*names).set_function(partial(scheduler.running, lane, urgency))
        name, text = "codex_job_wait_seconds", "How long jobs waited for a worker."
        self._waited = Histogram(name, text, labels, buckets=_WAITED, registry=registry)
        self._refused = Counter(
            "codex_jobs_refused", "Jobs refused because the queue was full.", ["lane"], registry=registry
        )
        for lane in Lane:
            self._refused.labels(lane.value)
        scheduler.on_begun, scheduler.on_refused = self._began, self._turned_away

    def watch_outbox(self, undelivered: Callable[[SubscriptionKind], int]) -> None:
        """Register the number of messages waiting for a retry, as `undelivered` counts them."""
        name, text = (
            "codex_notifications_undelivered",
            "Notifications that failed and wait for another try, or are overdue.",
        )
        waiting = Gauge(name, text, ["kind"], registry=self._registry)
        for kind in SubscriptionKind:
            waiting.labels(kind.value).set_function(partial(undelivered, kind))

    def watch_upkeep(self, upkeep: "Upkeep") -> None:
        """Register the free disk space and, for a SQLite file, its size, last check and backups."""
        self._gauge("codex_disk_free_bytes", "Room on the disk of the data.", lambda: _free(upkeep))
        if integrity := upkeep.integrity:
            self._gauge("codex_database_bytes", "Size of the database file, its log too.", upkeep.size)
            damaged, age = (
                "Whether the last check found a fault.",
                "Time since the last check; infinite before the first.",
            )
            self._gauge("codex_database_damaged", damaged, lambda: bool(integrity.last and integrity.last.fault))
            self._gauge("codex_database_check_age_seconds", age, integrity.age)
        if (backups := upkeep.backups).wanted:
            age = "Age of the newest backup; infinite if there is none."
            self._gauge("codex_backup_age_seconds", age, backups.age)
            self._gauge("codex_backup_failed", "Whether the last backup failed.", lambda: backups.failed)

    def _gauge(self, name: str, text: str, value: Callable[[], float]) -> None:
        Gauge(name, text, registry=self._registry).set_function(value)

    def _began(self, lane: Lane, urgency: Urgency, seconds: float) -> None:
        self._waited.labels(lane.value, urgency.name.lower()).observe(seconds)

    def _turned_away(self, lane: Lane) -> None:
        self._refused.labels(lane.value).inc()

    def count_answer(self, status: int) -> None:
        """Count an HTTP answer."""
        self._requests.labels(str(status)).inc()

    def count_commit(self, jobs: int, seconds: float, *, stored: bool) -> None:
        """Count a commit of `jobs` changes that took `seconds`, or one that failed."""
        self._writes.labels(_WRITTEN[stored]).inc(jobs)
        self._seconds.observe(seconds)
        self._jobs.observe(jobs)

    def observe_lag(self, seconds: float) -> None:
        """Observe a lag of the event loop in seconds."""
        self._lag.observe(seconds)
        self._longest = max(self._longest, seconds)

    def count_delivery(self, kind: str, *, arrived: bool) -> None:
        """Count a notification, delivered or not."""
        self._messages.labels(kind, _DELIVERED[arrived]).inc()

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(cast("CollectorRegistry", _Exposition(self._registry)))


def _free(upkeep: "Upkeep") -> int:
    return shutil.disk_usage(upkeep.folder).free


class _Exposition:
    """Registry as scraped: without the creation times of series, and with their earlier names, too."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics."""
        for metric in self._registry.collect():
            metric.samples = [sample for sample in metric.samples if not sample.name.endswith("_created")]
            yield metric
            if earlier := _EARLIER_NAMES.get(metric.name):
                alias = Metric(earlier, f"Earlier name of {metric.name}.", metric.type)
                for sample in metric.samples:
                    name = sample.name.replace(metric.name, earlier, 1)
                    alias.samples.append(sample._replace(name=name))
                yield alias
