"""What people do around the game."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest

from codex_naturalis.record import read_record
from codex_naturalis.seating.names import clean_name
from codex_naturalis.server.lobby import listing
from tests.server.house import House, Person, Player
from tests.several import on_both


def kinds(answer: dict[str, dict[str, list[dict[str, str]]]]) -> list[str]:
    """Return who sits where, by kind."""
    return [seat["kind"] for seat in answer["table"]["seats"]]


async def finished(house: House, seats: int = 2) -> tuple[Person, Player]:
    """Return a guest and its finished game against bots (or Tybor)."""
    ada = await house.guest("Ada")
    wanted = {"seats": 1, "solo": "easy"} if seats == 1 else {"seats": seats, "bots": ["random"] * (seats - 1)}
    player = await Player.at(ada, await ada.open(**wanted))
    await player.until_over()
    return ada, player


async def test_a_guest_is_its_token(house: House) -> None:
    """The token tells who one is, and a new name is kept."""
    ada = await house.guest("  Ada   Lovelace ")
    assert (await ada.get("/guests/me"))["name"] == "Ada Lovelace"
    await ada.ask("PATCH", "/guests/me", {"name": "Countess"})
    assert (await ada.get("/guests/me"))["name"] == "Countess"


@pytest.mark.parametrize("name", ["Ada", "Zoë", "李", "O'Neill-Ünal 3", "👩\u200d🚀", "x" * 24])
def test_a_name_may_be_in_any_script(name: str) -> None:
    """What can be read is allowed."""
    assert clean_name(name) == name


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 25, "a\x00b", "\u202eevil", "a\u2066b", "\u200b", "\u200d", "\ud800", "\ue000", "\u3164"]
)
async def test_a_name_must_be_visible(house: House, name: str) -> None:
    """Empty, endless, invisible and disturbing names are refused."""
    body = {"name": name} if name != "\ud800" else None
    problem = await house.stranger().refused("POST", "/guests", body)
    assert problem["code"] == ("request.malformed" if body is None or "\x00" in name else "name.invalid")


async def test_a_new_name_is_shown_at_open_tables(house: House) -> None:
    """Viewers are told."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await ada.open(seats=2)
    watcher = await Player.at(bob, table)
    await ada.ask("PATCH", "/guests/me", {"name": "Countess"})
    await watcher.hear()
    assert watcher.table["seats"][0]["name"] == watcher.table["host"] == "Countess"


async def test_a_chosen_portrait_is_shown_at_open_tables(house: House) -> None:
    """It is kept with the guest, goes along to new tables, and can be given back; there are forty."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    watcher = await Player.at(bob, await ada.open(seats=2))
    assert watcher.table["seats"][0]["portrait"] is None
    await ada.ask("PUT", "/guests/me/portrait", {"portrait": 39})
    await watcher.hear()
    assert watcher.table["seats"][0]["portrait"] == (await ada.get("/guests/me"))["portrait"] == 39
    await ada.ask("PATCH", "/guests/me", {"name": "Countess"})
    assert (await ada.get("/guests/me"))["portrait"] == 39
    new = await ada.post("/tables", {"seats": 2})
    assert [seat["portrait"] for seat in new["table"]["seats"]] == [39, None]
    await ada.ask("PUT", "/guests/me/portrait", {"portrait": None})
    assert (await ada.get("/guests/me"))["portrait"] is None
    problem = await ada.refused("PUT", "/guests/me/portrait", {"portrait": 40})
    assert problem["code"] == "request.malformed"


async def test_a_repeated_request_opens_one_table(house: House) -> None:
    """The same idempotency key gives the same table; for another wish it is refused; another guest may use it."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    key = {"Idempotency-Key": "k"}
    answers = await asyncio.gather(*(ada.post("/tables", {"seats": 2}, **key) for _ in range(5)))
    assert len({answer["table"]["id"] for answer in answers}) == 1
    assert (await ada.refused("POST", "/tables", {"seats": 3}, **key))["code"] == "conflict.request_key"
    assert (await bob.post("/tables", {"seats": 2}, **key))["table"]["id"] != answers[0]["table"]["id"]


async def test_options_come_from_the_preset(house: House) -> None:
    """What is not asked for is as the rulebook of the language says; what is asked for is kept."""
    ada = await house.guest()
    answer = await ada.post("/tables", {"seats": 2, "preset": "it", "refill": "other_deck"})
    options = answer["table"]["options"]
    assert (options["tie_break"], options["refill"], options["end_by_exhaustion"]) == (
        "objective_cards",
        "other_deck",
        "decks",
    )


