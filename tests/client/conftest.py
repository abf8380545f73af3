"""A real server, in a process of its own."""

from collections.abc import Iterator

import pytest

from tests.e2e.running import Server as RunningServer


@pytest.fixture(scope="package")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Run one server for all tests of the client; a test that ends it starts it again."""
    with RunningServer(tmp_path_factory.mktemp("client")) as server:
        yield server
