"""Nothing of a day's deal reaches anyone but its player until the day is over, by any route that there is.

Every route of the application stands in one of the lists here, described in the interface or not: a new one makes a
test fail until it has been considered.
"""

import json
from typing import Final

import pytest

from codex_naturalis.server.app import describe
from tests.server.daily.conftest import Calendar, account
from tests.server.house import ClosedError, House, Json, Person, Player

DOCUMENT: Final = json.loads(json.dumps(describe()))
OPERATIONS: Final = {
    f"{method.upper()} {path.removeprefix('/api/v1')}": operation
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}
REFUSED: Final[dict[str, Json]] = {
    "GET /tables/{table_id}/record": None,
    "GET /tables/{table_id}/replay": None,
    "GET /tables/{table_id}/replay?seat=all": None,
    "GET /tables/{table_id}/replay?seat=0": None,
    "POST /tables/{table_id}/what-if": {"version": 4, "seat": 0},
    "GET /tables/{table_id}/review": None,
    "POST /tables/{table_id}/review": None,
    "GET /tables/{table_id}/exercise?version=4": None,
    "GET /tables/{table_id}/position?version=4": None,
    "POST /tables/{table_id}/exercise": {"version": 4, "turn": [{"type": "side", "side": "front"}]},
    "POST /tables/{table_id}/hint": None,
    "POST /tables/{table_id}/seat-token": None,
    "GET /tables/{table_id}/codices/{seat}": None,
    "GET /tables/{table_id}/codices/{seat}/print": None,
    "GET /tables/{table_id}/codices/{seat}/film": None,
    "POST /tables/{table_id}/challenge": {"seat": 0},
    "GET /tables/{table_id}/results": None,
    "GET /daily/{day}/record": None,
    "GET /tables/{table_id}/conditional-turn": None,
    "PUT /tables/{table_id}/conditional-turn": {
        "place": {"type": "place", "card": 1, "side": "front", "cell": [1, 1]},
        "draws": [{"source": "gold-deck"}],
    },
    "DELETE /tables/{table_id}/conditional-turn": None,
}
"""Operations that tell of cards, or let others see them, with a body."""

