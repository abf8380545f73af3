"""Two duplicate rounds that differ in the game of one table alone look the same to all others until they are over."""

import asyncio
import json
import re
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest

from codex_naturalis.seating import chance
from codex_naturalis.server.app import describe
from codex_naturalis.server.tournaments import entries, tournaments
from tests.server.house import ClosedError, House, Json, Person, Player, open_house
from tests.server.tournaments.field import account, announced, begun, get_tournament, own_table, play, until

NAMES: Final = ("Ada", "Bea", "Cleo", "Dora")
OWN: Final = ("/guests/me", "/guests/me/notices", "/guests/me/calendar", "/tables/{table_id}/invitation")
"""What tells of the caller alone, or of an address."""

READ: Final = sorted(
    path.removeprefix("/api/v1")
    for path, methods in json.loads(json.dumps(describe()))["paths"].items()
    if "get" in methods
    and re.search(r"/tables|/people|/tournaments|/guests/me|/clubs/{club_id}/season", path)
    and not path.endswith(OWN)
)
"""Everything that can be read of tables, people and tournaments."""

FILLED: Final = {"{seat}": "0", "{name}": NAMES[-1], "{club_id}": "none"}
ASKED: Final[dict[str, Json]] = {
    "/tables/{table_id}/what-if": {"version": 4, "seat": 0},
    "/tables/{table_id}/review": None,
    "/tables/{table_id}/exercise": {"version": 4, "turn": [{"type": "side", "side": "front"}]},
    "/tables/{table_id}/challenge": {"seat": 0},
    "/tables/{table_id}/hint": None,
}
"""What is asked with a body."""

QUERIES: Final = {"/tables/{table_id}/exercise": "?version=4", "/clubs/{club_id}/season": "?year=2026"}


def plain(text: str, ids: dict[str, str]) -> str:
    """Return an answer without times, and with names for what is random in each world: ids, seals, links."""
    for secret, name in ids.items():
        text = text.replace(secret, name)
    text = re.sub(r"\b\d+\.\d+(e[+-]\d+)?\b", "T", text)
    text = re.sub(r"[0-9a-f]{16,}", "H", text)
    return re.sub(r'"seconds":\s*\d+', '"seconds":T', text)


async def looked(house: House, person: Person, table: str) -> Json:
    """Return what a person hears who looks at a table."""
    socket = house.socket(table)
    await socket.open()
    heard = await socket.hello(person.token)
    with pytest.raises(ClosedError):
        await socket.hear()
    return heard


async def seen(house: House, people: dict[str, Person], tournament: str, own: str, other: str) -> dict[str, str]:
    """Return everything that `people` are told, by name, operation and table; of their own table, its frames."""
    ids = {own: "OWN", other: "OTHER", tournament: "TOURNAMENT"}
    found: dict[str, str] = {}
    players = (await get_tournament(people["Ada"], tournament))["players"]
    ids |= {player["id"]: player["name"] for player in players}
    for name, person in people.items():
        for path in READ:
            filled = path.replace("{tournament_id}", tournament) + QUERIES.get(path, "")
            for key, value in FILLED.items():
                filled = filled.replace(key, value)
            answer = await person.ask("GET", filled.replace("{table_id}", other))
            assert answer.status_code < 500, path
            found[f"{name} GET {path}"] = plain(f"{answer.status_code} {answer.text}", ids)
        for path, body in ASKED.items():
            answer = await person.ask("POST", path.replace("{table_id}", other), body)
            found[f"{name} POST {path}"] = plain(f"{answer.status_code} {answer.text}", ids)
        found[f"{name} looks"] = plain(json.dumps(await looked(house, person, other)), ids)
    for path in (f"/t/{other}", f"/t/{other}/replay", f"/tournaments/{tournament}"):
        page = await house.http.get(path)
        found[f"page {plain(path, ids)}"] = plain(page.text, ids)
        picture = await house.http.get(f"/api/v1/previews?path={path}")
        found[f"picture {plain(path, ids)}"] = str(hash(picture.content))
    return found


async def world(folder: Path, seed: int) -> tuple[dict[str, str], Json]:
    """Return what is seen of a round in which the other table's players play by `seed`, and their points."""
    async with open_house(folder) as house:
        people = {name: await account(house, name) for name in NAMES}
        host = people["Ada"]
        tournament = await announced(host, "duplicate", rounds=1)
        for person in people.values():
            await person.post(f"/tournaments/{tournament}/join")
        state = await begun(host, tournament)
        own = await own_table(host, tournament)
        assert own
        other = next(game["table"] for game in state["rounds"][0]["games"] if game["table"] != own)
        tables = {name: await own_table(person, tournament) for name, person in people.items()}
        theirs = [name for name in NAMES if tables[name] == other]
        player = await Player.at(host, own, 7)
        await asyncio.gather(*(play(people[name], other, seed + number) for number, name in enumerate(theirs)))
        await house.services.tournaments.runner.look()
        mine = {name: person for name, person in people.items() if tables[name] == own}
        found = await seen(
            house, {**mine, "Eve": await house.guest("Eve"), "-": house.stranger()}, tournament, own, other
        )
        found["own view"] = plain(json.dumps(player.view), {own: "OWN"})
        await asyncio.gather(*(play(person, own, 3) for person in mine.values()))
        over = await until(host, tournament, lambda each: each["info"]["stage"] == "over")
        return found, next(game["totals"] for game in over["rounds"][0]["games"] if game["table"] == other)


async def test_no_one_can_tell_the_games_of_other_tables_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By no route, socket, page or picture: for players of the same deal, for guests and for strangers."""
    monkeypatch.setattr(chance, "secrets", SimpleNamespace(token_hex=lambda size: "5b" * size))
    worlds = []
    for seed in (1, 40):
        numbers = count(1)
        for module in (tournaments, entries):
            monkeypatch.setattr(module, "new_id", lambda numbers=numbers: f"{next(numbers):010}-fixed-by-the-test")
        worlds.append(await world(tmp_path / str(seed), seed))
    (one, first), (other, second) = worlds
    assert first != second, "both worlds are the same"
    assert set(one) == set(other)
    assert [name for name in one if one[name] != other[name]] == []
