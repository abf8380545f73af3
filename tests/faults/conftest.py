"""Servers for the tests of faults."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.running import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run one server for all tests that let it live."""
    with Server(tmp_path_factory.mktemp("server"), send_seconds=3, rest_seconds=1) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """Give a server for one test, which starts and ends it as it likes."""
    running = Server(tmp_path)
    try:
        yield running
    finally:
        if running.process:
            running.thaw()
            running.kill()
