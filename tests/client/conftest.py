"""A real server, in a process of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.running import Server as RunningServer


@pytest.fixture(scope="package")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Run one server for all tests of the client that let it live."""
    with RunningServer(tmp_path_factory.mktemp("client")) as server:
        yield server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RunningServer]:
    """Run a server for one test, which may kill it."""
    with RunningServer(tmp_path) as server:
        yield server
