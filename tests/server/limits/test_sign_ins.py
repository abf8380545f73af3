"""Guessing at an account is slow, and does not lock out whose account it is."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from codex_naturalis.server.people.passwords import Passwords
from tests.server.house import House, Json, Person, open_house
from tests.server.limits.test_limits import from_afar

PASSWORD = "correct horse"  # noqa: S105 - nobody's
ADA = {"name": "Ada", "password": PASSWORD}
WRONG = {"name": "Ada", "password": "battery staple"}
SLOW = {
    "sign_ins_at_once": 6,
    "sign_ins_per_minute": 0.01,
    "requests_at_once": 10_000,
    "guest_requests_at_once": 10_000,
}


@pytest.fixture
async def slow(tmp_path: Path) -> AsyncIterator[House]:
    """Return a server that allows six tries, and as good as none after them."""
    async with open_house(tmp_path, **SLOW) as house:
        yield house


async def signed_up(house: House) -> Json:
    """Return the session of a new account."""
    return await house.stranger().post("/account", ADA)


async def tried(house: House, body: Json, address: str, path: str = "/account/session") -> str:
    """Return what comes of a try from somewhere else: a code, or "in"."""
    async with from_afar(house, address) as http:
        answer = await http.post(f"/api/v1{path}", json=body)
    return "in" if answer.status_code == 200 else str(answer.json()["code"])


async def flood(house: House, body: Json, path: str = "/account/session") -> int:
    """Try from a hundred networks until all are refused; return how many tries were allowed."""
    tries = [await tried(house, body, f"2001:db8:{number:x}::1", path) for number in range(100)]
    assert set(tries[60:]) == {"limit.requests"}
    return sum(code != "limit.requests" for code in tries)


async def test_strangers_guess_slowly_wherever_they_come_from(slow: House) -> None:
    """As often as the host allows at one account, and from one address; unknown names are counted like known ones."""
    await signed_up(slow)
    assert await flood(slow, WRONG) == await flood(slow, {**WRONG, "name": "Eve"}) == 6
    others = [await tried(slow, {**WRONG, "name": f"Eve {number}"}, "203.0.113.9") for number in range(8)]
    assert others == ["account.wrong"] * 6 + ["limit.requests"] * 2


async def test_one_network_does_not_use_up_what_strangers_may_try(slow: House) -> None:
    """Its owner still signs in from elsewhere, on an unknown device."""
    await signed_up(slow)
    codes = [await tried(slow, WRONG, f"2001:db8:1:{number:x}::1") for number in range(20)]
    assert codes == ["account.wrong"] * 3 + ["limit.requests"] * 17
    assert await tried(slow, ADA, "203.0.113.9") == "in"


async def test_strangers_do_not_lock_out_a_device_that_signed_in_before(slow: House) -> None:
    """Its own wrong tries are counted, and only those; the token of another account's device is none."""
    session = await signed_up(slow)
    other = await slow.stranger().post("/account", {"name": "Bob", "password": PASSWORD})
    await flood(slow, WRONG)
    assert await tried(slow, ADA, "203.0.113.9") == "limit.requests"
    for device in (other["device"], session["token"], session["device"][:-1], "", None):
        assert await tried(slow, {**ADA, "device": device}, "203.0.113.9") == "limit.requests"
    for _ in range(10):
        assert await tried(slow, {**ADA, "device": session["device"]}, "203.0.113.9") == "in"
    codes = [await tried(slow, {**WRONG, "device": session["device"]}, "203.0.113.9") for _ in range(8)]
    assert codes == ["account.wrong"] * 6 + ["limit.requests"] * 2
    assert await tried(slow, {"name": "Bob", "password": PASSWORD, "device": other["device"]}, "203.0.113.9") == "in"


async def test_a_device_keeps_its_name(slow: House) -> None:
    """Signing in on it again gives it no new allowance, and its token opens nothing."""
    session = await signed_up(slow)
    again = await slow.stranger().post("/account/session", {**ADA, "device": session["device"]})
    assert again["device"] == session["device"]
    assert (await slow.stranger().post("/account/session", ADA))["device"] != session["device"]
    thief = slow.stranger(session["device"])
    assert (await thief.refused("GET", "/account"))["code"] == "token.invalid"


