"""The socket of programs: invitations, several games, answers that count once, and what goes wrong."""

import asyncio
import json
from pathlib import Path

import pytest

from tests.server.house import House, Json, Person, Player, open_house
from tests.server.programs.parts import Program, account, program_of, token_of
from tests.waiting import TIMEOUT

QUICK = {"left_seconds": 0.0}


async def invited(owner: Person, *names: str, **wanted: Json) -> tuple[str, "asyncio.Task[Json]"]:
    """Open a table and invite programs to it; return its id, and what the last invitation comes to."""
    table = await owner.open(seats=len(names) + 1, **wanted)
    for name in names[:-1]:
        await owner.post(f"/tables/{table}/programs", {"name": name})
    last = owner.ask("POST", f"/tables/{table}/programs", {"name": names[-1]})
    return table, asyncio.create_task(last)


async def begun(house: House, **ready: Json) -> tuple[Person, str, Program, Json]:
    """Return a person at a table with a program, which has not answered its first question."""
    owner = await account(house)
    token = await program_of(owner)
    program = Program(house, token)
    await program.start(**ready)
    _table, answer = await invited(owner, "Magpie")
    await program.sit()
    assert (await answer).status_code == 200
    return owner, token, program, await program.hear_of("ask")


@pytest.mark.parametrize("place", ["sqlite", "postgres"], indirect=True)
async def test_a_program_sits_down_where_it_is_invited_and_plays_a_whole_game(house: House) -> None:
    """It is greeted with its limits, invited by name, asked, and told the result with the record."""
    owner = await account(house)
    program = Program(house, await program_of(owner))
    hello = await program.start(name="Magpie", version="3")
    assert (hello["protocol"], hello["name"], hello["limits"]["games"]) == (1, "Magpie", 8)
    [here] = await owner.get("/programs")
    assert (here["name"], here["owner"], here["about"], here["busy"]) == ("Magpie", "Ada", "Magpie 3", False)
    table, answer = await invited(owner, "Magpie")
    game = await program.sit()
    assert game["game"] == table
    assert set(game["names"]) == {"Ada", "Magpie"}
    seats = (await answer).json()["table"]["seats"]
    assert {(seat["name"], seat["mark"]) for seat in seats} == {("Ada", "account"), ("Magpie", "program")}
    person = await Player.at(owner, table)
    over, result = await asyncio.gather(program.play(), person.until_over())
    assert over["result"] == result
    assert json.loads(over["record"])["actions"]


async def test_a_program_that_declines_or_is_not_there_does_not_sit(house: House) -> None:
    """The host is told which: declined, not connected, unknown; and hosts alone may invite."""
    owner = await account(house)
    program = Program(house, await program_of(owner))
    table = await owner.open(seats=2)
    for name, code in (("Magpie", "program.absent"), ("Nobody", "program.unknown")):
        assert (await owner.refused("POST", f"/tables/{table}/programs", {"name": name}))["code"] == code
    await program.start()
    declined = asyncio.create_task(owner.refused("POST", f"/tables/{table}/programs", {"name": "Magpie"}))
    await program.say("decline", table=(await program.hear_of("invited"))["table"])
    assert (await declined)["code"] == "program.declined"
    await program.say("accept", table=table)
    refused = await program.hear_of("refused")
    assert (refused["reason"], refused["table"]) == ("invitation.none", table)
    other = await house.guest("Bo")
    assert (await other.refused("POST", f"/tables/{table}/programs", {"name": "Magpie"}))["code"] == "seat.none"


async def test_one_connection_carries_several_games(house: House) -> None:
    """Two tables at the same time, each played to its end; a third is declined, since there is no more room."""
    owner = await account(house)
    program = Program(house, await program_of(owner))
    await program.start(games=2)
    first, one = await invited(owner, "Magpie")
    await program.sit()
    second, two = await invited(owner, "Magpie")
    await program.sit()
    await asyncio.gather(one, two)
    third = await owner.open(seats=2)
    assert (await owner.refused("POST", f"/tables/{third}/programs", {"name": "Magpie"}))["code"] == "program.busy"

    async def both() -> set[str]:
        for message in [each for each in program.heard if each["type"] == "ask"]:
            await program.answer(message)
        return {(await program.play())["game"], (await program.play())["game"]}

    people = [(await Player.at(owner, table)).until_over() for table in (first, second)]
    over, *_ = await asyncio.gather(both(), *people)
    assert over == {first, second}


async def test_a_question_has_the_same_number_on_a_new_connection(house: House) -> None:
    """What is open is asked again, and an answer that was on its way counts once."""
    owner, token, program, ask = await begun(house)
    again = Program(house, token)
    await again.start()
    assert await program.until_closed() == 4409
    asked = await again.hear_of("ask")
    assert {**asked, "seconds": 0} == {**ask, "seconds": 0}
    await again.answer(asked)
    await again.answer(asked)
    assert (await again.hear_of("refused"))["reason"] == "answer.second"
    person = await Player.at(owner, ask["game"])
    await person.play_on(1)
    await again.hear_of("ask")
    game = (await house.services.tables.get(ask["game"])).game
    assert game is not None
    assert [seat for seat, _ in game.actions].count(ask["view"]["viewer"]) == 1


