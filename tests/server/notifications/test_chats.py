"""Channels on Discord and rooms on Matrix are told in their own form, and of public things alone."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from codex_naturalis.server.notifications.texts import Item, message_of
from codex_naturalis.server.notifications.webhook import discord_body, discord_url
from tests.server.house import open_house
from tests.server.notifications.test_notifications import HOME, Program, program, talkative, two_at_a_table
from tests.waiting import until

__all__ = ["program"]

ROGUE = "[x](//e.org) @here"


async def _notify(tmp_path: Path, program: Program, kind: str) -> tuple[str, Any, str]:
    """Return a table at which Ada is to act against a rogue, what her chat was told, and the path it was told at."""
    async with open_house(tmp_path, **talkative()) as house:
        ada, _, table = await two_at_a_table(house)
        rogue = await house.guest(ROGUE)
        wanted = {"url": f"{program.url}/hooks/1/s3cret?thread_id=7", "language": "en", "kind": kind}
        made = await ada.post("/guests/me/notices/webhook", wanted)
        assert (made["secret"], made["way"]["kind"], made["way"]["label"]) == ("", kind, "127.0.0.1 …id=7")
        assert "s3cret" not in str(await ada.get("/guests/me/notices"))
        await rogue.post(f"/tables/{table}/join")
        await until(lambda: program.taken)
        return table, program.messages[0], program.taken[0].path


async def test_discord_gets_title_picture_and_button_and_mentions_nobody(tmp_path: Path, program: Program) -> None:
    """A name that looks like a link or a mention stays a name."""
    table, message, path = await _notify(tmp_path, program, "discord")
    (embed,) = message["embeds"]
    assert path == "/hooks/1/s3cret?thread_id=7&with_components=true"
    assert (embed["title"], embed["url"]) == ("Your turn", f"{HOME}/t/{table}")
    assert embed["description"] == r"It is your turn in the game with \[x\]\(//e.org\) \@here."
    assert embed["image"]["url"].startswith(f"{HOME}/api/v1/previews?path={quote('/t/' + table, safe='')}&lang=en")
    (row,) = message["components"]
    button = {"type": 2, "style": 5, "label": "Go to the table", "url": f"{HOME}/t/{table}"}
    assert (row["components"], message["allowed_mentions"]) == ([button], {"parse": []})


async def test_matrix_gets_title_and_button_in_html_that_no_name_can_break(tmp_path: Path, program: Program) -> None:
    """In the form that the bridge Hookshot reads."""
    table, message, path = await _notify(tmp_path, program, "matrix")
    assert (path, sorted(message)) == ("/hooks/1/s3cret?thread_id=7", ["html", "text", "username"])
    assert message["text"] == f"It is your turn in the game with {ROGUE}.\n{HOME}/t/{table}"
    assert message["html"].startswith("<h4>Your turn</h4><p>It is your turn in the game with [x](//e.org) @here.</p>")
    assert message["html"].endswith(f'<a href="{HOME}/t/{table}"><strong>Go to the table</strong></a></p>')


@pytest.mark.parametrize(("count", "path", "label"), [(1, "/t/0", "Go to the table"), (12, "/games", "Have a look")])
def test_several_notices_are_one_message_that_discord_takes(count: int, path: str, label: str) -> None:
    """At most ten embeds, and one button."""
    items = [Item("turn", str(number), f"/t/{number}", "Your turn", "In a game.") for number in range(count)]
    body = discord_body(message_of("1", items, "en"), HOME, "en").decode()
    assert body.count('"image"') == min(count, 10)
    assert f'"label":"{label}","url":"{HOME}{path}"' in body


def test_a_discord_address_keeps_its_own_query() -> None:
    """Buttons of a channel's webhook must be asked for."""
    assert discord_url("https://discord.com/api/webhooks/1/a") == (
        "https://discord.com/api/webhooks/1/a?with_components=true"
    )


async def test_without_a_public_address_no_chat_is_offered(tmp_path: Path, program: Program) -> None:
    """A button needs somewhere to lead."""
    async with open_house(tmp_path, **talkative(public_url="")) as house:
        ada = await house.guest("Ada")
        assert (await ada.get("/guests/me/notices"))["kinds"] == ["push", "webhook"]
        wanted = {"url": program.url, "language": "en", "kind": "discord"}
        assert (await ada.refused("POST", "/guests/me/notices/webhook", wanted))["code"] == "notice.off"
