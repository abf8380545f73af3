"""A name server that never answers delays only notices to its own host names."""

import asyncio
import ipaddress
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from codex_naturalis.server.notifications import notifier as notify
from codex_naturalis.server.notifications import outgoing_http as lookups
from codex_naturalis.server.notifications.outgoing_http import Lookups, public
from codex_naturalis.server.notifications.push import public_point
from tests.server.house import House, Json, Person, open_house
from tests.server.notifications.test_notifications import Office, Program, coded, office, program, talkative
from tests.waiting import TIMEOUT, until

__all__ = ["office", "program"]


class Names:
    """Name servers: those of `….here` lead to this machine, those of `….silent` say nothing until they may."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.may = threading.Event()
        self._real = socket.getaddrinfo

    def look_up(self, host: Any, port: Any, *more: Any, **options: Any) -> Any:  # noqa: ANN401 - its library's
        """Look a name up."""
        self.asked.append(str(host))
        if str(host).endswith(".silent"):
            self.may.wait(TIMEOUT)
            raise socket.gaierror
        return self._real("127.0.0.1" if str(host).endswith(".here") else host, port, *more, **options)


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Iterator[Names]:
    """Return the name servers, which all answer when the test is over."""
    servers = Names()
    monkeypatch.setattr(socket, "getaddrinfo", servers.look_up)
    yield servers
    servers.may.set()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the time limits."""
    monkeypatch.setattr(lookups, "SECONDS", 0.3)


@pytest.mark.usefixtures("quick")
async def test_a_guest_waits_for_a_few_names_at_a_time(names: Names) -> None:
    """One that is not answered is given up in time, and counts until it is; others look up meanwhile."""
    found = Lookups()
    for number in range(5):
        with pytest.raises(TimeoutError):
            await found.addresses("eve", f"{number}.silent", 443)
    assert names.asked == ["0.silent", "1.silent"]
    assert await found.addresses("ada", "name.here", 443) == ["127.0.0.1"]
    assert await found.addresses("eve", "192.0.2.1", 443) == ["192.0.2.1"]
    names.may.set()
    await until(lambda: not found._running)
    assert await found.addresses("eve", "name.here", 443) == ["127.0.0.1"]
    with pytest.raises(OSError, match=r"^$"):
        await found.addresses("eve", "name.silent", 443)


@pytest.mark.usefixtures("quick")
async def test_all_together_take_so_many_threads(names: Names, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many guests ask."""
    monkeypatch.setattr(lookups, "_MOST", 3)
    found = Lookups()
    asked = (found.addresses(f"eve {number}", f"{number}.silent", 443) for number in range(6))
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert {type(answer) for answer in answers} == {TimeoutError}
    assert len(names.asked) == 3


@pytest.fixture
async def house(tmp_path: Path, office: Office) -> AsyncIterator[House]:
    """Return a server that sends mail by a server it knows by name."""
    settings = talkative(mail_url=office.url.replace("127.0.0.1", "mail.here"))
    async with open_house(tmp_path, **settings) as running:
        yield running


async def add(person: Person, url: str) -> Json:
    """Let a program be told."""
    return (await person.ask("POST", "/guests/me/notices/webhook", {"url": url, "language": "en"})).json()


async def test_a_guest_may_name_so_many_programs(house: House, names: Names) -> None:
    """Whether or not they are there: each is looked up."""
    eve = await house.guest("Eve")
    codes = [(await add(eve, f"http://{number}.here:1/")).get("code") for number in range(7)]
    assert codes == [None] * 5 + ["limit.requests"] * 2
    assert sorted(set(names.asked)) == [f"{number}.here" for number in range(5)]


@pytest.mark.usefixtures("quick")
async def test_silent_names_hold_up_no_one_else(
    house: House,
    names: Names,
    program: Program,
    office: Office,
) -> None:
    """Push, mail and programs of others are told while more look-ups hang than the event loop has threads."""
    eves = [await house.guest("Eve") for _ in range(10)]
    asked = (add(eve, f"http://{number}.silent/") for eve in eves for number in range(2))
    answers = await asyncio.gather(*asked)
    assert {answer["code"] for answer in answers} == {"notice.target"}
    assert len(names.asked) == 20
    ada = await house.guest("Ada")
    url = program.url.replace("127.0.0.1", "ada.here")
    hook = (await add(ada, f"{url}/hook"))["way"]["id"]
    keys = {"p256dh": coded(public_point(ec.generate_private_key(ec.SECP256R1()))), "auth": coded(bytes(16))}
    wanted = {"endpoint": f"{url}/push", "language": "en", **keys}
    push = (await ada.post("/guests/me/notices/push", wanted))["id"]
    for way in (hook, push):
        assert (await ada.ask("POST", f"/guests/me/notices/{way}/test")).status_code == 204
    await ada.post("/guests/me/notices/email", {"address": "ada@b.example", "language": "en"})
    assert [one.path for one in program.taken] == ["/hook", "/push"]
    assert len(office.letters) == 1


class Slow(Program):
    """A program that takes requests, and does not answer them."""

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.taken += [None]  # type: ignore[list-item]  # they are only counted
        await reader.read()
        writer.close()


async def test_programs_that_do_not_answer_leave_room_for_others(
    tmp_path: Path,
    program: Program,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A guest has a few messages on their way at a time, however many ways there are."""
    monkeypatch.setattr(notify, "_MOST", 3)
    async with Slow().open() as slow, open_house(tmp_path, **talkative()) as house:
        eve, ada = await house.guest("Eve"), await house.guest("Ada")
        for number in range(5):
            await add(eve, f"{slow.url}/{number}")
        await add(ada, f"{program.url}/hook")
        first, second = await eve.open(seats=2), await ada.open(seats=2)
        await (await house.guest("Bob")).post(f"/tables/{first}/join")
        await until(lambda: slow.taken)
        await (await house.guest("Cid")).post(f"/tables/{second}/join")
        await until(lambda: program.taken)
        waiting = [
            way.target
            for way in house.services.notifications.notifier._sending.values()
            if way.target.startswith(slow.url)
        ]
        assert (len(slow.taken), len(waiting)) == (2, 2)


@pytest.mark.parametrize("address", ["8.8.8.8", "2600::1", "64:ff9b::808:808", "::ffff:8.8.8.8", "2002:808:808::1"])
def test_hosts_of_the_internet_can_be_reached(address: str) -> None:
    """Also those that IPv6 wraps."""
    assert public(ipaddress.ip_address(address))
