"""Operations at tables: opening, joining, playing well and badly, leaving."""

import asyncio
from contextlib import suppress
from random import Random
from typing import Final

from tests.quick import soon

from .operations import operation
from .server import ConnectionLostError, Json
from .town import Person
from .window import Window

__all__ = ["try_after_end", "try_out_of_turn"]

_CLOCKS: Final[tuple[Json, ...]] = (
    None,
    {"kind": "real_time", "seconds": 10, "increment": 1},
    {"kind": "real_time", "seconds": 60, "increment": 5},
)
_NOT_NOW: Final = (
    "illegal.not_your_turn",
    "illegal.wrong_phase",
    "illegal.game_over",
    "version.stale",
    "storage.failed",
    "seat.stood_in",
)
_OVER: Final = ("illegal.game_over", "version.stale", "storage.failed", "seat.stood_in")
_COLOURS: Final = ("red", "blue", "green", "yellow")


@operation("tables", "opens a table", 4)
async def open_table(person: Person, draw: Random) -> None:
    seats = draw.choice((2, 2, 2, 3))
    wanted = {"seats": seats, "clock": draw.choice(_CLOCKS), "listed": draw.random() < 0.5}
    if seats == 3:
        wanted["bots"] = [draw.choice(("random", "planner"))]
    await person.open(wanted)


@operation("tables", "opens a table for two", 1)
async def open_pair(person: Person, draw: Random) -> None:
    del draw
    await person.open({"seats": 2})


@operation("tables", "opens a table for four", 2)
async def open_wide(person: Person, draw: Random) -> None:
    del draw
    if table := await person.open({"seats": 4}):
        person.town.gathering.append(table)


@operation("tables", "opens a game alone against Tybor", 1)
async def open_solo(person: Person, draw: Random) -> None:
    await person.open({"seats": 1, "solo": draw.choice(("easy", "normal"))})


def _table(person: Person, draw: Random) -> str | None:
    return draw.choice(person.town.tables) if person.town.tables else None


async def _own(person: Person, draw: Random) -> str | None:
    """Return a table at which the person sits and that is being played."""
    answer = await person.done("GET", "/tables/mine")
    playing = [one["table"]["id"] for one in answer or () if one["table"]["stage"] == "playing"]
    return draw.choice(playing) if playing else None


@operation("tables", "joins a table", 6)
async def join(person: Person, draw: Random) -> None:
    if table := _table(person, draw):
        await person.done("POST", f"/tables/{table}/join", {})


@operation("tables", "sits down at a table for four, and chooses a colour", 5)
async def choose_colour(person: Person, draw: Random) -> None:
    if person.town.gathering:
        table = draw.choice(person.town.gathering)
        await person.done("POST", f"/tables/{table}/join", {})
        answer = await person.done("PUT", f"/tables/{table}/colour", {"colour": draw.choice(_COLOURS[:2])})
        colours = [seat["colour"] for seat in (answer or {}).get("table", {}).get("seats", ()) if seat["colour"]]
        if len(colours) != len(set(colours)):
            person.town.fault("two seats have one colour")


@operation("tables", "plays some turns", 16)
async def play(person: Person, draw: Random) -> None:
    if table := await _own(person, draw):
        await (await person.window(table)).play(draw.choice((2, 4, 8)))


@operation("tables", "opens a second window, and looks on")
async def open_window(person: Person, draw: Random) -> None:
    if table := await _own(person, draw):
        await Window(person.town, table, person.token, person.name, draw.randrange(99)).open()


@operation("tables", "loses the connection")
async def lose_connection(person: Person, draw: Random) -> None:
    if person.windows:
        draw.choice(list(person.windows.values())).cut()


@operation("tables", "leaves a table", 3)
async def leave(person: Person, draw: Random) -> None:
    table = _table(person, draw)
    if table is None:
        return
    answer = await person.done("POST", f"/tables/{table}/leave")
    stage = (answer or {}).get("table", {}).get("stage")
    if answer and stage == "gathering" and answer.get("viewer") is not None:
        person.town.fault("who has left a table that gathers sits there still")


@operation("tables", "takes the seat back")
async def return_(person: Person, draw: Random) -> None:
    if table := _table(person, draw):
        await person.done("POST", f"/tables/{table}/return")


@operation("tables", "asks a bot to play on for a player who is away", 1)
async def call_stand_in(person: Person, draw: Random) -> None:
    if table := _table(person, draw):
        await person.done("POST", f"/tables/{table}/seats/{draw.randrange(2)}/stand-in")


@operation("tables", "wants a rematch", 1)
async def rematch(person: Person, draw: Random) -> None:
    if table := _table(person, draw):
        answer = await person.done("POST", f"/tables/{table}/rematch")
        after = (answer or {}).get("table", {}).get("id")
        if after and after not in person.town.tables:
            person.town.tables.append(after)


@operation("tables", "declines a rematch", 1)
async def decline(person: Person, draw: Random) -> None:
    if table := _table(person, draw):
        await person.done("DELETE", f"/tables/{table}/rematch")


