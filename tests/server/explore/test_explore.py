"""Explore over HTTP: counts of bots for anybody, and those of people where the host allows it."""

import asyncio
import json
from pathlib import Path

import pytest

from codex_naturalis.data import load_packaged
from codex_naturalis.server.explore import people
from tests.server.house import House, Json, Player, open_house


async def test_bots_are_there_for_anybody_and_people_are_not(tmp_path: Path) -> None:
    """What comes with the package is told as it is; without the host's word nothing of people is counted."""
    async with open_house(tmp_path) as house:
        await _finished(house)
        answer = await house.stranger().get("/explore")
        assert [group["key"] for group in answer["groups"]] == [group.key for group in load_packaged().groups]
        assert all(group["bot"] and group["digest"] for group in answer["groups"])


async def test_people_are_counted_if_the_host_allows_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums of whole games without bots; no name, no time, no table; and none of it from too few games."""
    monkeypatch.setattr(people, "LEAST_GAMES", 2)
    async with open_house(tmp_path, explore_people=1) as house:
        await _finished(house)
        assert (await _first(house))["bot"]
        house.app.state.services.people_tallies._until = 0.0  # an hour later
        await _finished(house)
        first = await _first(house)
        assert (first["key"], first["bot"], first["seats"], first["digest"]) == ("people-2", None, 2, None)
        tally = first["tally"]
        assert tally["games"] == 2
        assert sum(seat[1] for seat in tally["seats"]) == 24
        assert sum(card[0] for card in tally["cards"]) == 2 * 2 * 3
        text = json.dumps(first)
        assert "Lovelace" not in text
        assert set(first) == {"key", "bot", "seats", "solo", "digest", "tally"}


async def _finished(house: House) -> None:
    """Play a game of two people to its end."""
    ada, bob = await house.guest("Ada Lovelace"), await house.guest("Bob")
    table = await ada.open(seats=2)
    host = await Player.at(ada, table)
    await bob.post(f"/tables/{table}/join")
    await asyncio.gather(host.until_over(), (await Player.at(bob, table)).until_over())


async def _first(house: House) -> Json:
    return (await house.stranger().get("/explore"))["groups"][0]
