"""Attacks on people: passwords tried, limits flushed, name servers that are silent, a lobby that is filled."""

import asyncio
import time
from typing import Final

from .scene import Attack, Outcome, Scene, together
from .wire import Answer, posted

__all__ = ["ATTACKS"]

_OK: Final = (200, 201, 204)
_PASSWORD: Final = "correct horse battery"  # noqa: S105 - of no account
_WRONG: Final = 12
_ROUNDS: Final = 2
_JUNK: Final = 10_000
_NETWORKS: Final = 101
_GUESSES: Final = 12
_HOSTS: Final = 55
_ANSWERED: Final = 5.0
"""Seconds within which another guest's webhook must be called."""

_TABLES: Final = 50
_CHEAP: Final = {"password_memory": 1}
"""So that a thousand passwords are looked at within seconds, which is not what this attack is about."""

_HERE: Final = {"notice_networks": "127.0.0.0/8"}


async def wrong_passwords(scene: Scene) -> Outcome:
    """M1: a stranger tries passwords with the owner's name; the owner goes about their business."""
    home = scene.calm["home"]
    tried = [await _signed_in(scene, scene.stranger(), "Owner", "wrong horse") for _ in range(_WRONG)]
    token = scene.calm["token"]
    found = {
        "sign-in at home": await _signed_in(scene, home, "Owner", _PASSWORD, scene.calm["device"]),
        "new codes": await scene.ask(
            "POST", "/account/codes", {"password": _PASSWORD}, token=token, address=scene.stranger()
        ),
    }
    codes = found["new codes"].json.get("codes", [""])
    recovery = {"name": "Owner", "code": codes[0], "new": _PASSWORD + " 2"}
    found["recovery"] = await scene.ask("POST", "/account/recovery", recovery, address=scene.stranger())
    if found["recovery"].status in _OK:
        token = str(found["recovery"].json["token"])
        changed = {"password": _PASSWORD + " 2", "new": _PASSWORD + " 3"}
        found["another password"] = await scene.ask("PUT", "/account/password", changed, token=token, address=home)
    harm = ", ".join(f"{what}: {answer.status}" for what, answer in found.items())
    looked = sum(answer.code == "account.wrong" for answer in tried)
    held = all(answer.status in _OK for answer in found.values())
    return Outcome(f"{_WRONG} wrong passwords from as many addresses", f"{looked} looked at", harm, held=held)


async def owner(scene: Scene) -> None:
    """Sign an owner up, and in once more from the same address."""
    home = scene.calm["home"] = scene.stranger()
    session = (await _account(scene, home, "Owner")).json
    scene.calm["token"] = str(session["token"])
    scene.calm["device"] = session.get("device")
    await _signed_in(scene, home, "Owner", _PASSWORD)


async def _account(scene: Scene, address: str, name: str) -> Answer:
    return await scene.ask("POST", "/account", {"name": name, "password": _PASSWORD}, address=address)


async def _signed_in(scene: Scene, address: str, name: str, password: str, device: str | None = None) -> Answer:
    wanted = {"name": name, "password": password} | ({"device": device} if device else {})
    return await scene.ask("POST", "/account/session", wanted, address=address)


async def flushed_limits(scene: Scene) -> Outcome:
    """M2: junk names from the networks of one /48 push the victim's out of the table of limits; then more guesses."""
    began, answered = time.perf_counter(), 0
    looked = await _guesses(scene, 0)
    for number in range(1, _ROUNDS + 1):
        junk = [f"{{}} of {number} {n}" for n in range(scene.many(_JUNK) // _NETWORKS + 1)]
        jobs = [_junk(scene, network, [name.format(network) for name in junk]) for network in range(_NETWORKS)]
        answered += sum(await together(jobs, 8))
        looked += await _guesses(scene, number)
    took = time.perf_counter() - began
    allowed = 11 + 2 * took / 60
    did = f"{answered:,} junk tries, {(_ROUNDS + 1) * _GUESSES} guesses in {took:.0f} s"
    return Outcome(did, f"{looked} guesses looked at, {allowed:.0f} allowed", held=looked <= allowed)


async def _junk(scene: Scene, network: int, names: list[str]) -> int:
    """Try to sign in with unused names; return how many tries were answered."""
    tries = [{"name": name, "password": "wrong horse"} for name in names]
    return await posted(scene.port, "/account/session", tries, f"2001:db8:1:{network:x}::1")


async def _guesses(scene: Scene, series: int) -> int:
    """Guess the owner's password from other networks of the same /48; return how many guesses were looked at."""
    looked = 0
    for number in range(_GUESSES):
        address = f"2001:db8:1:{9000 + series * _GUESSES + number:x}::1"
        looked += (await _signed_in(scene, address, "Owner", "wrong horse")).code == "account.wrong"
    return looked


async def silent_names(scene: Scene) -> Outcome:
    """M4: one guest names hosts whose name server never answers; another's webhook waits for a look-up, too."""
    address = scene.stranger()
    token = await scene.guest(address=address)
    jobs = [
        asyncio.create_task(
            scene.ask(
                "POST",
                "/guests/me/notices/webhook",
                {"url": f"https://host{number}.silent.example/", "language": "en"},
                token=token,
                address=address,
            )
        )
        for number in range(scene.many(_HOSTS))
    ]
    await asyncio.sleep(0.5)
    waited = await _webhook(scene)
    refused = sum(job.done() for job in jobs)
    for job in jobs:
        job.cancel()
    harm = f"another's webhook is answered after {scene.calm['waited']:.2f} s calm, {waited:.1f} s now"
    return Outcome(f"{len(jobs)} silent hosts", f"{refused} answered meanwhile", harm, held=waited < _ANSWERED)


async def one_webhook(scene: Scene) -> None:
    """See how long a webhook takes."""
    scene.calm["waited"] = await _webhook(scene)


async def _webhook(scene: Scene) -> float:
    """Return how long the answer takes to a webhook at a host that has a name in `/etc/hosts`."""
    address = scene.stranger()
    token = await scene.guest("Ada", address)
    wanted = {"url": "http://localhost:9/", "language": "en"}
    answer = await scene.ask("POST", "/guests/me/notices/webhook", wanted, token=token, address=address)
    return answer.seconds


async def full_lobby(scene: Scene) -> Outcome:
    """M8: three guests of one address open all the tables they may."""
    home = scene.stranger()
    mine = await scene.open(await scene.guest("Ada", home), home, seats=2, listed=True)
    address, tables = scene.stranger(), 0
    for _ in range(3):
        token = await scene.guest(address=address)
        for _ in range(_TABLES):
            opened = await scene.open(token, address, seats=2, listed=True)
            tables += bool(opened)
    listed = (await scene.ask("GET", "/tables", address=home)).json
    there = any(one["id"] == mine for one in listed)
    harm = f"another's table is {'still' if there else 'not'} on the list"
    return Outcome(f"{tables} tables of three guests at one address", f"{len(listed)} listed", harm, held=there)


ATTACKS: Final = (
    Attack("M1", "wrong passwords for an owner's name", wrong_passwords, before=owner),
    Attack("M2", "flushing the limits of sign-in", flushed_limits, _CHEAP, before=owner),
    Attack("M4", "hosts whose name servers are silent", silent_names, _HERE, silent=True, before=one_webhook),
    Attack("M8", "one address fills the lobby", full_lobby),
)