WITHOUT_CARDS: Final = {
    *("POST /guests", "GET /guests/me", "PATCH /guests/me", "GET /guests/me/games", "GET /guests/me/waiting"),
    *("PUT /guests/me/portrait", "DELETE /tables/{table_id}/rematch", "GET /tables/{table_id}/evening"),
    *("GET /guests/me/solo", "POST /account", "GET /account", "DELETE /account", "POST /account/session"),
    *(
        "DELETE /account/sessions",
        "PUT /account/password",
        "PUT /account/name",
        "POST /account/codes",
        "POST /account/recovery",
    ),
    *("GET /tables", "GET /tables/mine", "POST /tables", "GET /tables/{table_id}", "POST /tables/{table_id}/join"),
    *("POST /tables/{table_id}/leave", "POST /tables/{table_id}/return", "POST /tables/{table_id}/close"),
    *("POST /tables/{table_id}/bots", "DELETE /tables/{table_id}/bots/{seat}"),
    *("POST /tables/{table_id}/seats/{seat}/stand-in", "POST /tables/{table_id}/rematch"),
    "PUT /tables/{table_id}/colour",
    *("GET /tables/{table_id}/standings", "GET /people", "GET /people/{name}", "GET /bots", "GET /opponents"),
    *("POST /opponents/prepare", "GET /guests/me/notices", "POST /guests/me/notices/push"),
    *(
        "POST /guests/me/notices/email",
        "POST /guests/me/notices/webhook",
        "POST /guests/me/notices/{subscription_id}/test",
    ),
    *("DELETE /guests/me/notices/{subscription_id}", "POST /notices/confirm", "POST /notices/stop"),
    *("GET /account/tokens", "POST /account/tokens", "DELETE /account/tokens/{token_id}"),
    *("GET /account/programs", "POST /account/programs"),
    *("PUT /account/programs/{name}", "DELETE /account/programs/{name}"),
    *("GET /programs", "GET /programs/leaders", "POST /tables/{table_id}/programs"),
    *("GET /guests/me/notes/{table_id}", "PUT /guests/me/notes/{table_id}"),
    *("GET /guests/me/vacation", "PUT /guests/me/vacation", "DELETE /guests/me/vacation"),
    *("GET /guests/me/calendar", "POST /guests/me/calendar", "DELETE /guests/me/calendar"),
    *("GET /tournaments", "POST /tournaments", "GET /tournaments/{tournament_id}"),
    *("GET /tournaments/{tournament_id}/pulse", "POST /tournaments/{tournament_id}/join"),
    *("POST /tournaments/{tournament_id}/withdraw", "POST /tournaments/{tournament_id}/players"),
    *("DELETE /tournaments/{tournament_id}/players/{player}", "POST /tournaments/{tournament_id}/begin"),
    *("POST /tournaments/{tournament_id}/players/{player}/readmit", "POST /tournaments/{tournament_id}/end"),
    *("POST /tournaments/{tournament_id}/cancel", "GET /tournaments/{tournament_id}/results.csv"),
    "GET /tournaments/{tournament_id}/results.json",
    *("GET /clubs", "POST /clubs", "POST /clubs/join", "GET /clubs/{club_id}", "POST /clubs/{club_id}/link"),
    *("POST /clubs/{club_id}/members/{member}/admin", "DELETE /clubs/{club_id}/members/{member}"),
    *("POST /clubs/{club_id}/leave", "GET /clubs/{club_id}/season", "GET /clubs/{club_id}/season.csv"),
    *("GET /clubs/{club_id}/tables", "GET /tables/{table_id}/invitation"),
    *("GET /daily", "GET /daily/{day}", "POST /daily/{day}/play"),
    *("POST /matches", "GET /matches/{match_id}", "POST /matches/{match_id}/play"),
    *("PUT /play-now", "GET /play-now", "DELETE /play-now", "POST /play-now/bot"),
    *("POST /reports", "GET /blocks", "POST /blocks", "DELETE /blocks/{person}"),
    *("GET /moderation/reports", "POST /moderation/reports/{number}"),
}
"""Operations whose answers have no place for a card, by their form."""

NO_TABLES: Final = {
    *("POST /replays", "POST /replays/what-if", "POST /replays/review", "POST /replays/exercise"),
    *("POST /replays/exercise/try", "GET /puzzles", "GET /puzzles/{number}", "GET /puzzles/{number}/hint"),
    *("POST /puzzles/{number}/answer", "GET /puzzles/{number}/solution"),
    *("GET /explore", "POST /replays/position", "POST /analysis/setup", "POST /analysis/change"),
    *("POST /analysis", "POST /analysis/hint"),
}
"""Operations about cards that the caller brings, or that are in no table."""

UNDESCRIBED: Final = {"GET /calendar/{file}", "GET /account/export"}
"""Deadlines, people and times (`test_calendar`); what is stored of a person, without deals (`personal_data`)."""

PAGES: Final = {"GET //{path}", "GET //", "GET /previews"}
"""Pages, and pictures of links to them."""

NO_GAMES: Final = {
    *("GET //healthz", "GET //readyz", "GET //metrics", "GET //openapi.json", "GET //docs", "GET //docs/style.css"),
    *("GET //schemas/{name}", "GET //.well-known/security.txt"),
}
"""What knows of no single game."""

CARDS: Final = {"deal", "view", "hand", "market", "actions", "turns", "events", "card", "first", "steps", "codex"}
"""Names of fields that tell a card; in the messages of the days, `turns` is a number and `deal` has a seal alone."""

HARMLESS: Final = {"DailyToday": {"deal"}, "DailyResponse": {"deal"}, "DailyResult": {"turns"}, "PinnedNote": {"card"}}
"""The last is what the caller wrote, and nobody else is told."""


def plain(name: str) -> str:
    """Return an operation without its query."""
    return name.partition("?")[0]


