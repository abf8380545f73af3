"""Operations of people with accounts: passwords, tokens, programs, clubs, tournaments, days, and deletion."""

import asyncio
from random import Random
from typing import Final

from codex_naturalis.seating import days

from .operations import operation
from .server import Json
from .town import Person
from .window import Window

__all__: list[str] = []

_RECENT: Final = 600.0
"""Seconds for which a password counts as given (`security.md`)."""

_MARGIN: Final = 120.0

_WITH_SEAT: Final = 0.5
"""Share of those who change their password who have a seat open on another device, too."""

_PLAN: Final[Json] = {"kind": "swiss", "rounds": 2, "pause": 30, "clock": {"kind": "correspondence", "days": 2}}


@operation("accounts", "registers", 9)
async def register(person: Person, draw: Random) -> None:
    del draw
    if not person.account and not person.deleted:
        before = person.token
        answer = await person.done("POST", "/account", {"name": person.name, "password": person.password})
        if answer and not person.account:  # else the password was changed meanwhile
            person.others.append(before)
            person.renew(answer)


@operation("accounts", "signs in", 2)
async def sign_in(person: Person, draw: Random) -> None:
    del draw
    answer = await person.done("POST", "/account/session", {"name": person.name, "password": person.password}, "")
    if answer:
        if person.deleted:
            person.town.fault("a deleted account opens")
        person.others.append(person.token)
        person.renew(answer)


@operation("accounts", "changes the password", 4)
async def change_password(person: Person, draw: Random) -> None:
    if draw.random() < _WITH_SEAT:
        await take_seat_along(person, draw)
    new = f"another long walk {draw.randrange(10**9)}"
    ending = [person.token, *person.others]
    seats = list(person.seat_tokens)
    answer = await person.ask("PUT", "/account/password", {"password": person.password, "new": new})
    person.unsure = person.unsure or answer is None
    if answer and answer.status == 200:
        session = answer.body
        person.password = new
        person.end_tokens(*ending)
        person.others, person.seat_tokens = [], []
        person.dead_seat_tokens += seats
        person.renew(session)
        await _try_dead(person)


@operation("accounts", "tries tokens that were ended", 2)
async def try_dead_tokens(person: Person, draw: Random) -> None:
    del draw
    await _try_dead(person)


async def _try_dead(person: Person) -> None:
    for token, _ in person.dead[-4:]:
        await person.ask("GET", "/guests/me", token=token)
    for table, token in person.dead_seat_tokens[-2:]:
        window = Window(person.town, table, token, person.name, 1)
        if await window.open() and window.history.viewer is not None:
            person.town.fault("a seat's link opens after its owner has a new password")
        window.cut()


@operation("accounts", "takes a seat along to another device", 3)
async def take_seat_along(person: Person, draw: Random) -> None:
    mine = await person.done("GET", "/tables/mine")
    if mine:
        table = draw.choice(mine)["table"]["id"]
        answer = await person.done("POST", f"/tables/{table}/seat-token")
        if answer:
            person.seat_tokens.append((table, answer["token"]))


@operation("accounts", "makes an access token", 3)
async def make_token(person: Person, draw: Random) -> None:
    asked = person.town.world.wall()
    answer = await person.done("POST", "/account/tokens", {"name": f"key {draw.randrange(99)}", "scope": "play"})
    if answer:
        if asked - person.proved > _RECENT + _MARGIN:
            person.town.fault("a token was made without the password")
        person.others.append(person.secret(answer["token"], "an access token"))


@operation("accounts", "leaves for a quarter of an hour, comes back and wants a token", 1)
async def make_token_late(person: Person, draw: Random) -> None:
    if person.account:
        person.town.world.jump(_RECENT + 2 * _MARGIN)
        await make_token(person, draw)


@operation("accounts", "subscribes to the calendar", 2)
async def subscribe(person: Person, draw: Random) -> None:
    del draw
    answer = await person.done("POST", "/guests/me/calendar", {"language": "en"})
    for text in _texts(answer):
        if "/calendar" in text or len(text) > 30:
            person.secret(text.rsplit("/", 1)[-1].removesuffix(".ics"), "a calendar's address")


def _texts(value: Json) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for each in inner for text in _texts(each)]


@operation("programs", "registers a program", 4)
async def make_program(person: Person, draw: Random) -> None:
    del draw
    name = f"Robot{person.number}"
    if await person.done("POST", "/account/programs", {"name": name}):
        person.town.programs.append((name, person.name))
    answer = await person.done("POST", "/account/tokens", {"name": "robot", "scope": "play", "program": name})
    if answer:
        person.others.append(person.secret(answer["token"], "a program's token"))


@operation("programs", "enters a program in a tournament", 5)
async def enter_program(person: Person, draw: Random) -> None:
    town = person.town
    if not town.programs:
        return
    if not town.tournaments or draw.random() < 0.5:
        await _announce(person, draw)
    name, owner = draw.choice([each for each in town.programs if each[1] != person.name] or town.programs)
    for tournament in town.tournaments[-2:]:
        done = await person.done("POST", f"/tournaments/{tournament}/players", {"program": name})
        if done and owner != person.name:
            town.fault("a program was entered in a tournament without its owner's consent")