async def test_strangers_do_not_lock_out_whoever_has_the_token(slow: House) -> None:
    """Codes, another password and deletion are counted for the guest; so are a thief's tries to prove more."""
    ada = Person(slow, (await signed_up(slow))["token"])
    await flood(slow, WRONG)
    for _ in range(10):
        await ada.post("/account/codes", {"password": PASSWORD})
    codes = [(await ada.refused("POST", "/account/codes", {"password": "nonsense"}))["code"] for _ in range(8)]
    assert codes == ["account.wrong"] * 6 + ["limit.requests"] * 2
    wanted = {"password": PASSWORD, "new": "battery staple"}
    assert (await ada.refused("PUT", "/account/password", wanted))["code"] == "limit.requests"


async def test_strangers_do_not_lock_out_whoever_has_a_recovery_code(slow: House) -> None:
    """Neither by passwords nor by codes: these are counted for the address alone."""
    ada = Person(slow, (await signed_up(slow))["token"])
    code = (await ada.post("/account/codes", {"password": PASSWORD}))["codes"][0]
    wrong = {"name": "Ada", "code": "AAAA", "new": "battery staple"}
    await flood(slow, WRONG)
    tries = [await tried(slow, wrong, "203.0.113.7", "/account/recovery") for _ in range(8)]
    assert tries == ["account.code_wrong"] * 6 + ["limit.requests"] * 2
    for number in range(50):
        await tried(slow, wrong, f"2001:db8:{number:x}::1", "/account/recovery")
    assert await tried(slow, {**wrong, "code": code}, "203.0.113.8", "/account/recovery") == "in"


async def test_a_right_password_costs_no_try_but_work(slow: House) -> None:
    """A guest who signs in again and again is stopped later, so that the server does not only check passwords."""
    await signed_up(slow)
    codes = [await tried(slow, ADA, "203.0.113.9") for _ in range(40)]
    assert codes == ["in"] * 36 + ["limit.requests"] * 4


async def test_new_accounts_are_counted_for_the_address_alone(slow: House) -> None:
    """A caller who asks for a name that is taken does not use up what may be tried at it."""
    await signed_up(slow)
    codes = [await tried(slow, ADA, "203.0.113.9", "/account") for _ in range(8)]
    assert codes == ["account.name_taken"] * 6 + ["limit.requests"] * 2
    assert await tried(slow, ADA, "203.0.113.9") == "in"


async def test_a_wrong_code_is_answered_without_working_out_a_hash(
    slow: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For names with and without an account alike."""

    async def never(*_: object, **__: object) -> str:
        raise AssertionError

    await signed_up(slow)
    monkeypatch.setattr(Passwords, "_in_thread", never)
    for name in ("Ada", "Eve"):
        wanted = {"name": name, "code": "AAAA", "new": "battery staple"}
        assert await tried(slow, wanted, "203.0.113.9", "/account/recovery") == "account.code_wrong"


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priorities of their own")
async def test_the_loop_goes_before_passwords(slow: House) -> None:
    """What hashes them gives way on a machine of few cores; the loop keeps its priority."""
    passwords, loop = slow.services.people.accounts._passwords, os.getpriority(os.PRIO_PROCESS, 0)
    await passwords.hash("correct horse battery")
    aside = await asyncio.get_running_loop().run_in_executor(passwords._threads, os.getpriority, os.PRIO_PROCESS, 0)
    assert aside == min(loop + 10, 19)
    assert os.getpriority(os.PRIO_PROCESS, 0) == loop


async def test_whoever_is_known_does_not_wait_behind_strangers(slow: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A queue full of strangers is no reason to refuse the owner."""
    session = await signed_up(slow)
    monkeypatch.setattr("codex_naturalis.server.people.passwords._WAITING", 0)
    monkeypatch.setattr(slow.services.people.accounts._passwords._known, "_waiting", -1)
    assert await tried(slow, ADA, "203.0.113.9") == "limit.requests"
    assert await tried(slow, {**ADA, "device": session["device"]}, "203.0.113.9") == "in"
    await Person(slow, session["token"]).post("/account/codes", {"password": PASSWORD})
