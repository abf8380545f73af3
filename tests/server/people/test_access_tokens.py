"""Access tokens and bot accounts: what is stored, what a scope allows, and what ends them."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from codex_naturalis.server.bans.bans import Ban
from codex_naturalis.server.http.operations import OPERATIONS
from codex_naturalis.server.http.request_validation import check_scope
from codex_naturalis.server.people.access_tokens import MOST_TOKENS
from codex_naturalis.server.programs.bot_accounts import MOST_PROGRAMS
from codex_naturalis.server.support.tokens import Scope
from codex_naturalis.wire.errors import ProblemError
from tests.server.house import House, Person, Player
from tests.server.programs.parts import PASSWORD, account, program_of, token_of


@pytest.mark.parametrize("place", ["sqlite", "postgres"], indirect=True)
async def test_a_token_is_listed_used_and_revoked(house: House) -> None:
    """Its owner sees name, scope, expiry and last use; after revocation it opens nothing."""
    owner = await account(house)
    text = await token_of(owner, name="laptop", scope="read", days=1)
    client = Person(house, text)
    [before] = await owner.get("/account/tokens")
    assert (before["name"], before["scope"], before["used"], before["program"]) == ("laptop", "read", None, None)
    assert before["expires"] == pytest.approx(time.time() + 24 * 3600, abs=60)
    assert (await client.get("/guests/me"))["name"] == "Ada"
    [after] = await owner.get("/account/tokens")
    assert after["used"] == pytest.approx(time.time(), abs=60)
    assert (await owner.ask("DELETE", f"/account/tokens/{after['id']}")).status_code == 204
    assert (await client.refused("GET", "/guests/me"))["code"] == "token.invalid"
    assert (await owner.refused("DELETE", f"/account/tokens/{after['id']}"))["code"] == "token.unknown"


_PLAYING = ("/tables", "/tournaments", "/replays", "/puzzles", "/analysis")
"""What a token for playing may change."""


async def test_only_a_digest_is_stored_and_nothing_is_logged(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The text of a token is nowhere in the database, nor in the log."""
    owner = await account(house)
    text = await token_of(owner)
    client = Person(house, text)
    await client.get("/guests/me")
    await client.refused("GET", "/account/tokens")
    with closing(sqlite3.connect(tmp_path / "codex.db")) as database:
        assert text.removeprefix("t.") not in "\n".join(database.iterdump())
    assert text.removeprefix("t.") not in "".join(capsys.readouterr())


async def test_an_access_token_leads_to_no_other_token(house: House) -> None:
    """Not to a guest's token, not to a seat's, and not to one of its own kind: it cannot outlive its revocation."""
    owner = await account(house)
    client = Person(house, await token_of(owner))
    assert (await client.get("/guests/me"))["token"] == ""
    table = await client.open(seats=2)
    for method, path, body in (
        ("POST", f"/tables/{table}/seat-token", None),
        ("POST", "/account/tokens", {"name": "more", "scope": "play"}),
        ("PATCH", "/guests/me", {"name": "Eve"}),
        ("DELETE", "/account", {"password": PASSWORD}),
        ("PUT", "/account/password", {"password": PASSWORD, "new": "another horse"}),
        ("GET", "/guests/me/notices", None),
    ):
        assert (await client.refused(method, path, body))["code"] == "token.scope"


def test_a_scope_allows_what_is_named_and_nothing_else() -> None:
    """Reading changes nothing, playing changes games alone; what is new is closed until it is named."""
    everything = [operation.split() for of_tag in OPERATIONS.values() for operation in of_tag]
    allowed: dict[Scope, set[str]] = {scope: set() for scope in Scope}
    for scope in Scope:
        for method, path in everything:
            try:
                check_scope(scope, method, f"/api/v1{path}")
            except ProblemError:
                continue
            allowed[scope].add(f"{method} {path}")
    assert all(operation.startswith("GET ") for operation in allowed[Scope.READ])
    more = allowed[Scope.PLAY] - allowed[Scope.READ]
    assert more
    assert all(path.split()[1].startswith(_PLAYING) for path in more)
    for closed in ("/account", "/guests/me/notices", "/seat-token"):
        assert not [path for path in allowed[Scope.PLAY] if closed in path]


async def test_a_token_for_reading_cannot_play(house: House) -> None:
    """Neither over HTTP nor over a table's socket."""
    owner = await account(house)
    table = await owner.open(seats=2, bots=["random"])
    reader = Person(house, await token_of(owner, scope="read"))
    assert (await reader.refused("POST", "/tables", {"seats": 2}))["code"] == "token.scope"
    player = await Player.at(reader, table)
    await player.until_asked()
    refused = await player.act(player.view["legal"][0])
    assert (refused["type"], refused.get("code")) == ("refused", "token.scope")


async def test_a_program_speaks_only_from_a_seat(house: House) -> None:
    """There it is marked; a line of a watcher would not show what wrote it."""
    owner = await account(house)
    table = await owner.open(seats=2)
    socket, _ = await Person(house, await program_of(owner)).look(table)
    await socket.say({"type": "say", "id": "first", "text": "I am a person"})
    assert (await socket.hear_of("refused", "said"))["code"] == "token.scope"