@operation("tables", "reads pages about a table", 1)
async def read_pages(person: Person, draw: Random) -> None:
    if table := _table(person, draw):
        pages = ("", "/evening", "/standings", "/record", "/replay", "/position?version=1", "/invitation")
        await person.read_pages(*(f"/tables/{table}{page}" for page in pages))


async def _asked(person: Person, draw: Random) -> Window | None:
    """Return a window at whose seat there is something to do."""
    table = await _own(person, draw)
    if table is None:
        return None
    window = await person.window(table)
    for _ in range(20):
        if window.asked or window.over:
            break
        await asyncio.sleep(0.2)
    return window if window.asked and window.history.viewer is not None else None


@operation("foul", "answers an old question", 3)
async def answer_late(person: Person, draw: Random) -> None:
    window = await _asked(person, draw)
    own = [version for name, version in (window.history.done if window else {}).items() if version]
    if window and own:
        name = window.act([soon(window.view["legal"], window.rng)], wrong=True, seen=max(own) - 1)
        await window.answer_to(name, again=False)


@operation("foul", "answers a question that is not asked yet", 2)
async def answer_early(person: Person, draw: Random) -> None:
    if window := await _asked(person, draw):
        name = window.act([soon(window.view["legal"], window.rng)], wrong=True, seen=window.version + 1000)
        await window.answer_to(name, again=False)


@operation("foul", "plays out of turn", 7)
async def play_out_of_turn(person: Person, draw: Random) -> None:
    table = await _own(person, draw)
    window = await person.window(table) if table else None
    if window and window.asked:
        await window.play(1)
    if window:
        await try_out_of_turn(window)


async def try_out_of_turn(window: Window) -> None:
    """Lay and draw a card, unless the seat is asked to: one of them is what another seat is asked for."""
    view, viewer = window.view, window.history.viewer
    if view is None or viewer is None:
        return
    hand = [card["card"] for card in view["seats"][viewer]["hand"]]
    tried: list[Json] = [{"type": "place", "card": card, "side": "back", "cell": [1, 1]} for card in hand[:1]]
    tried += [{"type": "draw", "source": source} for source in ("gold-deck", "resource-deck")]
    for action in tried:
        if not window.asked:
            await window.answer_to(window.act([action], wrong=True, reasons=_NOT_NOW), again=False)


@operation("foul", "plays after the end", 2)
async def play_after_end(person: Person, draw: Random) -> None:
    del draw
    for window in list(person.windows.values()):
        await try_after_end(window)


async def try_after_end(window: Window) -> None:
    """Draw a card and choose a side, if the game is over."""
    if window.over and window.view is not None and await window.open():
        for action in ({"type": "draw", "source": "gold-deck"}, {"type": "side", "side": "front"}):
            await window.answer_to(window.act([action], wrong=True, reasons=_OVER), again=False)


@operation("foul", "plays in two windows at once", 3)
async def play_twice(person: Person, draw: Random) -> None:
    first = await _asked(person, draw)
    if first is None:
        return
    second = Window(person.town, first.table, person.token, person.name, draw.randrange(99))
    if not await second.open() or not second.asked:
        return
    legal = second.view["legal"]  # what the first window has may be older, or newer: opening takes time
    sent = [(window, window.act([draw.choice(legal)])) for window in (first, second)]
    for window, name in sent:
        await window.answer_to(name)


@operation("foul", "sends one act twice", 3)
async def send_twice(person: Person, draw: Random) -> None:
    if window := await _asked(person, draw):
        name = window.act([soon(window.view["legal"], window.rng)])
        window.send(name)
        await window.answer_to(name)
        window.history.done.pop(name, None)
        window.send(name)
        await window.answer_to(name)


@operation("chat", "says something", 4)
async def say(person: Person, draw: Random) -> None:
    if table := await _own(person, draw) or _table(person, draw):
        await _say(person, table, draw)


async def _say(person: Person, table: str, draw: Random) -> None:
    window = await person.window(table)
    if window.link and not window.link.broken:
        text = f"{person.name} {draw.randrange(10**6)} says"
        person.spoken.append(text)
        person.town.spoken_at.append(table)
        with suppress(ConnectionLostError):
            window.link.say({"type": "say", "id": f"say-{draw.random()}", "text": text})
        await asyncio.sleep(0.5)


@operation("chat", "reports what was said", 3)
async def report(person: Person, draw: Random) -> None:
    if person.town.spoken_at:
        await _report(person, draw.choice(person.town.spoken_at))


async def _report(person: Person, table: str) -> None:
    for line in range(1, 4):
        await person.ask("POST", "/reports", {"kind": "chat", "table": table, "line": line})


@operation("chat", "opens a table for a talk, and reports what was said", 6)
async def talk(person: Person, draw: Random) -> None:
    if table := await person.open({"seats": 4}):
        for each in person.town.people:
            await each.done("POST", f"/tables/{table}/join", {})
            await _say(each, table, draw)
        await _report(person, table)
