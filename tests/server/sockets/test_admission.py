"""Admission: spectators are counted, and seats have slots of their own that strangers cannot take."""

import asyncio
from pathlib import Path

import pytest

from tests.server.house import ClosedError, House, Json, Person, Player, Socket, open_house

STRANGER, OTHER = "203.0.113.7", "198.51.100.9"


async def look(person: Person, table: str, address: str = "127.0.0.1") -> Socket:
    """Look at a table; raise `ClosedError` if that is not to be."""
    socket, answer = await person.look(table, address=address)
    if answer["type"] == "refused":
        raise ClosedError((await until_closed(socket))[1])
    assert answer["type"] == "welcome"
    return socket


async def until_closed(socket: Socket) -> tuple[str, int]:
    """Return the last code that was told, and the code with which the socket was closed."""
    code = ""
    try:
        while True:
            code = (await socket.hear()).get("code", code)
    except ClosedError as closed:
        return code, closed.code


async def refused(person: Person, table: str, address: str = "127.0.0.1") -> int:
    """Return the close code for one who is not let in."""
    with pytest.raises(ClosedError) as ended:
        await look(person, table, address)
    return ended.value.code


async def seated(house: House, **wanted: Json) -> tuple[Person, str]:
    """Return a guest, and the table where it plays alone."""
    ada = await house.guest()
    return ada, await ada.open(**{"seats": 1, "solo": "easy", **wanted})


async def test_watchers_leave_the_places_of_seats_alone(tmp_path: Path) -> None:
    """However many look, from wherever, the person who plays there comes in, with a private link too."""
    async with open_house(tmp_path, sockets_per_table=2) as house:
        ada, table = await seated(house)
        link = house.stranger((await ada.post(f"/tables/{table}/seat-token"))["token"])
        for _ in range(2):
            await look(house.stranger(), table)
        assert await refused(house.stranger(), table) == 4429
        for person in (ada, link):
            assert (await person.look(table))[1]["viewer"] == 0


async def test_a_class_behind_one_address_watches_its_final(tmp_path: Path) -> None:
    """Forty at once, by the settings that every server has; the players behind that address come in as well."""
    async with open_house(tmp_path) as house:
        ada, table = await seated(house)
        watching = await asyncio.gather(*(look(house.stranger(), table, STRANGER) for _ in range(40)))
        await look(ada, table, STRANGER)
        for socket in watching:
            await socket.say({"type": "ping"})
            assert (await socket.hear_of("pong", "refused"))["type"] == "pong"


async def test_the_address_with_most_watchers_makes_room_for_others(tmp_path: Path) -> None:
    """Its newest goes first, until all have as many; under IPv6 a household is one address; a place left is free."""
    async with open_house(tmp_path, sockets_per_table=4) as house:
        _, table = await seated(house)
        crowd = [await look(house.stranger(), table, f"2001:db8::{number}") for number in range(4)]
        assert await refused(house.stranger(), table, "2001:db8::99") == 4429
        others = [await look(house.stranger(), table, OTHER) for _ in range(2)]
        for socket in crowd[:1:-1]:
            assert await until_closed(socket) == ("limit.connections", 4429)
        for address in (OTHER, "2001:db8::99"):
            assert await refused(house.stranger(), table, address) == 4429
        await others[0].leave()
        await look(house.stranger(), table, "2001:db8::99")
        for socket in (*crowd[:2], others[1]):
            await socket.say({"type": "ping"})
            assert (await socket.hear_of("pong", "refused"))["type"] == "pong"


async def test_an_address_that_watches_all_it_may_plays_too(tmp_path: Path) -> None:
    """Spectators behind the same address take no slot of a seat."""
    async with open_house(tmp_path, sockets_per_address=2) as house:
        ada, table = await seated(house)
        _, another = await seated(house)
        watching = [await look(house.stranger(), one, STRANGER) for one in (table, another)]
        assert await refused(house.stranger(), table, STRANGER) == 4429
        await look(ada, table, STRANGER)
        await watching[1].leave()
        await look(house.stranger(), another, STRANGER)