async def test_an_expired_token_opens_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """After its days it is as good as none."""
    client = Person(house, await token_of(await account(house), days=1))
    await client.get("/guests/me")
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now + 25 * 3600)
    assert (await client.refused("GET", "/guests/me"))["code"] == "token.invalid"


async def test_signing_out_everywhere_revokes_the_tokens_of_the_account(house: House) -> None:
    """A token does not survive what its owner does when something was stolen; a program's may, if the owner says so."""
    owner = await account(house)
    client, program = Person(house, await token_of(owner)), Person(house, await program_of(owner))
    assert (await owner.ask("DELETE", "/account/sessions?programs=false")).status_code == 204
    assert (await client.refused("GET", "/guests/me"))["code"] == "token.invalid"
    assert (await program.get("/guests/me"))["name"] == "Magpie"


@pytest.mark.parametrize("place", ["sqlite", "postgres"], indirect=True)
async def test_a_token_is_made_with_the_password_or_soon_after_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser that was left open, or a stolen token, makes no credential that lasts; a wrong password is counted."""
    owner, wanted, now = await account(house), {"name": "mine", "scope": "play"}, time.time()
    await owner.post("/account/programs", {"name": "Magpie"})
    monkeypatch.setattr("time.time", lambda: now + 590)
    await owner.post("/account/tokens", wanted)
    monkeypatch.setattr("time.time", lambda: now + 660)
    again = Person(house, (await owner.get("/guests/me"))["token"])
    for person in (owner, again):
        for program in (None, "Magpie"):
            refused = await person.refused("POST", "/account/tokens", {**wanted, "program": program})
            assert (refused["status"], refused["code"]) == (403, "password.needed")
        wrong = await person.refused("POST", "/account/tokens", {**wanted, "password": "wrong horse"})
        assert wrong["code"] == "account.wrong"
        await person.post("/account/tokens", {**wanted, "password": PASSWORD})
    session = await house.stranger().post("/account/session", {"name": "Ada", "password": PASSWORD})
    await Person(house, session["token"]).post("/account/tokens", wanted)
    for _ in range(house.services.settings.sign_ins_at_once):
        await owner.refused("POST", "/account/tokens", {**wanted, "password": "wrong horse"})
    many = await owner.refused("POST", "/account/tokens", {**wanted, "password": PASSWORD})
    assert many["code"] == "limit.requests"


async def test_accounts_have_a_number_of_tokens_and_programs(house: House) -> None:
    """One more is refused; guests without an account have neither."""
    owner, guest = await account(house), await house.guest("Bo")
    for number in range(MOST_TOKENS):
        await token_of(owner, name=f"one {number}")
    more = {"name": "one more", "scope": "play"}
    assert (await owner.refused("POST", "/account/tokens", more))["code"] == "token.many"
    for letter in "abcdefghijklmnop"[:MOST_PROGRAMS]:
        await owner.post("/account/programs", {"name": f"Magpie {letter * 3}"})
    assert (await owner.refused("POST", "/account/programs", {"name": "Raven"}))["code"] == "program.many"
    assert (await guest.refused("POST", "/account/tokens", more))["code"] == "account.none"
    assert (await guest.refused("POST", "/account/programs", {"name": "Crow"}))["code"] == "account.none"


async def test_a_program_is_marked_and_has_an_owner_and_no_password(house: House) -> None:
    """Its profile names the owner, it has no password to sign in with, and its name is an account's."""
    owner = await account(house)
    await program_of(owner)
    profile = await house.stranger().get("/people/Magpie")
    assert (profile["name"], profile["owner"]) == ("Magpie", "Ada")
    assert (await house.stranger().get("/people/Ada"))["owner"] is None
    for password in ("", PASSWORD):
        wrong = await house.stranger().refused("POST", "/account/session", {"name": "Magpie", "password": password})
        assert wrong["code"] == "account.wrong"
    taken = await house.stranger().refused("POST", "/account", {"name": "Magpie", "password": PASSWORD})
    assert taken["code"] == "account.name_taken"


async def test_a_removed_program_is_gone_with_its_tokens(house: House) -> None:
    """Only its owner removes it, and an account takes its programs with it."""
    owner, other = await account(house), await account(house, "Bo")
    first, second = await program_of(owner), await program_of(owner, "Raven")
    assert (await other.refused("DELETE", "/account/programs/Magpie"))["code"] == "program.unknown"
    assert (await owner.ask("DELETE", "/account/programs/Magpie")).status_code == 204
    assert (await Person(house, first).refused("GET", "/guests/me"))["code"] == "token.invalid"
    assert [one["name"] for one in await owner.get("/account/programs")] == ["Raven"]
    await owner.ask("DELETE", "/account", {"password": PASSWORD})
    assert (await Person(house, second).refused("GET", "/guests/me"))["code"] == "token.invalid"
    assert (await house.stranger().refused("GET", "/people/Raven"))["code"] == "person.unknown"


async def test_a_banned_owner_has_no_programs(house: House) -> None:
    """Bans of people reach what they run."""
    owner = await account(house)
    client = Person(house, await program_of(owner))
    me = (await owner.get("/guests/me"))["id"]
    services = house.services
    services.bans.bans._guests = {me: [_ban(me)]}
    assert (await client.refused("GET", "/guests/me"))["code"] == "guest.banned"


def _ban(guest: str) -> Ban:
    return Ban(1, guest, None, "Ada", "", 0.0, None)
