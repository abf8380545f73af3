"""Days that a test may choose: at first tomorrow, so that whatever is played now ends in time."""

import time
from types import SimpleNamespace
from typing import Final

import pytest

from codex_naturalis.seating import days
from tests.server.house import House, Person

DAY_SECONDS: Final = 86400.0


class Calendar:
    """The day that the server takes for today."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let the server read this calendar."""
        self._offset = 1
        monkeypatch.setattr(days, "time", SimpleNamespace(time=self.time))

    def time(self) -> float:
        """Return the noon of the day, in seconds since 1970."""
        return (time.time() // DAY_SECONDS + self._offset + 0.5) * DAY_SECONDS

    def go_on(self, by: int) -> None:
        """Let days pass, or come back."""
        self._offset += by

    @property
    def today(self) -> str:
        """Return the day in UTC."""
        return days.today()

    def day(self, by: int) -> str:
        """Return the day `by` days from today."""
        return days.day_after(days.today(), by)


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    """Return the calendar that the server reads."""
    return Calendar(monkeypatch)


async def account(house: House, name: str) -> Person:
    """Return a new guest with an account."""
    person = await house.guest(name)
    session = await person.post("/account", {"name": name, "password": "a long walk by the sea"})
    return Person(house, session["token"])