async def test_the_oldest_window_of_a_seat_goes_for_a_new_one(tmp_path: Path) -> None:
    """It is told why, and not to come back by itself; the place of a seat always exists."""
    async with open_house(tmp_path, windows_per_seat=2) as house:
        ada, table = await seated(house)
        first, second = [await look(ada, table) for _ in range(2)]
        third = await look(ada, table)
        assert await until_closed(first) == ("limit.windows", 4409)
        for socket in (second, third):
            await socket.say({"type": "ping"})
            assert (await socket.hear_of("pong", "refused"))["type"] == "pong"


async def test_a_guest_with_too_many_windows_loses_one_that_watches(tmp_path: Path) -> None:
    """For a seat; to watch once more it has to close one first."""
    async with open_house(tmp_path, sockets_per_guest=2) as house:
        ada, table = await seated(house)
        _, another = await seated(house)
        playing, watching = await look(ada, table), await look(ada, another)
        assert await refused(ada, another) == 4429
        await look(ada, table)
        assert await until_closed(watching) == ("limit.windows", 4409)
        await look(ada, table)
        assert await until_closed(playing) == ("limit.windows", 4409)


async def test_one_address_has_so_many_windows_of_seats(tmp_path: Path) -> None:
    """The guest with most of them loses one; no guest loses its only one."""
    async with open_house(tmp_path, sockets_per_address=3) as house:
        (ada, hers), (bob, his), (eve, another) = [await seated(house) for _ in range(3)]
        first = await look(ada, hers, STRANGER)
        await look(ada, hers, STRANGER)
        alone = await look(bob, his, STRANGER)
        await look(eve, another, STRANGER)
        assert await until_closed(first) == ("limit.windows", 4409)
        dan, fourth = await seated(house)
        assert await refused(dan, fourth, STRANGER) == 4429
        await alone.leave()
        await look(dan, fourth, STRANGER)


async def test_who_says_nothing_waits_for_those_who_do(tmp_path: Path) -> None:
    """Of the silent sockets of an address the first has waited long enough when there are too many."""
    async with open_house(tmp_path, sockets_per_address=2) as house:
        ada, table = await seated(house)
        silent = [house.socket(table, STRANGER) for _ in range(3)]
        for socket in silent:
            await socket.open()
            await asyncio.sleep(0.05)
        assert await until_closed(silent[0]) == ("hello.late", 4408)
        await look(ada, table, STRANGER)
        assert await until_closed(silent[1]) == ("hello.late", 4408)
        assert (await silent[2].hello())["type"] == "welcome"


async def test_an_address_opens_so_many_sockets_in_time(tmp_path: Path) -> None:
    """Then it is let in to seats alone, each guest a few times; others are not concerned."""
    async with open_house(tmp_path, new_sockets_at_once=3, new_sockets_per_second=0.001) as house:
        ada, table = await seated(house)
        for _ in range(3):
            await (await look(house.stranger(), table, STRANGER)).leave()
        assert await refused(house.stranger(), table, STRANGER) == 4429
        assert await refused(await house.guest(), table, STRANGER) == 4429
        assert await refused(house.stranger("x"), "unknown", STRANGER) == 4401
        await look(ada, table, STRANGER)
        await look(house.stranger(), table, OTHER)
        for _ in range(30):
            socket, answer = await ada.look(table, address=STRANGER)
            if answer["type"] == "refused":
                break
            await socket.leave()
        assert (answer["code"], (await until_closed(socket))[1]) == ("limit.connections", 4429)


async def test_nothing_is_kept_of_those_who_left(tmp_path: Path) -> None:
    """However they were let in, and however they went."""
    async with open_house(tmp_path, windows_per_seat=1) as house:
        ada, table = await seated(house)
        sockets = [await look(person, table, STRANGER) for person in (ada, ada, house.stranger(), await house.guest())]
        for socket in sockets[1:]:
            await socket.leave()
        await sockets[0].forgotten()
        admission = house.services.sockets._admission
        assert not admission._of_guest
        assert not admission._of_address
        assert not admission._silent
        assert not admission._of_table
        assert not any(level._taken for level in house.services.limits.sockets_of_address._levels)
        player = await Player.at(ada, table)
        await player.play_on(1)