def routes_of(house: House) -> set[str]:
    """Return every method and path that the application answers; those outside the interface have two slashes."""
    found: set[str] = set()
    for route in house.app.routes:
        path = route.path_format
        shown = path.removeprefix("/api/v1") if path.startswith("/api/v1/") else f"/{path}"
        found |= {f"{method} {shown}" for method in getattr(route, "methods", ()) if method != "OPTIONS"}
    return found


async def test_every_route_has_been_considered(house: House) -> None:
    """Each stands in one list, and none is in a list that there is not."""
    lists = [{plain(name) for name in REFUSED}, WITHOUT_CARDS, NO_TABLES, UNDESCRIBED, PAGES, NO_GAMES]
    assert set().union(*lists) == routes_of(house)
    assert sum(len(each) for each in lists) == len(routes_of(house))
    assert set(OPERATIONS) <= routes_of(house)


def fields_of(schema: Json, seen: set[str]) -> set[str]:
    """Return the names of all fields that an answer of this form may have."""
    found: set[str] = set()
    if isinstance(schema, list):
        return found.union(*(fields_of(each, seen) for each in schema)) if schema else found
    if not isinstance(schema, dict):
        return found
    name = str(schema.get("$ref", "")).removeprefix("#/components/schemas/")
    if name and name not in seen:
        seen.add(name)
        found |= fields_of(DOCUMENT["components"]["schemas"][name], seen) - HARMLESS.get(name, set())
    found |= set(schema.get("properties", {}))
    return found.union(*(fields_of(each, seen) for key, each in schema.items() if key != "$ref"))


@pytest.mark.parametrize("name", sorted(WITHOUT_CARDS))
def test_an_answer_has_no_place_for_a_card(name: str) -> None:
    """Whatever it says of a table, no field of it, at any depth, can hold one."""
    answers = [answer for status, answer in OPERATIONS[name]["responses"].items() if status < "300"]
    assert fields_of(answers, set()) & CARDS == set()


def test_forms_with_cards_are_recognized() -> None:
    """The check finds the fields of a replay, a record and a hint."""
    for name in ("GET /tables/{table_id}/replay", "GET /tables/{table_id}/record", "POST /tables/{table_id}/hint"):
        assert fields_of(OPERATIONS[name]["responses"]["200"], set()) & CARDS, name


def test_operations_about_other_cards_name_no_table() -> None:
    """So that none of them can be asked for a day's game."""
    assert not [name for name in NO_TABLES if "{table_id}" in name or "{day}" in name]


async def today_played(house: House, day: str) -> tuple[str, list[Person]]:
    """Return the table of a player who has finished the deal, and who may ask: the player and all kinds of others."""
    ada, bob, cleo = [await account(house, name) for name in ("Ada", "Bob", "Cleo")]
    tables = [(await person.post(f"/daily/{day}/play"))["table"]["id"] for person in (ada, bob)]
    for table, person in zip(tables, (ada, bob), strict=True):
        await (await Player.at(person, table)).until_over()
    return tables[0], [ada, bob, cleo, await house.guest("Eve"), house.stranger()]


async def test_the_cards_are_refused_until_the_day_is_over(house: House, calendar: Calendar) -> None:
    """To the player, to others who have finished, to those who have not, to guests and to strangers."""
    day = calendar.today
    table, people = await today_played(house, day)
    asked = {name: name.format(table_id=table, day=day, seat=0).split(" ") for name in REFUSED}
    for name, (method, path) in asked.items():
        codes = [(await person.refused(method, path, REFUSED[name]))["code"] for person in people]
        assert set(codes) <= {"daily.running", "token.missing", "hint.forbidden", "seat.none"}, name
        assert codes[0] in ("daily.running", "hint.forbidden"), name
    calendar.go_on(1)
    for name, (method, path) in asked.items():
        answer = await people[0].ask(method, path, REFUSED[name])
        code = answer.json()["code"] if answer.is_error else None
        allowed = "exercise.illegal", "hint.forbidden", "condition.impossible", "server.busy"  # pictures queue
        assert code in (None, *allowed), name


