"""Accounts: a guest that takes a name and a password, on all its devices, until it leaves for good."""

import asyncio

import pytest
from sqlalchemy import select

from codex_naturalis.seating.names import fold_name
from codex_naturalis.server.database.schema import metadata
from codex_naturalis.server.database.schema.personal import NOBODY
from codex_naturalis.server.people.recovery import digest
from codex_naturalis.server.tables.store import Store
from codex_naturalis.wire.errors import Code, ProblemError
from tests.server.house import ClosedError, House, Person, Player
from tests.several import on_both

PASSWORD = "correct horse"  # noqa: S105 - nobody's
ADA = {"name": "Ada", "password": PASSWORD}


async def signed_up(house: House, name: str = "Ada") -> Person:
    """Return a client with an account."""
    return Person(house, (await Person(house).post("/account", {"name": name, "password": PASSWORD}))["token"])


async def signed_in(house: House, name: str = "Ada", password: str = PASSWORD) -> Person:
    """Return a client signed in on another device."""
    session = await Person(house).post("/account/session", {"name": name, "password": password})
    return Person(house, session["token"])


@on_both
async def test_a_guest_keeps_its_games_when_it_signs_up(house: House) -> None:
    """The same guest, the same token, the same seats, at open tables under the new name; now on any device."""
    guest = await house.guest("Somebody")
    table = await guest.open(seats=2)
    session = await guest.post("/account", ADA)
    assert session["id"] == (await guest.get("/guests/me"))["id"]
    laptop = await signed_in(house, "ada")
    (mine,) = await laptop.get("/tables/mine")
    assert (mine["table"]["id"], mine["viewer"], mine["table"]["host"]) == (table, 0, "Ada")
    assert (await laptop.get("/guests/me"))["account"] is True
    assert (await laptop.get("/account"))["name"] == "Ada"


async def test_whoever_is_nobody_yet_signs_up_too(house: House) -> None:
    """And can sit down at once."""
    ada = await signed_up(house)
    assert (await ada.post("/tables", {"seats": 2}))["table"]["host"] == "Ada"


async def test_a_guest_has_no_account(house: House) -> None:
    """And is told so."""
    ada = await house.guest()
    assert (await ada.get("/guests/me"))["account"] is False
    for method, path, body in (
        ("GET", "/account", None),
        ("DELETE", "/account", {"password": PASSWORD}),
        ("DELETE", "/account/sessions", None),
        ("PUT", "/account/password", {"password": PASSWORD, "new": "battery staple"}),
        ("POST", "/account/codes", {"password": PASSWORD}),
    ):
        assert (await ada.refused(method, path, body))["code"] == "account.none"
        assert (await house.stranger().refused(method, path, body))["code"] == "token.missing"


@on_both
async def test_one_has_one_account_and_its_name_stays(house: House) -> None:
    """What others know one by does not change under them."""
    ada = await signed_up(house)
    assert (await ada.refused("POST", "/account", {"name": "Eve", "password": PASSWORD}))["code"] == "account.exists"
    assert (await ada.refused("PATCH", "/guests/me", {"name": "Eve"}))["code"] == "account.named"


@pytest.mark.parametrize(
    "name", ["ADA", " ada ", "\u0410da", "A d a", "\u0410d\u0430", "\uff21\uff44\uff41", "A\u200dda"]
)
async def test_names_that_look_alike_are_one(house: House, name: str) -> None:
    """Letters of other alphabets that look alike count as the same name."""
    await signed_up(house)
    problem = await house.stranger().refused("POST", "/account", {"name": name, "password": PASSWORD})
    mixed = name.startswith("\u0410d")  # Latin and Cyrillic letters
    assert problem["code"] == ("name.invalid" if mixed else "account.name_taken")


def test_names_that_differ_are_two() -> None:
    """Accents and scripts of their own are respected."""
    names = ["Ada", "Adá", "Adam", "李", "Жанна", "Ζωή", "Zoë", "Zoe", "O'Neill", "ONeill"]
    assert len({fold_name(name) for name in names}) == len(names)
    assert fold_name("AIan") == fold_name("Alan") == fold_name("ALAN") == fold_name("A1an")