async def test_old_and_unknown_answers_are_refused(house: House) -> None:
    """Only an open question can be answered, and the refusal names its number and a stable reason."""
    owner, _, program, ask = await begun(house)
    await program.say("answer", ask=ask["ask"] + 1, actions=ask["view"]["legal"][:1])
    refused = await program.hear_of("refused")
    assert (refused["ask"], refused["reason"]) == (ask["ask"] + 1, "answer.old")
    await program.say("answer", ask=ask["ask"], actions=[])
    assert (await program.hear_of("refused"))["reason"] == "message.malformed"
    await program.answer(ask)
    person = await Player.at(owner, ask["game"])
    await person.play_on(1)
    assert (await program.hear_of("ask"))["ask"] != ask["ask"]


async def test_after_two_illegal_answers_a_stand_in_plays_on(tmp_path: Path) -> None:
    """The first is refused with its reason, the second ends the program's game; the question is taken back."""
    async with open_house(tmp_path, bot_seconds=0) as house:
        owner, _, program, ask = await begun(house)
        wrong = {"type": "draw", "source": "gold-1"}
        await program.answer(ask, wrong)
        assert (await program.hear_of("refused"))["reason"] == "illegal.wrong_phase"
        await program.answer(ask, wrong)
        assert (await program.hear_of("stop"))["ask"] == ask["ask"]
        person = await Player.at(owner, ask["game"])
        assert [seat["stand_in"] for seat in person.table["seats"] if seat["mark"] == "program"] == ["level:3"]


async def test_a_stand_in_plays_on_for_a_program_that_has_no_answer(tmp_path: Path) -> None:
    """It says why, for its author; the question is taken back. Without a question there is nothing to give up."""
    async with open_house(tmp_path, bot_seconds=0) as house:
        owner, _, program, ask = await begun(house)
        await program.say("failed", text="no idea")
        assert (await program.hear_of("refused"))["reason"] == "message.malformed"
        await program.say("failed", ask=ask["ask"], text="no idea")
        assert (await program.hear_of("stop"))["ask"] == ask["ask"]
        person = await Player.at(owner, ask["game"])
        assert [seat["stand_in"] for seat in person.table["seats"] if seat["mark"] == "program"] == ["level:3"]


async def test_a_program_that_says_nothing_is_replaced(tmp_path: Path) -> None:
    """After the time limit its question is taken back, and a stand-in plays on to the end."""
    async with open_house(tmp_path, bot_seconds=0.2, stand_in="random") as house:
        owner, _, program, ask = await begun(house)
        assert ask["seconds"] == 0.2
        assert (await program.hear_of("stop"))["ask"] == ask["ask"]
        await program.answer(ask)
        assert (await program.hear_of("refused"))["reason"] == "answer.old"
        assert await (await Player.at(owner, ask["game"])).until_over()


async def test_a_stand_in_plays_on_for_a_program_that_dies(tmp_path: Path) -> None:
    """The game goes on without it, and it gets its seat back with a new connection."""
    async with open_house(tmp_path, **QUICK) as house:
        owner, token, program, ask = await begun(house)
        await program.socket.leave()
        person = await Player.at(owner, ask["game"])
        while not any(seat["stand_in"] for seat in person.table["seats"]):
            await person.hear()
        again = Program(house, token)
        await again.start()
        await again.hear_of("game")
        while any(seat["stand_in"] for seat in person.table["seats"]):
            await person.hear()
        over, _ = await asyncio.gather(again.play(), person.until_over())
        assert over["type"] == "over"


@pytest.mark.parametrize(
    ("line", "code"),
    [("no message at all", 4400), (b"\x00\x01", 4400), ('{"type":"ready"}', 4400), ('{"type":"act"}', 4400)],
)
async def test_junk_ends_the_connection_and_nothing_else(house: House, line: Json, code: int) -> None:
    """A line that is no message is refused with a reason; the game it belonged to goes on."""
    _owner, token, program, ask = await begun(house)
    await program.socket.say(line)
    assert await program.until_closed() == code
    assert program.heard[-1]["type"] == "refused"
    again = Program(house, token)
    await again.start()
    assert (await again.hear_of("ask"))["ask"] == ask["ask"]


