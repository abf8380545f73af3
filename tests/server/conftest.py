"""A house to play in."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import structlog

from deploy.parts import Nats
from tests.server.house import House, open_house
from tests.several import Cluster, cluster, nats


@pytest.fixture(autouse=True)
def logs_as_ever() -> None:
    """Let logs go where they go by themselves, whatever command a test before has run in this process."""
    structlog.reset_defaults()


@pytest.fixture
def place(request: pytest.FixtureRequest) -> dict[str, str]:
    """Return where a house keeps its tables: in a file, and in PostgreSQL too in tests that are `on_both`."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return {}
    postgres: Cluster = request.getfixturevalue("postgres")
    return {"database_url": postgres.database()}


@pytest.fixture
async def house(tmp_path: Path, place: dict[str, str]) -> AsyncIterator[House]:
    """Return a running server with an empty data folder."""
    async with open_house(tmp_path, **place) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """Run PostgreSQL for all tests that ask for it."""
    with cluster() as running:
        yield running


@pytest.fixture(scope="session")
def bus() -> Iterator[Nats]:
    """Run NATS for all tests that ask for it."""
    with nats() as running:
        yield running
