"""Attacks on what is computed: bots at many tables, reviews and tries of the teacher."""

import asyncio
import time
from random import Random
from typing import Final

from .games import record, turn_of
from .scene import Attack, Outcome, Scene, together
from .wire import Json, Socket

__all__ = ["ATTACKS"]

_LONGEST: Final = 60.0
"""Seconds after which a wait counts as in vain."""

_BOT_SECONDS: Final = 10.0
"""A quick bot is to answer within: a thought of the strongest that is under way, and its own."""

_TABLES: Final = 25
_ACTIONS: Final = 8
"""Actions of the player after which it is known how long the bot takes."""

_OPPONENTS: Final = ("level:5",) * 3
_REVIEWS: Final = 16
_TRIES: Final = 100


async def bots(scene: Scene) -> Outcome:
    """H4: one guest's tables full of the strongest bots."""
    return await _bots(scene, 1)


async def more_bots(scene: Scene) -> Outcome:
    """H4: four guests' tables, a hundred."""
    return await _bots(scene, 4)


async def _bots(scene: Scene, guests: int) -> Outcome:
    calm = scene.calm["waited"]
    tables = 0
    for _ in range(guests):
        address = scene.stranger()
        token = await scene.guest(address=address)
        wanted = {"seats": 4, "bots": _OPPONENTS}
        jobs = [scene.open(token, address, **wanted) for _ in range(scene.many(_TABLES))]
        tables += sum(map(bool, await together(jobs, 8)))
    waited = await _bot_wait(scene)
    harm = f"another's level:1 answers after {_seconds(calm)} calm, {_seconds(waited)} now"
    return Outcome(f"{tables} tables of {guests}", "plays on", harm, held=waited < max(_BOT_SECONDS, 3 * calm))


def _seconds(waited: float) -> str:
    return f"> {_LONGEST:.0f} s" if waited >= _LONGEST else f"{waited:.1f} s"


async def _bot_wait(scene: Scene) -> float:
    """Return how long the quickest bot of another guest took for the slowest of a few answers."""
    address = scene.stranger()
    token = await scene.guest("Ada", address)
    table = await scene.open(token, address, seats=2, bots=["level:1"])
    socket, message = await Socket.welcomed(scene.port, table, token, address)
    rng, began, longest, actions = Random(1), time.perf_counter(), 0.0, 0
    asked = began
    while actions < _ACTIONS and time.perf_counter() - began < _LONGEST:
        if message is None:
            longest = _LONGEST  # nothing is told any more
            break
        if view := message.get("view"):
            legal: list[Json] = view["legal"]
            if legal:
                longest = max(longest, time.perf_counter() - asked) if actions else 0.0
                actions += 1
                socket.say(
                    {"type": "act", "id": f"a{actions}", "seen": _version(message), "actions": [rng.choice(legal)]}
                )
                asked = time.perf_counter()
        message = await socket.hear(_LONGEST - (time.perf_counter() - began))
    socket.leave()
    return max(longest, time.perf_counter() - asked if message is None else 0.0)


def _version(message: Json) -> int:
    return int(message["steps"][-1]["version"] if "steps" in message else message.get("version", 0))


async def reviews(scene: Scene) -> Outcome:
    """M7: one guest has as many records reviewed as there are places."""
    calm = scene.calm["waited"]
    address = scene.stranger()
    token = await scene.guest(address=address)
    jobs = [
        scene.ask("POST", "/replays/review", record(f"many {number}"), token=token, address=address)
        for number in range(_REVIEWS)
    ]
    taken = sum(answer.status == 200 for answer in await together(jobs, 8))
    waited = await _review(scene, await scene.guest("Bob"), "now")
    harm = f"another's review after {_seconds(calm)} calm, {_seconds(waited)} now"
    return Outcome(f"{_REVIEWS} records to review", f"{taken} taken", harm, held=waited < 5 * calm + 5)


async def _review(scene: Scene, token: str, seed: str) -> float:
    """Return how long a guest waits for a review, refusals included."""
    address, began = scene.stranger(), time.perf_counter()
    while time.perf_counter() - began < _LONGEST:
        answer = await scene.ask("POST", "/replays/review", record(seed), token=token, address=address)
        if answer.status == 200 and answer.json["state"] == "ready":
            return time.perf_counter() - began
        await asyncio.sleep(0.3)
    return _LONGEST


async def tries(scene: Scene) -> Outcome:
    """M7: one guest tries a hundred turns at once; another asks for a hint."""
    calm = scene.calm["waited"]
    address = scene.stranger()
    token = await scene.guest(address=address)
    wanted = {"record": record("tried").decode(), "turn": turn_of("tried", 8), "version": 8}
    jobs = [
        asyncio.create_task(scene.ask("POST", "/replays/exercise/try", wanted, token=token, address=address))
        for _ in range(scene.many(_TRIES))
    ]
    await asyncio.sleep(0.5)
    waited = await _hint(scene)
    done = [job.result().status for job in jobs if job.done()]
    for job in jobs:
        job.cancel()
    harm = f"another's hint after {_seconds(calm)} calm, {_seconds(waited)} now"
    became = ", ".join(f"{done.count(status)} times {status}" for status in sorted(set(done))) or "none answered yet"
    return Outcome(f"{len(jobs)} tries", became, harm, held=waited < 3 * calm + 3)


async def _hint(scene: Scene) -> float:
    """Return how long a guest waits for a hint at a new table against Tybor."""
    address = scene.stranger()
    token = await scene.guest("Ada", address)
    table = await scene.open(token, address, seats=1, solo="easy")
    began = time.perf_counter()
    while time.perf_counter() - began < _LONGEST:
        answer = await scene.ask("POST", f"/tables/{table}/hint", {}, token=token, address=address)
        if answer.status == 200 and answer.json["state"] == "ready":
            return time.perf_counter() - began
        await asyncio.sleep(0.1)
    return _LONGEST


async def one_game(scene: Scene) -> None:
    """See how long a quick bot takes, once it is awake."""
    await _bot_wait(scene)
    scene.calm["waited"] = await _bot_wait(scene)


async def one_review(scene: Scene) -> None:
    """See how long a review takes, once the teacher is awake."""
    token = await scene.guest("Ada")
    await _review(scene, token, "first")
    scene.calm["waited"] = await _review(scene, token, "calm")


async def one_hint(scene: Scene) -> None:
    """See how long a hint takes, once the teacher is awake."""
    await _hint(scene)
    scene.calm["waited"] = await _hint(scene)


ATTACKS: Final = (
    Attack("H4", "one guest's tables full of strong bots", bots, after=8, before=one_game),
    Attack("H4b", "a hundred tables full of strong bots", more_bots, after=8, before=one_game),
    Attack("M7", "one guest's reviews", reviews, before=one_review),
    Attack("M7b", "one guest's tries of turns", tries, before=one_hint),
)