async def test_listed_tables_are_found_and_private_ones_are_not(house: House) -> None:
    """The list holds what is listed and not over; a private table is known to those who have its address."""
    ada = await house.guest()
    private = await ada.open(seats=2)
    waiting = await ada.open(seats=2, listed=True)
    playing = await ada.open(seats=2, listed=True, bots=["random"])
    listed = [table["id"] for table in await house.stranger().get("/tables")]
    assert set(listed) == {waiting, playing}
    assert (await house.stranger().get(f"/tables/{private}"))["viewer"] is None
    mine = await ada.get("/tables/mine")
    assert {answer["table"]["id"] for answer in mine} == {private, waiting, playing}
    assert all(answer["viewer"] is not None for answer in mine)


async def test_a_guest_has_one_seat_at_a_table(house: House) -> None:
    """Joining twice changes nothing, and a full table refuses guests."""
    ada, bob, eve = [await house.guest(name) for name in ("Ada", "Bob", "Eve")]
    table = await ada.open(seats=3)
    assert kinds(await ada.post(f"/tables/{table}/join")) == ["guest", "empty", "empty"]
    for _ in range(2):
        assert (await bob.post(f"/tables/{table}/join"))["viewer"] == 1
    await ada.post(f"/tables/{table}/bots", {"name": "random"})
    assert (await eve.refused("POST", f"/tables/{table}/join"))["code"] == "table.full"


async def test_seats_are_drawn_by_lot(house: House) -> None:
    """Who opens the table does not always begin."""
    ada = await house.guest()
    seats = {(await ada.post("/tables", {"seats": 2, "bots": ["random"]}))["viewer"] for _ in range(20)}
    assert seats == {0, 1}


async def test_twenty_at_once_take_two_seats(house: House) -> None:
    """Of many who join at the same moment, as many sit as there are seats."""
    ada = await house.guest()
    table = await ada.open(seats=3)
    people = [await house.guest(f"Guest {number}") for number in range(10)]
    answers = await asyncio.gather(*(person.ask("POST", f"/tables/{table}/join") for person in people))
    assert sorted(answer.status_code for answer in answers) == [200] * 2 + [409] * 8


async def test_leaving_frees_the_seat_before_play_only(house: House) -> None:
    """While a table gathers, a seat that is left is free again; during play it stays its owner's."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    gathering = await ada.open(seats=3)
    await bob.post(f"/tables/{gathering}/join")
    assert kinds(await bob.post(f"/tables/{gathering}/leave")) == ["guest", "empty", "empty"]
    playing = await ada.open(seats=2, bots=["random"])
    assert (await ada.post(f"/tables/{playing}/leave"))["viewer"] is not None
    await (await Player.at(ada, playing)).until_over()


@on_both
async def test_no_table_goes_that_somebody_has_just_come_to(house: House) -> None:
    """Where several servers share a database, one may not know yet."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await ada.open(seats=3)
    here = await house.services.tables.get(table)
    before = here.data
    await bob.post(f"/tables/{table}/join")
    here.set_data(before)
    assert (await ada.ask("POST", f"/tables/{table}/leave")).status_code < 300
    assert (await bob.get(f"/tables/{table}"))["table"]["host"] == "Bob"


