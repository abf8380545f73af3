"""The teacher at the tables: who is told what, when, and that reviews are kept."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import msgspec
import pytest

from codex_naturalis.analysis import EDITION, REVIEW, Hint, Review, Turn, compare, prepare
from codex_naturalis.analysis import review as look_back
from codex_naturalis.local.finished import game_of
from codex_naturalis.record import parse_seat_action, read_record, replay, write_record
from codex_naturalis.rules import Phase
from codex_naturalis.server.scheduling.worker_client import WorkerFailedError
from codex_naturalis.server.teacher import teacher
from codex_naturalis.server.teacher.reviews import ReviewLeases
from codex_naturalis.server.teacher.teacher import TeacherWorker, _key, _record
from codex_naturalis.server.teacher.worker import (
    AskHint,
    AskReview,
    TeacherAnswer,
    TeacherQuestion,
    answer,
)
from codex_naturalis.views import view_of
from tests.analysis.positions import moment, short_game
from tests.server.house import House, Json, Person, Player, open_house
from tests.several import Cluster
from tests.waiting import poll, until_set

THOUGHT = 200.0
"""Seconds within which a busy machine works out what the teacher says: below what ends any test."""


@pytest.fixture(scope="module", autouse=True)
def ready() -> None:
    """Compile the kernel first, as the server would in the background."""
    prepare()


def is_ready(response: Json) -> bool:
    """Return whether a hint or a review was worked out."""
    return bool(response["state"] == "ready")


async def asked(person: Person, table: str) -> Json:
    """Return the hint, however often one has to ask."""

    async def ask() -> Json:
        response = await person.post(f"/tables/{table}/hint")
        assert response["state"] == "ready" or response["turns"] == []
        return response

    return await poll(ask, is_ready, patience=THOUGHT)


async def reviewed(person: Person, table: str) -> tuple[Json, list[float]]:
    """Return the review, and its progress at each request."""
    parts: list[float] = []

    async def ask() -> Json:
        response = await person.post(f"/tables/{table}/review")
        if not is_ready(response):
            assert response["review"] is None
            parts.append(response["part"])
        return response

    return (await poll(ask, is_ready, patience=THOUGHT))["review"], parts


async def test_a_hint_is_for_the_seat_that_is_to_act(tmp_path: Path) -> None:
    """Each turn in it can be played; asked again the same hint comes at once; others get none."""
    async with open_house(tmp_path) as house:
        ada = await house.guest("Ada")
        table = await ada.open(seats=1, solo="easy")
        player = await Player.at(ada, table)
        response = await asked(ada, table)
        assert (response["version"], response["part"]) == (0, 1)
        assert {each["turn"][0]["type"] for each in response["turns"]} == {"side"}
        await player.play_on(2)
        response = await asked(ada, table)
        assert response == await asked(ada, table)
        assert 3 <= len(response["turns"]) <= 5
        assert all(each["as_good"] for each in response["turns"][3:]), "beyond three only what is as good as the first"
        assert all(each["turn"][0] in player.view["legal"] for each in response["turns"])
        bea = await house.guest("Bea")
        assert (await bea.refused("POST", f"/tables/{table}/hint"))["code"] == "seat.none"
        answer = await player.act(*response["turns"][0]["turn"])
        assert answer["type"] == "done"


async def test_one_of_several_servers_works_a_review_out(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others tell how far it is, and the same review; if the one that began it dies, another starts over.

    What is thought has no part in this, only how long: several leases.
    """
    record, thought = short_game("planner", "planner", cards=0), Review(EDITION, "", REVIEW, (), (), (), ())
    asked: list[TeacherQuestion] = []

    async def think(
        _: TeacherWorker, question: TeacherQuestion, __: float, on_progress: Callable[[float], None]
    ) -> TeacherAnswer:
        asked.append(question)
        on_progress(0.5)
        await asyncio.sleep(6.4)
        return thought

    monkeypatch.setattr(TeacherWorker, "ask", think)
    settings = {"database_url": postgres.database(), "lease_seconds": 3.0}
    async with open_house(tmp_path, **settings) as one, open_house(tmp_path, **settings) as two:
        people = await one.guest("Ada"), await two.guest("Bea")
        game = game_of(write_record(record).encode())
        dead = ReviewLeases(one.services.store, 0.4)
        assert await dead.take(_key(_record(game)))
        response = await two.services.teacher.review(game)
        assert (response.state, response.part) == ("thinking", 0)
        found = await asyncio.gather(*(until_read(person, write_record(record)) for person in people))
    assert [review for review, _ in found] == [msgspec.json.decode(msgspec.json.encode(thought))] * 2
    assert all(0.5 in parts for _, parts in found)
    assert len(asked) == 1