@operation("clubs", "founds a club", 4)
async def found_club(person: Person, draw: Random) -> None:
    await _found(person, draw)


async def _found(person: Person, draw: Random) -> str | None:
    answer = await person.done("POST", "/clubs", {"name": f"Club {draw.randrange(10**6)}"})
    if not answer:
        return None
    club = str(answer["info"]["id"])
    person.town.clubs.append(club)
    _see(person, club, answer)
    return club


def _see(person: Person, club: str, answer: Json) -> None:
    """Pass the link of a club on to everybody."""
    if answer.get("invite"):
        for each in person.town.people:
            each.invites.append((club, answer["invite"], person.town.world.loop.now))


@operation("clubs", "founds six clubs at once", 2)
async def found_many(person: Person, draw: Random) -> None:
    await asyncio.gather(*(_found(person, draw) for _ in range(6)))


@operation("clubs", "joins a club by its link", 6)
async def join_club(person: Person, draw: Random) -> None:
    for _, invite, _ in draw.sample(person.invites, min(3, len(person.invites))):
        await person.done("POST", "/clubs/join", {"invite": invite})


@operation("clubs", "removes a member, who tries to come back", 5)
async def remove_member(person: Person, draw: Random) -> None:
    for club in draw.sample(person.town.clubs, len(person.town.clubs)):
        if await _remove(person, club, draw):
            return


async def _remove(person: Person, club: str, draw: Random) -> bool:
    """Remove a member of a club, who tries the links they know; return whether there was one."""
    answer = await person.done("GET", f"/clubs/{club}")
    others = [each["guest"] for each in (answer or {}).get("members", ()) if each["guest"] and not each["own"]]
    if not others:
        return False
    member = draw.choice(others)
    await person.done("DELETE", f"/clubs/{club}/members/{member}")
    for removed in (each for each in person.town.people if each.id == member):
        for invite in (link for other, link, _ in removed.invites if other == club):
            await removed.done("POST", "/clubs/join", {"invite": invite})
    return True


@operation("clubs", "asks for a new link", 1)
async def renew_link(person: Person, draw: Random) -> None:
    if person.town.clubs:
        club = draw.choice(person.town.clubs)
        answer = await person.done("POST", f"/clubs/{club}/link")
        if answer:
            _see(person, club, answer)


@operation("clubs", "leaves a club", 2)
async def leave_club(person: Person, draw: Random) -> None:
    if person.town.clubs:
        await person.done("POST", f"/clubs/{draw.choice(person.town.clubs)}/leave")


@operation("tournaments", "announces a tournament", 5)
async def announce(person: Person, draw: Random) -> None:
    await _announce(person, draw)


async def _announce(person: Person, draw: Random, club: str | None = None) -> bool:
    """Announce a tournament; return whether it was done."""
    body = {
        "name": f"Cup {draw.randrange(10**6)}",
        "starts": person.town.world.wall() + 900,
        "plan": _PLAN,
        "bots": ["random", "random"],
        "club": club,
    }
    answer = await person.done("POST", "/tournaments", body)
    if answer:
        person.town.tournaments.append(answer["info"]["id"])
    return bool(answer)


@operation("clubs", "announces a tournament of a club", 5)
async def announce_for_club(person: Person, draw: Random) -> None:
    own = await person.done("GET", "/clubs")
    clubs = [club for text in _texts(own) for club in person.town.clubs if text == club]
    if clubs:
        await _announce(person, draw, draw.choice(clubs))


@operation("clubs", "founds a club, and everybody joins it and its tournament", 2)
async def gather_club(person: Person, draw: Random) -> None:
    await _gather(person, draw)


@operation("clubs", "founds a club, removes a member who joined its tournament, and lets that begin", 4)
async def begin_without(person: Person, draw: Random) -> None:
    if club := await _gather(person, draw):
        await _remove(person, club, draw)
        await person.done("POST", f"/tournaments/{person.town.tournaments[-1]}/begin")


async def _gather(person: Person, draw: Random) -> str | None:
    """Found a club with a tournament, and let everybody join both; return its id."""
    club = await _found(person, draw) if person.account else None
    if club and await _announce(person, draw, club):
        await asyncio.gather(*(_come(each) for each in person.town.people))
        return club
    return None


@operation("tournaments", "announces a tournament that everybody joins, lets it begin, and removes a player", 4)
async def gather_tournament(person: Person, draw: Random) -> None:
    if person.account and await _announce(person, draw):
        await asyncio.gather(*(_come(each) for each in person.town.people))
        await person.done("POST", f"/tournaments/{person.town.tournaments[-1]}/begin")
        await asyncio.sleep(draw.choice((0.0, 2.0)))
        await remove_player(person, draw)