async def test_when_the_host_leaves_the_next_guest_is_host(house: House) -> None:
    """There is always a host, who can seat bots."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await ada.open(seats=3)
    await bob.post(f"/tables/{table}/join")
    assert (await bob.refused("POST", f"/tables/{table}/bots", {"name": "random"}))["code"] == "host.only"
    left = await ada.post(f"/tables/{table}/leave")
    assert (left["table"]["host"], left["table"]["host_seat"]) == ("Bob", 1)
    assert kinds(await bob.post(f"/tables/{table}/bots", {"name": "random"})) == ["bot", "guest", "empty"]


async def test_a_screen_opens_a_table_and_sits_at_none_of_its_seats(house: House) -> None:
    """The first person to sit down is its host, and play begins when the last seat is taken."""
    screen, ada, bob = [await house.guest(name) for name in ("Screen", "Ada", "Bob")]
    opened = await screen.post("/tables", {"seats": 2, "sits": False})
    table = opened["table"]["id"]
    assert (kinds(opened), opened["viewer"], opened["table"]["host"]) == (["empty", "empty"], None, "")
    assert (await screen.refused("POST", f"/tables/{table}/bots", {"name": "random"}))["code"] == "seat.none"
    first = await ada.post(f"/tables/{table}/join")
    assert (first["table"]["host"], first["table"]["host_seat"]) == ("Ada", first["viewer"])
    assert (await bob.post(f"/tables/{table}/join"))["table"]["stage"] == "playing"


async def test_a_table_that_everybody_left_is_gone(house: House) -> None:
    """It cannot be entered again, and its viewers are told."""
    ada = await house.guest()
    table = await ada.open(seats=2)
    watcher = await Player.at(house.stranger(), table)
    await ada.post(f"/tables/{table}/leave")
    assert (await watcher.hear())["code"] == "table.unknown"
    assert (await ada.refused("GET", f"/tables/{table}"))["code"] == "table.unknown"


async def test_the_host_seats_and_unseats_bots(house: House) -> None:
    """On the seat named, or on the first empty one."""
    ada = await house.guest()
    table = await ada.open(seats=4)
    assert kinds(await ada.post(f"/tables/{table}/bots", {"name": "greedy", "seat": 2}))[2] == "bot"
    assert kinds(await ada.post(f"/tables/{table}/bots", {"name": "random"}))[1] == "bot"
    assert (await ada.refused("POST", f"/tables/{table}/bots", {"name": "random", "seat": 2}))["code"] == "seat.taken"
    assert (await ada.refused("POST", f"/tables/{table}/bots", {"name": "random", "seat": 4}))["code"] == "seat.unknown"
    assert (await ada.refused("DELETE", f"/tables/{table}/bots/0"))["code"] == "seat.no_bot"
    answer = (await ada.ask("DELETE", f"/tables/{table}/bots/1")).json()
    assert kinds(answer) == ["guest", "empty", "bot", "empty"]


async def test_the_bots_are_named(house: House) -> None:
    """Those that can be seated."""
    assert (await house.stranger().get("/bots"))[:3] == ["random", "greedy", "planner"]


async def test_a_seat_is_taken_back_with_its_private_link(house: House) -> None:
    """The seat's token plays the seat on any device, with all rights of its owner."""
    ada = await house.guest()
    table = await ada.open(seats=2, bots=["random"])
    token = (await ada.post(f"/tables/{table}/seat-token"))["token"]
    phone = house.stranger(token)
    player = await Player.at(phone, table)
    assert player.viewer == (await ada.get(f"/tables/{table}"))["viewer"]
    await player.until_over()
    again = await phone.post(f"/tables/{table}/rematch")
    assert (await Player.at(phone, again["table"]["id"])).viewer == again["viewer"]


async def test_the_link_of_a_seat_that_was_left_is_worth_nothing(house: House) -> None:
    """Leaving takes effect at once, also for holders of the link."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await ada.open(seats=3)
    await bob.post(f"/tables/{table}/join")
    token = (await bob.post(f"/tables/{table}/seat-token"))["token"]
    await bob.post(f"/tables/{table}/leave")
    await bob.post(f"/tables/{table}/join")
    phone = house.stranger(token)
    assert (await phone.refused("POST", f"/tables/{table}/seat-token"))["code"] == "seat.none"
    socket = house.socket(table)
    await socket.open()
    assert (await socket.hello(token))["code"] == "token.invalid"


async def test_a_rematch_takes_everybody_along(house: House) -> None:
    """The same people, bots and options at a new table; who still looks at the old one is told where."""
    ada, player = await finished(house, 3)
    watcher = await Player.at(house.stranger(), player.table["id"])
    first, second = await asyncio.gather(*(ada.post(f"/tables/{player.table['id']}/rematch") for _ in range(2)))
    assert first["table"]["id"] == second["table"]["id"] != player.table["id"]
    assert first["table"]["options"] == player.table["options"]
    assert sorted(kinds(first)) == ["bot", "bot", "guest"]
    for one in (player, watcher):
        while one.table["rematch"] is None:
            await one.hear()
        assert one.table["rematch"] == first["table"]["id"]
    assert (await (await Player.at(ada, first["table"]["id"])).until_over())["totals"]


async def test_nobody_plays_again_without_asking_for_it(house: House) -> None:
    """The first to ask waits at the new table, with what was said; when the other sits down too, they play."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await ada.open(seats=2)
    await bob.post(f"/tables/{table}/join")
    players = [await Player.at(each, table, seed) for seed, each in enumerate((ada, bob))]
    await asyncio.gather(*(player.until_over() for player in players))
    opened = (await ada.post(f"/tables/{table}/rematch"))["table"]
    assert (opened["stage"], opened["host"], {seat["name"] for seat in opened["seats"]}) == (
        "gathering",
        "Ada",
        {"Ada", None},
    )
    await ada.post(f"/tables/{opened['id']}/close")
    again = (await ada.post(f"/tables/{table}/rematch"))["table"]
    assert again["id"] != opened["id"]
    begun = await bob.post(f"/tables/{table}/rematch")
    assert (begun["table"]["id"], begun["table"]["stage"]) == (again["id"], "playing")


