"""The puzzle of the day has a streak, kept with the account, of which one missed day is forgiven."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert

from codex_naturalis.analysis.puzzles import daily_number, puzzles
from codex_naturalis.server.database.schema import puzzle_days
from codex_naturalis.server.puzzles import api
from tests.server.house import House, Person, open_house

TODAY = date(2026, 11, 24)


class Clock(datetime):
    """A clock that shows the same day always."""

    @classmethod
    def now(cls, tz: Any = None) -> "Clock":  # noqa: ANN401 - as in the standard library
        """Return noon of that day."""
        return cls(TODAY.year, TODAY.month, TODAY.day, 12, tzinfo=tz or UTC)


@pytest.fixture(autouse=True)
def _one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "datetime", Clock)


def right(number: int, **more: bool) -> dict[str, Any]:
    """Return the right answer to a puzzle."""
    turn = [msgspec.to_builtins(action) for action in puzzles()[number - 1].answer]
    return {"turn": turn, **more}


async def account(house: House) -> Person:
    """Return a new guest with an account."""
    person = await house.guest("Ada")
    session = await person.post("/account", {"name": "Ada", "password": "a long walk by the sea"})
    return Person(house, session["token"])


async def test_a_solved_puzzle_of_the_day_counts_once_for_its_account(tmp_path: Path) -> None:
    """Not another day's, not one whose solution was shown, not for guests, strangers and programs."""
    number = daily_number(TODAY)
    path = f"/puzzles/{number}/answer"
    async with open_house(tmp_path) as house:
        ada, eve = await account(house), await house.guest("Eve")
        assert (await ada.get("/puzzles"))["streak"] == {"days": 0, "longest": 0, "spare": True}
        other = number % len(puzzles()) + 1
        assert (await ada.ask_json("POST", f"/puzzles/{other}/answer", right(other)))["right"]
        assert (await ada.ask_json("POST", path, right(number, counted=False)))["right"]
        token = (await ada.post("/account/tokens", {"name": "mine", "scope": "play", "days": 30}))["token"]
        for person in (eve, house.stranger(), house.stranger(token)):
            assert (await person.ask_json("POST", path, right(number)))["right"]
            assert (await person.get("/puzzles"))["streak"] is None
        assert (await ada.get("/puzzles"))["streak"]["days"] == 0
        for _ in range(2):
            await ada.ask_json("POST", path, right(number))
        assert (await ada.get("/puzzles"))["streak"]["days"] == 1


async def test_one_missed_day_is_forgiven(tmp_path: Path) -> None:
    """As the daily deal has it."""
    async with open_house(tmp_path) as house:
        ada = await account(house)
        guest = (await ada.get("/guests/me"))["id"]
        days = [{"guest": guest, "day": (TODAY - timedelta(days=ago)).isoformat()} for ago in (3, 4, 5, 1)]
        await house.services.store.write(lambda connection: connection.execute(insert(puzzle_days), days))
        assert (await ada.get("/puzzles"))["streak"] == {"days": 4, "longest": 4, "spare": False}
