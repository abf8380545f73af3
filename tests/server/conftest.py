"""A house to play in."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.house import House, open_house


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """Return a running server with an empty data folder."""
    async with open_house(tmp_path) as running:
        yield running