async def _come(person: Person) -> None:
    """Join the newest club and the newest tournament."""
    if person.invites:
        await person.done("POST", "/clubs/join", {"invite": person.invites[-1][1]})
    if person.town.tournaments:
        await person.done("POST", f"/tournaments/{person.town.tournaments[-1]}/join")


@operation("tournaments", "announces five tournaments at once", 1)
async def announce_many(person: Person, draw: Random) -> None:
    await asyncio.gather(*(_announce(person, draw) for _ in range(5)))


def _tournament(person: Person, draw: Random) -> str | None:
    """Return one of the last tournaments: those before are mostly under way."""
    return draw.choice(person.town.tournaments[-2:]) if person.town.tournaments else None


@operation("tournaments", "joins a tournament", 8)
async def join_tournament(person: Person, draw: Random) -> None:
    del draw
    for tournament in person.town.tournaments[-2:]:
        await person.done("POST", f"/tournaments/{tournament}/join")


@operation("tournaments", "withdraws from a tournament", 2)
async def withdraw(person: Person, draw: Random) -> None:
    if tournament := _tournament(person, draw):
        await person.done("POST", f"/tournaments/{tournament}/withdraw")


@operation("tournaments", "lets a tournament begin", 5)
async def begin(person: Person, draw: Random) -> None:
    del draw
    for tournament in person.town.tournaments[-2:]:
        await person.done("POST", f"/tournaments/{tournament}/begin")


@operation("tournaments", "removes a player, who tries to come back", 9)
async def remove_player(person: Person, draw: Random) -> None:
    others = {each.name for each in person.town.people} - {person.name}
    for tournament in person.town.tournaments[-2:]:
        answer = await person.done("GET", f"/tournaments/{tournament}")
        people = [each for each in (answer or {}).get("players", ()) if each["name"] in others]
        if answer and answer["hosts"] and people:
            removed = draw.choice(people)
            await person.done("DELETE", f"/tournaments/{tournament}/players/{removed['id']}", {})
            for each in person.town.people:
                if each.name == removed["name"]:
                    await each.done("POST", f"/tournaments/{tournament}/join")


@operation("tournaments", "readmits a player", 1)
async def readmit(person: Person, draw: Random) -> None:
    if tournament := _tournament(person, draw):
        answer = await person.done("GET", f"/tournaments/{tournament}")
        if answer and answer["removed"]:
            player = draw.choice(answer["removed"])
            await person.done("POST", f"/tournaments/{tournament}/players/{player['id']}/readmit")


@operation("tournaments", "ends a tournament, or calls it off", 1)
async def end_tournament(person: Person, draw: Random) -> None:
    if tournament := _tournament(person, draw):
        await person.done("POST", f"/tournaments/{tournament}/{draw.choice(('end', 'cancel'))}")


@operation("tournaments", "reads a tournament's pages", 2)
async def read_tournament(person: Person, draw: Random) -> None:
    if tournament := _tournament(person, draw):
        at = f"/tournaments/{tournament}"
        await person.read_pages(at, f"{at}/pulse", f"{at}/results.json")


@operation("daily", "plays the deal of the day", 6)
async def play_daily(person: Person, draw: Random) -> None:
    answer = await person.done("POST", f"/daily/{days.today()}/play")
    if answer:
        table = answer["table"]["id"]
        await (await person.window(table)).play(draw.choice((1, 3, 60)))


@operation("daily", "begins the deal of the day twice at once", 2)
async def play_daily_twice(person: Person, draw: Random) -> None:
    del draw
    await asyncio.gather(*(person.done("POST", f"/daily/{days.today()}/play") for _ in range(3)))


@operation("daily", "plays yesterday's deal", 2)
async def play_yesterday(person: Person, draw: Random) -> None:
    answer = await person.done("POST", f"/daily/{days.day_after(days.today(), -1)}/play")
    if answer:
        await (await person.window(answer["table"]["id"])).play(draw.choice((1, 60)))


@operation("daily", "reads the pages of the last days", 6)
async def read_daily(person: Person, draw: Random) -> None:
    del draw
    for back in (0, -1, -2):
        day = days.day_after(days.today(), back)
        await person.read_pages(f"/daily/{day}", f"/daily/{day}/record")
    await person.ask("GET", "/daily")


@operation("accounts", "reads all that is told of oneself", 2)
async def read_own(person: Person, draw: Random) -> None:
    del draw
    pages = ("/account", "/account/export", "/account/tokens", "/guests/me/games", "/guests/me/waiting", "/blocks")
    for page in (*pages, "/guests/me/solo", "/guests/me/notices", "/guests/me/vacation", f"/people/{person.name}"):
        await person.ask("GET", page)


@operation("deletion", "deletes the account", 8)
async def delete_account(person: Person, draw: Random) -> None:
    del draw
    ending = [person.token, *person.others]
    if not person.account:
        return
    answer = await person.ask("DELETE", "/account", {"password": person.password})
    person.unsure = person.unsure or answer is None
    if answer and answer.status in (200, 204):
        person.deleted, person.account = True, False
        person.end_tokens(*ending)
        await _try_dead(person)
