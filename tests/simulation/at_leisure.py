"""Operations of people with time: slow games, matches, searches for opponents, blocks, reports and moderators."""

import asyncio
from random import Random
from typing import Final

from .operations import operation
from .town import Person

__all__: list[str] = []

_DAY: Final = 86400.0
_CORNERS: Final = ([1, 1], [-1, 1], [1, -1], [-1, -1], [2, 2])


@operation("slow", "opens a game by correspondence, and everybody joins", 4)
async def open_slow(person: Person, draw: Random) -> None:
    wanted = {"seats": draw.choice((2, 3)), "clock": {"kind": "correspondence", "days": draw.choice((1, 3))}}
    if table := await person.open(wanted):
        person.town.slow.append(table)
        await asyncio.gather(*(each.done("POST", f"/tables/{table}/join", {}) for each in person.town.people))


@operation("slow", "plans a turn for later", 6)
async def plan_turn(person: Person, draw: Random) -> None:
    for table in person.town.slow[-2:]:
        window = await person.window(table)
        view = window.view
        viewer = window.history.viewer
        hand = view["seats"][viewer]["hand"] if view and viewer is not None else ()
        if not hand or window.asked:
            continue
        place = {"type": "place", "card": hand[0]["card"], "side": "back", "cell": draw.choice(_CORNERS)}
        turn = {"place": place, "draws": [{"source": draw.choice(("gold-deck", "resource-deck")), "card": None}]}
        await person.done("PUT", f"/tables/{table}/conditional-turn", turn)


@operation("slow", "withdraws a planned turn", 2)
async def withdraw_turn(person: Person, draw: Random) -> None:
    if person.town.slow:
        await person.ask("DELETE", f"/tables/{draw.choice(person.town.slow)}/conditional-turn")


@operation("slow", "pins a note", 4)
async def pin_note(person: Person, draw: Random) -> None:
    if person.town.tables:
        text = f"note {draw.randrange(10**9)} of {person.name}"
        person.spoken.append(text)
        path = f"/guests/me/notes/{draw.choice(person.town.tables)}"
        await person.done("PUT", path, {"text": text, "card": draw.randrange(1, 80)})
        await person.read_pages(path)


@operation("slow", "goes on vacation", 3)
async def begin_vacation(person: Person, draw: Random) -> None:
    answer = await person.done("PUT", "/guests/me/vacation", {"days": draw.randrange(1, 9)})
    if answer and not 0 <= answer["left"] <= answer["allowance"]:
        person.town.fault("somebody has taken more days of vacation than there are")


@operation("slow", "comes back from vacation", 2)
async def end_vacation(person: Person, draw: Random) -> None:
    del draw
    await person.ask("DELETE", "/guests/me/vacation")


@operation("slow", "lets half a day pass", 2)
async def wait_long(person: Person, draw: Random) -> None:
    person.town.world.jump(_DAY * draw.choice((0.3, 0.6)))


@operation("matches", "opens a match against a bot, and everybody plays it", 4)
async def open_match(person: Person, draw: Random) -> None:
    answer = await person.done("POST", "/matches", {"seats": 2, "bot": "random"})
    if answer:
        person.town.matches.append(answer["id"])
        await asyncio.gather(*(_play_match(each, answer["id"], draw.choice((2, 60))) for each in person.town.people))


@operation("matches", "plays a match, begun twice at once", 4)
async def play_match(person: Person, draw: Random) -> None:
    if person.town.matches:
        match = draw.choice(person.town.matches)
        await asyncio.gather(*(_play_match(person, match, 0) for _ in range(2)))
        await _play_match(person, match, draw.choice((4, 60)))
        await person.read_pages(f"/matches/{match}")


async def _play_match(person: Person, match: str, turns: int) -> None:
    answer = await person.done("POST", f"/matches/{match}/play")
    if answer:
        table = answer["table"]["id"]
        if person.matches.setdefault(match, table) != table:
            person.town.fault("a person plays a match at two tables")
        await (await person.window(table)).play(turns)


@operation("searches", "looks for somebody to play with", 8)
async def seek(person: Person, draw: Random) -> None:
    wanted = {"seats": 2, "pace": draw.choice(("live", "live", "days"))}
    await person.done("PUT", "/play-now", wanted)
    await asyncio.sleep(draw.choice((0.5, 3.0)))
    answer = await person.done("GET", "/play-now")
    table = (answer or {}).get("table")
    if table and table not in person.town.tables:
        person.town.tables.append(table)


@operation("searches", "looks no more", 2)
async def stop_search(person: Person, draw: Random) -> None:
    del draw
    await person.ask("DELETE", "/play-now")


@operation("searches", "takes the bot that is offered", 2)
async def take_bot(person: Person, draw: Random) -> None:
    del draw
    await asyncio.sleep(20.0)
    await person.done("POST", "/play-now/bot")


@operation("moderation", "blocks somebody", 3)
async def block(person: Person, draw: Random) -> None:
    if person.town.tables:
        await person.ask("POST", "/blocks", {"table": draw.choice(person.town.tables), "seat": draw.randrange(2)})
        answer = await person.done("GET", "/blocks")
        if answer and draw.random() < 0.5:
            await person.ask("DELETE", f"/blocks/{draw.choice(answer)['person']}")


@operation("moderation", "reports a name", 4)
async def report_name(person: Person, draw: Random) -> None:
    if person.town.tables:
        wanted = {"kind": "name", "table": draw.choice(person.town.tables), "seat": draw.randrange(2)}
        await person.ask("POST", "/reports", wanted)


@operation("moderation", "is a moderator, and decides on reports", 6)
async def decide(person: Person, draw: Random) -> None:
    if not person.account:
        return
    await person.town.appoint(person)
    for report in await person.done("GET", "/moderation/reports") or ():
        action = draw.choice(("dismiss", "mute", "rename"))
        measure = {"action": action, "days": 1, "reason": "as the rules say"}
        answers = await asyncio.gather(
            *(person.ask("POST", f"/moderation/reports/{report['id']}", measure) for _ in range(2))
        )
        if [one.status for one in answers if one].count(204) > 1:
            person.town.fault("a report was settled twice")
