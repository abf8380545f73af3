"""PostgreSQL and NATS for tests: real ones, started on a port of their own when a test asks, and ended with the tests.

`apt-get install postgresql nats-server` brings them on Debian. Where one is missing its tests say so and are left out;
under CI that is an error.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final, TypeVar

import pytest

from codex_naturalis.server.database.upgrade import upgrade
from deploy.parts import Missing, Nats, Postgres

__all__ = ["TEMPLATE", "Cluster", "cluster", "nats", "on_both", "there"]

T = TypeVar("T")
on_both = pytest.mark.parametrize("place", ["sqlite", "postgres"], indirect=True)
"""Marks a test of what the database decides: it runs with a file and with PostgreSQL."""

_numbers = count(1)
TEMPLATE: Final = "codex_new"
"""Name of a database that is up to date and empty, to be copied."""


class Cluster:
    """A server of databases, and new ones for each test."""

    def __init__(self, server: Postgres) -> None:
        """Make databases in `server`, which runs."""
        self.server = server
        self.server.run(f"create database {TEMPLATE}")
        upgrade(self.server.url(TEMPLATE))

    def database(self) -> str:
        """Return the address of a new database that is up to date and empty."""
        return self.bare(f"template {TEMPLATE}")

    def bare(self, options: str = "") -> str:
        """Return the address of a new database with nothing in it."""
        name = f"codex_{next(_numbers)}"
        self.server.run(f"create database {name} {options}")
        return self.server.url(name)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Run PostgreSQL for a while."""
    with _folder() as folder:
        server = there(lambda: Postgres(folder, throwaway=True))
        server.start()
        try:
            yield Cluster(server)
        finally:
            server.kill()


@contextmanager
def nats() -> Iterator[Nats]:
    """Run NATS for a while."""
    with _folder() as folder:
        bus = there(lambda: Nats(folder))
        bus.start()
        try:
            yield bus
        finally:
            bus.kill()


@contextmanager
def _folder() -> Iterator[Path]:
    """Give a folder that the user of the database may enter."""
    folder = Path(tempfile.mkdtemp(prefix="codex-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def there(make: Callable[[], T]) -> T:
    """Return what `make` makes, unless a program is missing: then the test says so."""
    try:
        return make()
    except Missing as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"{missing}: this is not tested here")