async def test_whoever_asks_at_the_same_moment_waits_for_one_review(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is worked out once for all of them."""
    record, thought = short_game("planner", "planner", cards=0), Review(EDITION, "", REVIEW, (), (), (), ())
    asked: list[TeacherQuestion] = []

    async def think(_: TeacherWorker, question: TeacherQuestion, *__: object) -> TeacherAnswer:
        asked.append(question)
        return thought

    monkeypatch.setattr(TeacherWorker, "ask", think)
    ada = await house.guest("Ada")
    found = await asyncio.gather(*(until_read(ada, write_record(record)) for _ in range(3)))
    assert [review for review, _ in found] == [plain(thought)] * 3
    assert len(asked) == 1


async def until_read(person: Person, record: str) -> tuple[Json, set[float]]:
    """Return the review of a record, and its progress at each request."""
    parts: set[float] = set()

    async def ask() -> Json:
        response = await person.post("/replays/review", msgspec.Raw(record.encode()))
        if not is_ready(response):
            parts.add(response["part"])
        return response

    return (await poll(ask, is_ready, pause=0.05, patience=THOUGHT))["review"], parts


async def test_where_hints_are_not_wanted_there_are_none(tmp_path: Path) -> None:
    """By default they are for tables that are not listed; the host may decide otherwise; rematches agree."""
    async with open_house(tmp_path) as house:
        ada = await house.guest("Ada")
        for wanted, allowed in [({}, True), ({"listed": True}, False), ({"hints": False}, False)]:
            table = await ada.open(seats=2, bots=["random"], **wanted)
            assert (await ada.get(f"/tables/{table}"))["table"]["hints"] is allowed
            if not allowed:
                assert (await ada.refused("POST", f"/tables/{table}/hint"))["code"] == "hint.forbidden"
        waiting = await ada.open(seats=2, listed=True, hints=True)
        assert (await ada.get(f"/tables/{waiting}"))["table"]["hints"] is True
        assert (await ada.refused("POST", f"/tables/{waiting}/hint"))["code"] == "table.waiting"
        table = await ada.open(seats=2, bots=["random"], hints=False)
        await (await Player.at(ada, table)).until_over()
        again = await ada.post(f"/tables/{table}/rematch")
        assert again["table"]["hints"] is False


async def test_before_it_is_ones_turn_there_is_no_hint(tmp_path: Path) -> None:
    """A seat that has chosen waits for the others."""
    async with open_house(tmp_path) as house:
        ada, bea = await house.guest("Ada"), await house.guest("Bea")
        table = await ada.open(seats=2)
        await bea.post(f"/tables/{table}/join")
        player = await Player.at(ada, table)
        await player.act(player.view["legal"][0])
        assert (await ada.refused("POST", f"/tables/{table}/hint"))["code"] == "hint.later"


def plain(value: object) -> Json:
    """Return a value as it comes over the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """Yield a server."""
    async with open_house(tmp_path) as house:
        yield house


async def finished(person: Person) -> tuple[str, Json]:
    """Play a small game on from its last turns to the end; return the table and its record."""
    record = short_game("planner", "planner", cards=0)
    answer = await person.house.http.post(
        "/api/v1/replays/what-if?version=0&seat=0",
        content=write_record(record),
        headers={"Authorization": f"Bearer {person.token}"},
    )
    table = answer.json()["table"]["id"]
    await (await Player.at(person, table)).until_over()
    return table, await person.get(f"/tables/{table}/record")


async def test_a_review_is_worked_out_once_and_kept(house: House) -> None:
    """Nothing is begun by looking; then it goes from 0 to 1; a restarted server still has it."""
    ada = await house.guest("Ada")
    table, record = await finished(ada)
    assert await house.stranger().get(f"/tables/{table}/review") == {"state": "none", "part": 0, "review": None}
    assert (await house.stranger().refused("POST", f"/tables/{table}/review"))["code"] == "token.missing"
    review, parts = await reviewed(ada, table)
    assert parts == sorted(parts)
    expected = look_back(read_record(msgspec.json.encode(record)))
    assert review == plain(expected)
    house.services.teacher._reviews.clear()
    assert (await house.stranger().get(f"/tables/{table}/review"))["review"] == review
    same = await house.http.post(
        "/api/v1/replays/review",
        content=msgspec.json.encode(record),
        headers={"Authorization": f"Bearer {ada.token}"},
    )
    assert same.json()["review"] == review


async def test_a_turn_tried_is_compared_as_in_the_review(house: House) -> None:
    """The moment shows what the seat saw and could do; the turn played gets the review's verdict."""
    ada = await house.guest("Ada")
    table, record = await finished(ada)
    steps = [*replay(read_record(msgspec.json.encode(record)))]
    version = next(at + 1 for at, step in enumerate(steps) if step.state.phase is Phase.PLACE)
    view = view_of(steps[version - 1].state, 0)
    moment = await house.stranger().get(f"/tables/{table}/exercise?version={version}")
    assert (moment["seat"], moment["view"]["legal"]) == (0, plain(view.legal))
    played = [plain(parse_seat_action(text)[1]) for text in record["actions"][version : version + 2]]
    played = played[: 1 + (played[1]["type"] == "draw")]
    tried = await ada.post(f"/tables/{table}/exercise", {"version": version, "turn": played})
    compared = compare(view, msgspec.convert(played, Turn), "", version)
    assert tried == {"compared": plain(compared), "played": played}
    wrong = {**played[0], "cell": [0, 0]}
    refused = await ada.refused("POST", f"/tables/{table}/exercise", {"version": version, "turn": [wrong]})
    assert (refused["code"], refused["facts"]["reason"]) == ("exercise.illegal", "illegal.cell_taken")
    last = len(record["actions"])
    assert (await ada.refused("GET", f"/tables/{table}/exercise?version={last}"))["code"] == "exercise.none"
    text = msgspec.json.encode(record).decode()
    brought = await house.http.post(f"/api/v1/replays/exercise?version={version}", content=text)
    assert brought.json() == moment
    again = {"record": text, "version": version, "turn": played}
    assert await ada.post("/replays/exercise/try", again) == tried
    refused = await ada.refused("POST", "/replays/exercise/try", {**again, "turn": [wrong]})
    assert refused["code"] == "exercise.illegal"
    unfinished = msgspec.json.encode({**record, "actions": record["actions"][:-1]}).decode()
    refused = await ada.refused("POST", "/replays/exercise/try", {**again, "record": unfinished})
    assert refused["code"] == "record.unfinished"


async def test_a_game_that_goes_on_is_no_lesson(house: House) -> None:
    """No review and no exercise tells what the others hold."""
    ada = await house.guest("Ada")
    table = await ada.open(seats=2, bots=["random"])
    for method, what in [("GET", "review"), ("POST", "review"), ("GET", "exercise?version=0")]:
        assert (await ada.refused(method, f"/tables/{table}/{what}"))["code"] == "table.not_over"
    tried = {"version": 0, "turn": [{"type": "side", "side": "front"}]}
    assert (await ada.refused("POST", f"/tables/{table}/exercise", tried))["code"] == "table.not_over"


async def test_a_worker_that_cannot_answer_is_no_loss() -> None:
    """It says why, or is given up when it is late; the next question is answered."""
    aside, progress = TeacherWorker(), list[float]()
    try:
        with pytest.raises(WorkerFailedError, match="RecordError"):
            await aside.ask(AskReview("{}", ""), 60)
        question = AskReview(write_record(short_game("planner", "planner", cards=0)), "")
        with pytest.raises(WorkerFailedError, match="Timeout"):
            await aside.ask(question, 0.01)
        asking = asyncio.create_task(aside.ask(question, 60, progress.append))
        await asking
        assert progress[0] == 0
    finally:
        await aside.close()


async def test_a_hint_says_how_far_it_is(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker reports which part is done, up to the whole; requests meanwhile are answered with it."""
    progress: list[float] = []
    view = view_of(moment(2, Phase.PLACE)[0], moment(2, Phase.PLACE)[1])
    assert isinstance(answer(AskHint(view, "seed"), progress.append), Hint)
    assert len(progress) >= 3
    assert progress == sorted(progress)
    assert (0 < progress[0] < 1, progress[-1] > 0.5) == (True, True)
    done = asyncio.Event()

    async def think(
        _: TeacherWorker, __: TeacherQuestion, ___: float, on_progress: Callable[[float], None]
    ) -> TeacherAnswer:
        on_progress(0.5)
        await done.wait()
        return Hint(())

    monkeypatch.setattr(TeacherWorker, "ask", think)
    monkeypatch.setattr(teacher, "_FOR_A_HINT", 0.05)
    ada = await house.guest("Ada")
    table = await ada.open(seats=1, solo="easy")
    asked = await ada.post(f"/tables/{table}/hint")
    assert (asked["state"], asked["part"]) == ("thinking", 0.5)
    done.set()


async def test_what_was_begun_is_given_up_before_the_server_ends(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A computing worker is interrupted, and its lease is given up when the teacher has closed."""
    begun, put_back = asyncio.Event(), asyncio.Event()

    async def think(*_: object) -> TeacherAnswer:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.05)  # as long as a lease takes to give up
            put_back.set()
        raise AssertionError("nobody lets it go on")

    monkeypatch.setattr(TeacherWorker, "ask", think)
    ada = await house.guest("Ada")
    record = write_record(short_game("planner", "planner", cards=0))
    asking = asyncio.create_task(ada.ask("POST", "/replays/review", msgspec.Raw(record.encode())))
    await until_set(begun, "the worker computes")
    await house.services.teacher.close()
    assert put_back.is_set()
    asking.cancel()