async def test_a_flood_is_told_how_long_to_wait_and_then_cut_off(tmp_path: Path) -> None:
    """Messages beyond the limit are dropped, each with the seconds to wait; one who goes on is disconnected."""
    async with open_house(tmp_path, bot_messages_per_second=0.001, bot_messages_at_once=3) as house:
        owner, _token, program, ask = await begun(house)
        for _ in range(600):
            await program.say("info", ask=ask["ask"], text="…")
        refused = await program.hear_of("refused")
        assert refused["reason"] == "limit.messages"
        assert refused["facts"]["seconds"] > 0
        assert await program.until_closed() == 4429
        assert await owner.get("/programs") == []


async def test_what_a_program_is_shown_is_what_a_person_is_shown(house: House) -> None:
    """The view in a question is byte for byte the view that the same seat gets at the table's own socket."""
    _owner, token, program, ask = await begun(house)
    sent = next(frame for frame in reversed(program.socket.frames) if '"ask"' in frame)
    socket = house.socket(ask["game"])
    await socket.open()
    await socket.say({"type": "hello", "token": token, "previews": True})
    welcome = await socket.hear()
    assert welcome["viewer"] == ask["view"]["viewer"]
    view = socket.frames[-1].split('"view":', 1)[1][:-1]
    assert f'"view":{view},' in sent


async def test_only_a_program_with_the_right_scope_is_let_in(house: House) -> None:
    """No token, a person's, a token for reading, a revoked one: each is refused in the handshake."""
    owner = await account(house)
    token = await program_of(owner, scope="read")
    person = await token_of(owner)
    for wrong, code in ((token, "program.only"), (person, "program.only"), ("t.junk", "token.invalid")):
        assert (await Program(house, wrong).refused())["code"] == code
    nobody = Program(house, "")
    assert (await nobody.refused())["code"] == "token.missing"


async def test_a_revoked_token_ends_its_connection(house: House) -> None:
    """Revocation closes what is open, and lets nothing new in."""
    owner = await account(house)
    program = Program(house, await program_of(owner))
    await program.start()
    [token] = await owner.get("/account/tokens")
    assert (await owner.ask("DELETE", f"/account/tokens/{token['id']}")).status_code == 204
    assert await program.until_closed() == 4401


async def test_a_host_may_allow_no_programs(tmp_path: Path) -> None:
    """With CODEX_BOTS=off there are no bot accounts, and no socket for them."""
    async with open_house(tmp_path) as house:
        owner = await account(house)
        token = await program_of(owner)
    async with open_house(tmp_path, bots="off") as house:
        assert (await Program(house, token).refused())["code"] == "program.off"
        owner = Person(
            house,
            (await Person(house).post("/account/session", {"name": "Ada", "password": "right horse battery"}))["token"],
        )
        assert (await owner.refused("POST", "/account/programs", {"name": "Other"}))["code"] == "program.off"


@pytest.mark.parametrize("bots", ["invited", "open"])
async def test_programs_open_tables_only_on_open_servers(tmp_path: Path, bots: str) -> None:
    """Elsewhere they sit down only where they are invited; where they may, house bots do not keep them waiting."""
    async with open_house(tmp_path, bots=bots, bot_delay=60.0) as house:
        owner = await account(house)
        token = await program_of(owner)
        program = Program(house, token)
        await program.start()
        client = Person(house, token)
        wanted = {"seats": 2, "bots": ["random"]}
        if bots == "invited":
            assert (await client.refused("POST", "/tables", wanted))["code"] == "program.invited"
            return
        table = await client.open(**wanted)
        over = await asyncio.wait_for(program.play(), TIMEOUT)
        assert over["game"] == table


async def test_a_program_that_says_quit_is_invited_no_more_and_ends_its_games(house: House) -> None:
    """It is busy to hosts, while the game under way goes on."""
    owner, _, program, ask = await begun(house)
    await program.say("quit")
    await program.answer(ask)
    await (await Player.at(owner, ask["game"])).play_on(1)
    await program.hear_of("ask")
    other = await owner.open(seats=2)
    assert (await owner.refused("POST", f"/tables/{other}/programs", {"name": "Magpie"}))["code"] == "program.busy"


async def test_a_rematch_invites_the_programs_of_the_game(house: House) -> None:
    """Who asks for a rematch plays against the same program again."""
    owner, _, program, ask = await begun(house)
    await program.answer(ask)
    person = await Player.at(owner, ask["game"])
    await asyncio.gather(program.play(), person.until_over())
    again = (await owner.post(f"/tables/{ask['game']}/rematch"))["table"]["id"]
    game = await program.sit()
    assert game["game"] == again


async def test_a_closed_game_is_over_without_a_result(house: House) -> None:
    """The program is told that a table was closed by its host's operator."""
    _owner, _, program, ask = await begun(house)
    from codex_naturalis.seating import close_table  # noqa: PLC0415
    from codex_naturalis.wire.table import NoteKind  # noqa: PLC0415

    table = await house.services.tables.get(ask["game"])
    await table.change(lambda data: close_table(data, NoteKind.CLOSED_GONE, 0))
    over = await program.hear_of("over")
    assert (over["game"], over["result"]) == (ask["game"], None)