async def test_nobody_else_watches_a_game_of_today(house: House, calendar: Calendar) -> None:
    """While it is played and when it is over, also for those who have finished; when the day is over all may."""
    day = calendar.today
    ada, bob, eve = await account(house, "Ada"), await account(house, "Bob"), await house.guest("Eve")
    table = (await ada.post(f"/daily/{day}/play"))["table"]["id"]
    other = (await bob.post(f"/daily/{day}/play"))["table"]["id"]
    await (await Player.at(bob, other)).until_over()
    player = await Player.at(ada, table)
    for most in (3, 10_000):
        for person in (bob, eve, house.stranger()):
            socket = house.socket(table)
            await socket.open()
            assert (await socket.hello(person.token))["code"] == "daily.running"
            with pytest.raises(ClosedError, match="4403"):
                await socket.hear()
        await player.play_on(most)
    calendar.go_on(1)
    assert (await eve.look(table))[1]["type"] == "welcome"


async def test_programs_do_not_play_for_their_owners(house: House, calendar: Calendar) -> None:
    """An access token opens no daily deal, and does not watch its owner's."""
    ada = await account(house, "Ada")
    made = await ada.post("/account/tokens", {"name": "mine", "scope": "play", "days": 30})
    program = house.stranger(made["token"])
    assert (await program.refused("POST", f"/daily/{calendar.today}/play"))["code"] == "token.scope"
    table = (await ada.post(f"/daily/{calendar.today}/play"))["table"]["id"]
    socket = house.socket(table)
    await socket.open()
    assert (await socket.hello(program.token))["code"] == "daily.running"


async def test_pages_and_pictures_of_links_do_not_change_with_the_game(house: House, calendar: Calendar) -> None:
    """Before its first card and after its end they are the same, byte for byte; when the day is over they are not."""
    ada = await account(house, "Ada")
    table = (await ada.post(f"/daily/{calendar.today}/play"))["table"]["id"]

    async def shown() -> list[bytes]:
        paths = [f"/api/v1/previews?path=/t/{table}{end}" for end in ("", "/replay")]
        return [(await house.http.get(path)).content for path in (*paths, f"/t/{table}", f"/t/{table}/replay")]

    before = await shown()
    await (await Player.at(ada, table)).until_over()
    assert await shown() == before
    calendar.go_on(1)
    assert await shown() != before


async def test_a_finished_game_is_shown_to_its_player(house: House, calendar: Calendar) -> None:
    """Who comes back on the same day sees the end again, but not the salt that opens the seal."""
    ada = await account(house, "Ada")
    table = (await ada.post(f"/daily/{calendar.today}/play"))["table"]["id"]
    await (await Player.at(ada, table)).until_over()
    socket, welcome = await ada.look(table)
    assert welcome["view"]["result"]
    seal = (await house.services.tables.get(table)).data.seal
    assert seal
    assert seal.salt not in "".join(socket.frames)


async def test_logs_tell_nothing_of_a_deal(
    house: House, calendar: Calendar, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Neither while deals are made and played, nor when a request for their cards is refused."""
    caplog.set_level("INFO")
    table, people = await today_played(house, calendar.today)
    await people[1].refused("GET", f"/tables/{table}/replay?seat=all")
    data = (await house.services.tables.get(table)).data
    lines = [record.getMessage() for record in caplog.records if not record.name.startswith("httpx")]
    out = "".join((*capsys.readouterr(), *lines))
    assert data.seal
    for secret in (data.seal.salt, "objectives", "market", "'deal'", '"deal"', table, str(data.seat_rows[0].key)):
        assert secret not in out
    assert house.services.ring.keys.seed.hex() not in out


async def test_a_rematch_of_todays_deal_has_other_cards(house: House, calendar: Calendar) -> None:
    """It is an ordinary game, so that nobody watches today's cards there."""
    table, people = await today_played(house, calendar.today)
    again = (await people[0].post(f"/tables/{table}/rematch"))["table"]
    assert again["daily"] is None
    tables = house.services.tables
    assert (await tables.get(again["id"])).data.deal != (await tables.get(table)).data.deal
