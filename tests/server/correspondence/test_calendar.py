"""The calendar has deadlines and names, nothing of a game, at an address that its owner alone knows and can revoke."""

import re
import time
from datetime import UTC, datetime
from pathlib import Path

from tests.server.correspondence.conftest import Pair
from tests.server.house import open_house


def parsed(feed: str) -> list[tuple[str, str]]:
    """Return the lines of a feed, unfolded, as names with values; every line is as RFC 5545 wants it."""
    assert feed.endswith("\r\n")
    assert all(len(line.encode()) <= 75 for line in feed.split("\r\n"))
    return [(line.partition(":")[0], line.partition(":")[2]) for line in feed.replace("\r\n ", "").split("\r\n")[:-1]]


def stored(folder: Path) -> list[bytes]:
    """Return the contents of all files of a server."""
    return [path.read_bytes() for path in folder.rglob("*") if path.is_file()]


async def test_a_feed_tells_when_the_own_turn_ends(tmp_path: Path) -> None:
    """In days from now, in the language that was wished for, with a link; not while others are to act."""
    async with open_house(tmp_path, public_url="https://codex.test") as house:
        name = "Bob; \\ the, Great"
        pair = await Pair.begun(house, await house.guest("Ada"), await house.guest(name))
        for player, other in ((pair.asked, pair.waits), (pair.waits, pair.asked)):
            path = (await player.person.post("/guests/me/calendar", {"language": "fr"}))["path"]
            answer = await house.http.get(path)
            assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
            lines = parsed(answer.text)
            names = other.table["seats"][other.viewer]["name"]
            if player is pair.waits:
                assert ("BEGIN", "VEVENT") not in lines
                continue
            found = dict(lines)
            escaped = names.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
            assert found["SUMMARY"] == f"Votre tour avec {escaped}"
            assert found["URL"] == f"https://codex.test/t/{pair.table}"
            end = datetime.strptime(found["DTSTART"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC).timestamp()
            assert abs(end - time.time() - 3 * 24 * 3600) < 120
            assert not re.search(r"gold|resource|card|objective", answer.text)


async def test_its_address_is_revoked_replaced_and_stored_nowhere(tmp_path: Path) -> None:
    """Also by signing out everywhere; only a digest is in the database."""
    async with open_house(tmp_path) as house:
        ada = await house.guest("Ada")
        await ada.post("/account", {"name": "Ada", "password": "a long walk by the sea"})
        assert await ada.get("/guests/me/calendar") == {"created": None}
        first = (await ada.post("/guests/me/calendar", {"language": "en"}))["path"]
        second = (await ada.post("/guests/me/calendar", {"language": "en"}))["path"]
        assert (await house.http.get(first)).json()["code"] == "request.unknown"
        assert (await house.http.get(second)).status_code == 200
        assert (await ada.get("/guests/me/calendar"))["created"] is not None
        secret = second.rpartition("/")[2].removesuffix(".ics")
        assert not [each for each in stored(tmp_path) if secret.encode() in each]
        assert (await ada.ask("DELETE", "/guests/me/calendar")).status_code == 204
        assert (await house.http.get(second)).status_code == 404
        third = (await ada.post("/guests/me/calendar", {"language": "en"}))["path"]
        assert (await ada.ask("DELETE", "/account/sessions")).status_code < 300
        assert (await house.http.get(third)).status_code == 404
