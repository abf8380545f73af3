"""What can be measured of a running server, in Prometheus' text format. No names, no cards, no addresses."""

from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from codex_naturalis import __version__

if TYPE_CHECKING:
    from .tables import Tables

__all__ = ["MEDIA", "Metrics"]

MEDIA: Final = CONTENT_TYPE_LATEST
_SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
_JOBS: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Metrics:
    """Counters and gauges of one server."""

    def __init__(self, tables: "Tables") -> None:
        """Begin to count; look at `tables` whenever somebody asks."""
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        Gauge("codex_info", "Which version runs.", ["version"], registry=registry).labels(__version__).set(1)
        loaded = Gauge("codex_tables_loaded", "Tables in memory.", registry=registry)
        loaded.set_function(lambda: len(tables.in_memory()))
        sockets = Gauge("codex_sockets", "Viewers that look at a table.", registry=registry)
        sockets.set_function(lambda: sum(len(table.audience.watchers) for table in tables.in_memory()))
        damaged = Gauge("codex_tables_damaged", "Tables set aside since the start.", registry=registry)
        damaged.set_function(lambda: len(tables.damaged))
        self._requests = Counter("codex_requests", "Answers over HTTP.", ["status"], registry=registry)
        self._writes = Counter("codex_writes", "Changes given to the database.", ["outcome"], registry=registry)
        told = ["kind", "outcome"]
        self._messages = Counter("codex_messages", "Messages that tell of turns.", told, registry=registry)
        self._seconds = Histogram("codex_commit_seconds", "Length of a commit.", buckets=_SECONDS, registry=registry)
        self._jobs = Histogram("codex_commit_jobs", "Changes in a commit.", buckets=_JOBS, registry=registry)

    def answered(self, status: int) -> None:
        """Count an answer over HTTP."""
        self._requests.labels(str(status)).inc()

    def committed(self, jobs: int, seconds: float, *, stored: bool) -> None:
        """Count a commit, or one that failed."""
        self._writes.labels("stored" if stored else "failed").inc(jobs)
        self._seconds.observe(seconds)
        self._jobs.observe(jobs)

    def carried(self, kind: str, *, arrived: bool) -> None:
        """Count a message that arrived, or did not."""
        self._messages.labels(kind, "arrived" if arrived else "failed").inc()

    def text(self) -> bytes:
        """Return everything in Prometheus' text format."""
        return generate_latest(self._registry)