async def test_seats_of_a_rematch_are_drawn_by_lot(house: House) -> None:
    """Neither the result of the game before nor the seats in it say who begins the next one."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await ada.open(seats=2)
    await bob.post(f"/tables/{table}/join")
    players = [await Player.at(each, table, seed) for seed, each in enumerate((ada, bob))]
    await asyncio.gather(*(player.until_over() for player in players))
    lots = set()
    for _ in range(20):
        again = (await ada.post(f"/tables/{table}/rematch"))["table"]["id"]
        seal = (await house.services.tables.get(again)).data.seal
        assert seal
        lots.add(seal.lot)
        await ada.post(f"/tables/{again}/close")
    assert lots == {(0, 1), (1, 0)}


async def test_who_asked_for_a_rematch_hears_that_another_would_rather_not(house: House) -> None:
    """Once, with the name; sitting down later takes it back."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await ada.open(seats=2)
    await bob.post(f"/tables/{table}/join")
    players = [await Player.at(each, table, seed) for seed, each in enumerate((ada, bob))]
    await asyncio.gather(*(player.until_over() for player in players))
    await bob.ask("DELETE", f"/tables/{table}/rematch")  # nobody has asked yet
    opened = (await ada.post(f"/tables/{table}/rematch"))["table"]["id"]
    waiting = await Player.at(ada, opened)
    assert (await house.stranger().refused("DELETE", f"/tables/{table}/rematch"))["code"] == "token.missing"
    eve = await house.guest("Eve")
    assert (await eve.refused("DELETE", f"/tables/{table}/rematch"))["code"] == "seat.none"
    for _ in range(2):
        await bob.ask("DELETE", f"/tables/{table}/rematch")
    await waiting.hear()
    assert [(note["kind"], note["name"]) for note in waiting.table["notes"]] == [("declined", "Bob")]
    begun = (await bob.post(f"/tables/{table}/rematch"))["table"]
    assert (begun["stage"], begun["notes"]) == ("playing", [])


async def test_the_evenings_score_counts_games_among_the_same_people(house: House) -> None:
    """Over a game and its rematches, by seat; games that a bot or Tybor won are told apart."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await ada.open(seats=2)
    await bob.post(f"/tables/{table}/join")
    won = {"Ada": 0, "Bob": 0}
    for played in range(1, 3):
        players = [await Player.at(each, table, seed + played) for seed, each in enumerate((ada, bob))]
        await asyncio.gather(*(player.until_over() for player in players))
        seats = players[0].table["seats"]
        for seat in (await Player.at(ada, table)).view["result"]["winners"]:
            won[seats[seat]["name"]] += 1
        evening = await house.stranger().get(f"/tables/{table}/evening")
        assert evening == {"games": played, "wins": [won[seat["name"]] for seat in seats], "others": 0}
        again = [await person.post(f"/tables/{table}/rematch") for person in (ada, bob)]
        table = again[1]["table"]["id"]
    alone, _ = await finished(house, 1)
    solo = (await alone.get("/tables/mine"))[0]["table"]["id"]
    evening = await alone.get(f"/tables/{solo}/evening")
    assert (evening["games"], evening["wins"][0] + evening["others"]) == (1, 1)


async def test_the_record_is_told_when_the_game_is_over_and_not_before(house: House) -> None:
    """The record names every card, so it waits for the end."""
    ada = await house.guest()
    playing = await ada.open(seats=2, bots=["random"])
    gathering = await ada.open(seats=2)
    for table in (playing, gathering):
        assert (await ada.refused("GET", f"/tables/{table}/record"))["code"] == "table.not_over"
        assert (await ada.refused("POST", f"/tables/{table}/rematch"))["code"] == "table.not_over"
    _, player = await finished(house, 1)
    answer = await house.stranger().ask("GET", f"/tables/{player.table['id']}/record")
    assert len(read_record(answer.text).actions) == player.version


@on_both
async def test_nobodys_many_tables_push_others_off_the_list(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few of each host and of each network are listed, in turns, the one first that has waited longest."""
    async with at_address(house, "203.0.113.7") as ada, at_address(house, "198.51.100.9") as bea:
        first = await bea.open(seats=2, listed=True)
        many = [await ada.open(seats=2, listed=True) for _ in range(5)]
        for _ in range(3):
            async with at_address(house, "203.0.113.7") as other:
                many += [await other.open(seats=2, listed=True) for _ in range(5)]
        own = [first, *[await bea.open(seats=2, listed=True) for _ in range(4)]]
    alone = await (await house.guest("Cas")).open(seats=2, listed=True)
    listed = [table["id"] for table in await house.stranger().get("/tables")]
    assert listed[:3] == [first, many[0], alone]
    assert (len(set(listed) & set(many)), set(listed) & set(own)) == (10, set(own[:3]))
    monkeypatch.setattr(listing, "_MOST_WAITING", 3)
    assert [table["id"] for table in await house.stranger().get("/tables")] == [first, many[0], alone]


@asynccontextmanager
async def at_address(house: House, address: str) -> AsyncIterator[Person]:
    """Yield a new guest who comes from an address."""
    transport = httpx.ASGITransport(house.app, client=(address, 1))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://codex.test", headers=house.http.headers) as http:
        yield await House(house.app, http).guest("Ada")
