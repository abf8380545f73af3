"""On vacation clocks by days stand still, the others see it, and no more days are taken than the host allows."""

import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from codex_naturalis.server.correspondence import vacations
from tests.server.correspondence.conftest import Pair
from tests.server.house import House, Person, Player, open_house
from tests.server.tournaments.field import announced, begun

DAY = 24 * 3600.0


async def account(house: House, name: str) -> Person:
    """Return a new guest with an account."""
    person = await house.guest(name)
    await person.post("/account", {"name": name, "password": "a long walk by the sea"})
    return person


async def clocks(pair: Pair, player: Player) -> tuple[float, float | None, float | None]:
    """Return time left, vacation left and deadline of a player's clock, in days, as the server tells them."""
    message = (await house_table(pair)).clocks_message()
    assert message
    one = message.seats[player.viewer]
    assert one.left is not None
    return one.left / DAY, one.away and one.away / DAY, one.ends and one.ends / DAY


async def house_table(pair: Pair):  # type: ignore[no-untyped-def]  # noqa: ANN201 - a table of the server
    """Return the table in memory."""
    return await pair.house.services.tables.get(pair.table)


async def test_a_clock_stands_still_until_the_vacation_ends(tmp_path: Path) -> None:
    """Nothing of the turn is lost, the deadline moves, the opponent is told; back early, the clock runs again."""
    async with open_house(tmp_path) as house:
        pair = await Pair.begun(house, await account(house, "Ada"), await account(house, "Bob"))
        away = pair.asked
        assert await away.person.get("/guests/me/vacation") == {"allowance": 30, "left": 30, "until": None}
        vacation = await away.person.ask_json("PUT", "/guests/me/vacation", {"days": 10})
        assert (vacation["left"], vacation["until"] is None) == (20, False)
        assert await clocks(pair, away) == pytest.approx((3.0, 10.0, 13.25), abs=0.01)
        assert (await pair.waits.socket.hear_of("clocks"))["seats"][away.viewer]["away"] == pytest.approx(
            10 * DAY, abs=60
        )
        served = house.services.store.served
        served.at_least(served.now() + 9 * DAY)
        await house.services.deadlines.poll()
        assert (await house_table(pair)).data.stood_in(away.viewer) is None
        assert (await away.person.ask_json("DELETE", "/guests/me/vacation"))["left"] == 29
        assert (await clocks(pair, away))[0] == pytest.approx(3.0, abs=0.01)
        served.at_least(served.now() + 3.3 * DAY)
        await house.services.deadlines.poll()
        assert (await house_table(pair)).data.stood_in(away.viewer) is not None


async def test_a_turn_that_comes_on_vacation_begins_after_it(tmp_path: Path) -> None:
    """The whole time for the turn is there then; one may play meanwhile all the same."""
    async with open_house(tmp_path) as house:
        pair = await Pair.begun(house, await account(house, "Ada"), await account(house, "Bob"))
        waits = pair.waits
        await waits.person.ask_json("PUT", "/guests/me/vacation", {"days": 5})
        await pair.take("gold-deck")
        assert await clocks(pair, waits) == pytest.approx((3.0, 5.0, 8.25), abs=0.01)
        await pair.turned()
        await pair.take("gold-deck")


async def test_tables_that_begin_later_know_of_it(tmp_path: Path) -> None:
    """A clock that begins to run during a vacation runs from its end."""
    async with open_house(tmp_path) as house:
        ada, bob = await account(house, "Ada"), await account(house, "Bob")
        await ada.ask_json("PUT", "/guests/me/vacation", {"days": 5})
        pair = await Pair.begun(house, ada, bob)
        player = next(one for one in (pair.asked, pair.waits) if one.person is ada)
        await house.services.correspondence.vacations._sweep()
        assert (await clocks(pair, player))[1] == pytest.approx(5.0, abs=0.01)


async def test_days_are_counted_by_year_and_only_for_accounts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A begun day is used; a second vacation waits for the end of the first."""
    async with open_house(tmp_path, vacation_days=7) as house:
        guest, ada = await house.guest("Eve"), await account(house, "Ada")
        assert (await guest.refused("PUT", "/guests/me/vacation", {"days": 1}))["code"] == "account.none"
        assert (await ada.refused("PUT", "/guests/me/vacation", {"days": 8}))["code"] == "vacation.days"
        await ada.ask_json("PUT", "/guests/me/vacation", {"days": 4})
        refused = await ada.refused("PUT", "/guests/me/vacation", {"days": 1})
        assert (refused["code"], refused["facts"]) == ("vacation.days", {"count": 3})
        later = time.time() + 1.5 * DAY
        monkeypatch.setattr(vacations, "time", SimpleNamespace(time=lambda: later, monotonic=time.monotonic))
        assert (await ada.ask_json("DELETE", "/guests/me/vacation"))["left"] == 5


async def test_a_vacation_stops_no_clock_of_a_tournament(tmp_path: Path) -> None:
    """A round waits for its slowest game, so its tables know no vacation, begun before or after them."""
    async with open_house(tmp_path) as house:
        ada, bob = await account(house, "Ada"), await account(house, "Bob")
        await ada.ask_json("PUT", "/guests/me/vacation", {"days": 10})
        days = {"kind": "correspondence", "days": 3}
        tournament = await announced(ada, "swiss", rounds=1, clock=days)
        for person in (ada, bob):
            await person.post(f"/tournaments/{tournament}/join")
        table_id = (await begun(ada, tournament))["rounds"][0]["games"][0]["table"]
        await bob.ask_json("PUT", "/guests/me/vacation", {"days": 10})
        await house.services.correspondence.vacations._sweep()
        table = await house.services.tables.get(table_id)
        message = table.clocks_message()
        assert message
        assert [seat.away for seat in message.seats] == [None, None]