@on_both
async def test_of_many_who_want_one_name_one_gets_it(house: House) -> None:
    """The first of two that come at once."""
    answers = await asyncio.gather(*(house.stranger().ask("POST", "/account", ADA) for _ in range(5)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409]


@pytest.mark.parametrize(
    "password", ["", "short", "aaaaaaaaaaaa", "ababababab", "x" * 129, "Grace Hopper", "GRACE HOPPER"]
)
async def test_a_password_is_not_too_easy(house: House, password: str) -> None:
    """What anybody would try first is refused, and nothing is kept."""
    problem = await house.stranger().refused("POST", "/account", {"name": "Grace Hopper", "password": password})
    assert (problem["code"], problem["facts"]) == ("password.invalid", {"shortest": 8, "longest": 128})


async def test_a_password_is_the_same_however_it_is_typed(house: House) -> None:
    """Keyboards compose letters differently."""
    await house.stranger().post("/account", {"name": "Zoé", "password": "cafe\u0301 crème"})
    await signed_in(house, "Zoe\u0301", "café crème")


async def test_who_knows_one_half_learns_nothing_of_the_other(house: House) -> None:
    """A wrong name and a wrong password are answered alike."""
    await signed_up(house)
    tries = [("Ada", "battery staple"), ("Eve", PASSWORD), ("Ada", ""), ("", ""), ("x" * 500, "y" * 5000)]
    problems = [
        await house.stranger().refused("POST", "/account/session", {"name": name, "password": password})
        for name, password in tries
    ]
    assert {(problem["code"], problem["status"], str(problem["facts"])) for problem in problems} == {
        ("account.wrong", 403, "{}")
    }
    wrong = {"code": "AAAA-AAAA-AAAA-AAAA", "new": "battery staple"}
    for name in ("Ada", "Eve"):
        problem = await house.stranger().refused("POST", "/account/recovery", {"name": name, **wrong})
        assert problem["code"] == "account.code_wrong"


async def test_unknown_names_take_as_long(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown name costs as much hashing as a known one."""
    await signed_up(house)
    checked: list[bool] = []
    passwords = house.services.people.accounts._passwords
    aside = passwords._in_thread

    async def counted(password: str, kept: str | None, *, known: bool) -> str:
        checked.append(kept is not None)
        return str(await aside(password, kept, known=known))

    await house.stranger().refused("POST", "/account/session", {"name": "Eve", "password": PASSWORD})
    monkeypatch.setattr(passwords, "_in_thread", counted)
    for name in ("Ada", "Eve"):
        await house.stranger().refused("POST", "/account/session", {"name": name, "password": "battery staple"})
    assert checked == [True, True]


@on_both
async def test_another_password_ends_all_other_sessions(house: House) -> None:
    """Windows that are open elsewhere too, but not the one where it was changed."""
    ada, phone = await signed_up(house), await signed_in(house)
    table = await ada.open(seats=2)
    socket, welcome = await phone.look(table)
    assert welcome["viewer"] == 0
    wrong = {"password": "nonsense words", "new": "battery staple"}
    assert (await ada.refused("PUT", "/account/password", wrong))["code"] == "account.wrong"
    answer = await ada.ask("PUT", "/account/password", {"password": PASSWORD, "new": "battery staple"})
    ada.token = answer.json()["token"]
    assert answer.headers["cache-control"] == "no-store"
    with pytest.raises(ClosedError) as closed:
        await socket.hear_of("nothing")
    assert closed.value.code == 4401
    assert (await phone.refused("GET", "/tables/mine"))["code"] == "token.invalid"
    assert (await ada.look(table))[1]["viewer"] == 0
    await signed_in(house, password="battery staple")  # noqa: S106 - nobody's
    assert (await house.stranger().refused("POST", "/account/session", ADA))["code"] == "account.wrong"


@on_both
async def test_signing_out_everywhere_voids_all_tokens(house: House) -> None:
    """Also for sockets, and also those from before the account."""
    guest = await house.guest()
    table = await guest.open(seats=2)
    await guest.post("/account", ADA)
    phone = await signed_in(house)
    assert (await phone.ask("DELETE", "/account/sessions")).status_code == 204
    for old in (guest, phone):
        assert (await old.refused("GET", "/guests/me"))["code"] == "token.invalid"
        socket = house.socket(table)
        await socket.open()
        await socket.say({"type": "hello", "token": old.token})
        with pytest.raises(ClosedError) as closed:
            await socket.hear_of("welcome")
        assert closed.value.code == 4401
    assert (await (await signed_in(house)).look(table))[1]["viewer"] == 0


@on_both
async def test_a_recovery_code_opens_once(house: House) -> None:
    """It is good for a new password, however it is typed, and ends all sessions; new codes void the old."""
    ada = await signed_up(house)
    first = (await ada.post("/account/codes", {"password": PASSWORD}))["codes"]
    codes = (await ada.post("/account/codes", {"password": PASSWORD}))["codes"]
    assert (len(set(codes)), (await ada.get("/account"))["codes"]) == (8, 8)
    wanted = {"name": "ada", "new": "battery staple"}
    stranger = house.stranger()
    problem = await stranger.refused("POST", "/account/recovery", {**wanted, "code": first[0]})
    assert problem["code"] == "account.code_wrong"
    typed = codes[0].lower().replace("-", " ").replace("0", "o").replace("1", "l")
    back = Person(house, (await stranger.post("/account/recovery", {**wanted, "code": typed}))["token"])
    assert (await back.get("/account"))["codes"] == 7
    assert (await ada.refused("GET", "/account"))["code"] == "token.invalid"
    await signed_in(house, password="battery staple")  # noqa: S106 - nobody's
    problem = await stranger.refused("POST", "/account/recovery", {**wanted, "code": codes[0]})
    assert problem["code"] == "account.code_wrong"


@on_both
async def test_a_code_in_two_hands_opens_once(house: House) -> None:
    """Even at the same moment."""
    ada = await signed_up(house)
    code = (await ada.post("/account/codes", {"password": PASSWORD}))["codes"][0]
    body = {"name": "Ada", "code": code, "new": "battery staple"}
    answers = await asyncio.gather(*(house.stranger().ask("POST", "/account/recovery", body) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 403, 403, 403]


@on_both
async def test_an_account_leaves_nothing_behind(house: House) -> None:
    """Its seat before play is free, its name is gone from the games of others, and its tokens and password are void."""
    name = "Ada Lovelace"  # with a blank, no token holds it by chance
    ada, bob = await signed_up(house, name), await house.guest("Bob")
    gathering, playing = await bob.open(seats=3), await bob.open(seats=2)
    for table in (gathering, playing):
        await ada.post(f"/tables/{table}/join")
    await (await Player.at(ada, await ada.open(seats=1, solo="easy"))).until_over()
    watching = await Player.at(bob, playing)
    assert (await ada.refused("DELETE", "/account", {"password": "nonsense"}))["code"] == "account.wrong"
    assert (await ada.ask("DELETE", "/account", {"password": PASSWORD})).status_code == 204
    while {seat["name"] for seat in watching.table["seats"]} != {"Bob", NOBODY}:
        await watching.hear()
    (open_one,) = [mine for mine in await bob.get("/tables/mine") if mine["table"]["id"] == gathering]
    assert [seat["name"] for seat in open_one["table"]["seats"]] == ["Bob", None, None]
    assert (await ada.refused("GET", "/guests/me"))["code"] == "token.invalid"
    gone = {**ADA, "name": name}
    assert (await house.stranger().refused("POST", "/account/session", gone))["code"] == "account.wrong"
    assert name.lower() not in (await everything(house)).lower()
    assert (await (await signed_up(house, name)).get("/tables/mine")) == []


async def talking(house: House) -> tuple[str, Player, Player]:
    """Return a table, a client with an account who sits there, and the guest who opened it."""
    ada, bob = await signed_up(house), await house.guest("Bob")
    table = await bob.open(seats=2)
    await ada.post(f"/tables/{table}/join")
    return table, await Player.at(ada, table), await Player.at(bob, table)


@on_both
async def test_what_was_said_goes_with_the_account(house: House) -> None:
    """People who come to the table afterwards do not get it."""
    table, speaker, hearer = await talking(house)
    await speaker.socket.say({"type": "say", "id": "one", "text": "my number is 12345"})
    await hearer.socket.say({"type": "say", "id": "two", "text": "thanks"})
    while not any(line["text"] == "thanks" for line in (await speaker.socket.hear_of("said"))["lines"]):
        pass
    assert (await speaker.person.ask("DELETE", "/account", {"password": PASSWORD})).status_code == 204
    socket, _ = await house.stranger().look(table)
    assert [line["text"] for line in (await socket.hear_of("said"))["lines"]] == ["thanks"]


@on_both
async def test_the_seat_of_whoever_is_gone_is_open_when_the_others_play_again(house: House) -> None:
    """It would have no player; the next guest takes it, and play begins."""
    ada, bob, eve = await signed_up(house), await house.guest("Bob"), await house.guest("Eve")
    table = await ada.open(seats=2)
    await bob.post(f"/tables/{table}/join")
    players = [await Player.at(each, table, seed) for seed, each in enumerate((ada, bob))]
    await asyncio.gather(*(player.until_over() for player in players))
    assert (await ada.ask("DELETE", "/account", {"password": PASSWORD})).status_code == 204
    again = (await bob.post(f"/tables/{table}/rematch"))["table"]
    assert (again["stage"], again["host"], {seat["name"] for seat in again["seats"]}) == (
        "gathering",
        "Bob",
        {"Bob", None},
    )
    begun = (await eve.post(f"/tables/{again['id']}/join"))["table"]
    assert (begun["stage"], {seat["name"] for seat in begun["seats"]}) == ("playing", {"Bob", "Eve"})
    players = [await Player.at(each, again["id"], seed) for seed, each in enumerate((bob, eve))]
    await asyncio.gather(*(player.until_over() for player in players))


@on_both
async def test_who_stays_hears_what_is_said_after_somebody_has_gone(house: House) -> None:
    """Of what was said before they keep what the others said."""
    _, speaker, hearer = await talking(house)
    await hearer.socket.say({"type": "say", "id": "one", "text": "hello"})
    await speaker.socket.hear_of("said")
    await speaker.socket.say({"type": "say", "id": "two", "text": "my number is 12345"})
    while (await hearer.socket.hear_of("said"))["lines"][-1]["number"] == 1:
        pass
    assert (await speaker.person.ask("DELETE", "/account", {"password": PASSWORD})).status_code == 204
    message = await hearer.socket.hear_of("said")
    assert (message["anew"], [line["text"] for line in message["lines"]]) == (True, ["hello"])
    await hearer.socket.say({"type": "say", "id": "three", "text": "is anybody there?"})
    assert [line["text"] for line in (await hearer.socket.hear_of("said"))["lines"]] == ["is anybody there?"]


async def test_no_secret_is_kept_or_logged(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """Passwords and codes are nowhere but with their owner."""
    ada = await signed_up(house)
    codes = (await ada.post("/account/codes", {"password": PASSWORD}))["codes"]
    await ada.refused("PUT", "/account/password", {"password": PASSWORD, "new": 7})
    everywhere = await everything(house) + caplog.text
    assert [secret for secret in (PASSWORD, *codes, str(ada.token)) if secret in everywhere] == []
    assert digest((await ada.get("/guests/me"))["id"], codes[0]) in everywhere
    assert "$argon2id$" in everywhere


async def everything(house: House) -> str:
    """Return all that is in the database."""
    return str(await house.services.store.read(*map(select, metadata.sorted_tables)))


@on_both
async def test_a_change_that_is_stored_is_not_told_as_failed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though its table cannot be read at that moment: it is read when it is used next, and old links open no seat."""
    ada = await signed_up(house)
    table = await ada.open(seats=2)
    link = (await ada.post(f"/tables/{table}/seat-token"))["token"]

    async def load(*_: object, **__: object) -> None:
        raise ProblemError(Code.STORAGE_FAILED)

    with monkeypatch.context() as patched:
        patched.setattr(Store, "load", load)
        answer = await ada.ask("PUT", "/account/password", {"password": PASSWORD, "new": "battery staple"})
    assert answer.status_code == 200
    _, message = await Person(house, link).look(table)
    assert (message["type"], message["code"]) == ("refused", "token.invalid")
    again = Person(house, answer.json()["token"])
    assert (await again.get(f"/tables/{table}"))["viewer"] == 0
