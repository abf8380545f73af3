"""People choose the colours of their tokens before play."""

import asyncio

import msgspec
import pytest

from codex_naturalis.record import read_record
from codex_naturalis.seating import EMPTY, colours_of
from codex_naturalis.wire.table import Colour
from tests.server.house import House, Json, Player
from tests.several import on_both

ALL = ["red", "blue", "green", "yellow"]


def colours(table: Json) -> dict[str | None, str | None]:
    """Return the colour of each who sits at a table, by name."""
    return {seat["name"]: seat["colour"] for seat in table["seats"] if seat["kind"] != "empty"}


@on_both
async def test_first_come_first_served(house: House) -> None:
    """One of many who want a colour at the same moment gets it; it is free again when given back, or its owner left."""
    people = [await house.guest(name) for name in ("Ada", "Bob", "Cas")]
    table = await people[0].open(seats=4)
    for each in people[1:]:
        await each.post(f"/tables/{table}/join")
    path = f"/tables/{table}/colour"
    answers = await asyncio.gather(*(each.ask("PUT", path, {"colour": "green"}) for each in people))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
    first = next(at for at, answer in enumerate(answers) if answer.status_code == 200)
    second = people[first - 1]
    problem = await second.refused("PUT", path, {"colour": "green"})
    assert (problem["code"], problem["facts"]) == ("colour.taken", {"seat": first})
    assert (await people[first].ask_json("PUT", path, {"colour": "green"}))["viewer"] == first
    await people[first].ask_json("PUT", path, {"colour": None})
    await second.ask_json("PUT", path, {"colour": "green"})
    await second.post(f"/tables/{table}/leave")
    shown = (await people[first].ask_json("PUT", path, {"colour": "green"}))["table"]
    assert [colour for colour in colours(shown).values() if colour] == ["green"]


async def test_a_chosen_colour_goes_with_its_owner_wherever_the_lot_seats_them(house: House) -> None:
    """All viewers see it before play and after; those who have not chosen, bots too, have what is left."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    seats = set()
    for _ in range(12):
        opened = await ada.post("/tables", {"seats": 3, "colour": "yellow", "bots": ["random"]})
        assert colours(opened["table"]) == {"Ada": "yellow", "random": None}
        watcher = await Player.at(house.stranger(), opened["table"]["id"])
        problem = await bob.refused("POST", f"/tables/{opened['table']['id']}/join?colour=yellow")
        assert (problem["code"], problem["facts"]) == ("colour.taken", {"seat": 0})
        begun = (await bob.post(f"/tables/{opened['table']['id']}/join?colour=red"))["table"]
        while watcher.table["stage"] == "gathering":
            await watcher.hear()
        assert colours(watcher.table) == colours(begun)
        assert (colours(begun)["Ada"], colours(begun)["Bob"]) == ("yellow", "red")
        assert colours(begun)["random"] in ("blue", "green")
        seats.add(next(seat["seat"] for seat in begun["seats"] if seat["name"] == "Ada"))
    assert len(seats) > 1


async def test_without_a_choice_a_seat_has_its_colour(house: House) -> None:
    """As it was at tables older than the choice."""
    ada = await house.guest()
    begun = await ada.post("/tables", {"seats": 4, "bots": ["random"] * 3})
    assert [seat["colour"] for seat in begun["table"]["seats"]] == ALL


async def test_a_colour_is_chosen_before_play_by_those_who_sit_there(house: House) -> None:
    """Strangers, unknown colours, black, and choices during play are refused."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await ada.open(seats=2)
    path = f"/tables/{table}/colour"
    assert (await bob.refused("PUT", path, {"colour": "red"}))["code"] == "seat.none"
    for body in ({"colour": "black"}, {"colour": 1}, {}):
        assert (await ada.refused("PUT", path, body))["code"] == "request.malformed"
    assert (await bob.refused("POST", f"/tables/{table}/join?colour=black"))["code"] == "request.malformed"
    await bob.post(f"/tables/{table}/join")
    assert (await ada.refused("PUT", path, {"colour": "red"}))["code"] == "table.started"


async def test_colours_are_kept_in_rematches_and_are_not_in_the_record(house: House) -> None:
    """Who comes to the rematch after another chose the same gets one that is left."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await ada.open(seats=2, colour="green")
    await bob.post(f"/tables/{table}/join?colour=yellow")
    await asyncio.gather(*[(await Player.at(each, table)).until_over() for each in (ada, bob)])
    record = (await ada.ask("GET", f"/tables/{table}/record")).text
    assert "colour" not in record
    assert not any(colour in msgspec.json.encode(read_record(record)).decode() for colour in ("yellow", "colour"))
    again = (await ada.post(f"/tables/{table}/rematch"))["table"]
    assert colours(again) == {"Ada": "green"}
    begun = (await bob.post(f"/tables/{table}/rematch"))["table"]
    assert colours(begun) == {"Ada": "green", "Bob": "yellow"}
    await asyncio.gather(*[(await Player.at(each, again["id"])).until_over() for each in (ada, bob)])
    third = (await ada.post(f"/tables/{again['id']}/rematch"))["table"]["id"]
    await ada.ask_json("PUT", f"/tables/{third}/colour", {"colour": "yellow"})
    begun = (await bob.post(f"/tables/{again['id']}/rematch"))["table"]
    assert colours(begun)["Ada"] == "yellow"
    assert colours(begun)["Bob"] in ("red", "blue")


@pytest.mark.parametrize("chosen", [{}, {2: Colour.RED}, {0: Colour.YELLOW, 3: Colour.RED}, dict(enumerate(Colour))])
@pytest.mark.parametrize("lot", [(0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2)])
def test_no_two_seats_have_one_colour(chosen: dict[int, Colour], lot: tuple[int, ...]) -> None:
    """Who has chosen keeps the colour, and who has not has that of the seat where it is left."""
    rows = [msgspec.structs.replace(EMPTY, seat=seat, colour=chosen.get(at)) for at, seat in enumerate(lot)]
    given = colours_of(rows)
    assert set(given) == set(Colour)
    for at, seat in enumerate(lot):
        default = list(Colour)[seat]
        assert given[at] is chosen.get(at, given[at] if default in chosen.values() else default)
