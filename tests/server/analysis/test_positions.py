"""Positions by their codes over HTTP: from a game, from a record, set up by hand, and which are not analysed."""

from pathlib import Path

import pytest

from codex_naturalis.analysis import prepare
from codex_naturalis.record import write_record
from codex_naturalis.rules import Phase
from codex_naturalis.views import View, from_code, view_of
from tests.analysis.positions import moment, short_game
from tests.server.house import House, Json, Person, Player, open_house
from tests.waiting import poll


@pytest.fixture(scope="module", autouse=True)
def ready() -> None:
    """Compile the kernel first, as the server would in the background."""
    prepare()


async def advised(person: Person, code: str) -> Json:
    """Return the advice, however often one has to ask."""

    async def ask() -> Json:
        said = await person.post("/analysis/hint", {"code": code})
        assert said["state"] == "ready" or said["turns"] == []
        return said

    return await poll(ask, lambda said: said["state"] == "ready", patience=200)


async def test_a_running_game_tells_each_what_they_know(house: House) -> None:
    """One's own eyes at the table, a spectator's for others; never a version, which would show what others hold."""
    ada, bea = await house.guest("Ada"), await house.guest("Bea")
    table = await ada.open(seats=2, bots=["random"])
    player = await Player.at(ada, table)
    await player.play_on(4)
    code = (await ada.get(f"/tables/{table}/position"))["code"]
    view = from_code(code)
    assert isinstance(view, View)
    assert view.viewer is not None
    assert view.viewer == player.view["viewer"]
    assert [held.card for held in view.seats[view.viewer].hand] == [
        held["card"] for held in player.view["seats"][view.viewer]["hand"]
    ]
    assert (await bea.get(f"/tables/{table}/position"))["code"].startswith("1.w.")
    assert (await ada.refused("GET", f"/tables/{table}/position?version=2"))["code"] == "table.not_over"


async def test_a_finished_game_tells_every_position(house: House) -> None:
    """With all cards, at a table and in a record; beyond the end it is the end."""
    ada = await house.guest("Ada")
    table = await ada.open(seats=1, solo="easy")
    await (await Player.at(ada, table)).until_over()
    codes = {(await ada.get(f"/tables/{table}/position?version={version}"))["code"] for version in (0, 5, 10_000)}
    assert len(codes) == 3
    record = write_record(short_game("planner", "random", cards=1))
    answer = await house.http.post("/api/v1/replays/position?version=3", content=record)
    assert from_code(answer.json()["code"]).phase is Phase.OBJECTIVE


async def test_a_position_is_analysed_as_its_player_knows_it(house: House) -> None:
    """From a state's code and a view's alike: every placement with what it gives, and the teacher's advice."""
    ada = await house.guest("Ada")
    state, seat = moment(2, Phase.PLACE)
    code = view_of(state, seat).code()
    answer = await ada.post("/analysis", {"code": state.code()})
    assert answer == await ada.post("/analysis", {"code": code})
    assert (answer["code"], answer["seat"]) == (code, seat)
    assert len(answer["view"]["previews"]) == len(answer["view"]["legal"]) > 0
    advice = await advised(ada, code)
    assert advice["turns"][0]["turn"][0] in answer["view"]["legal"]
    assert (await ada.refused("POST", "/analysis/hint", {"code": state.code(), "seat": 1 - seat}))[
        "code"
    ] == "hint.later"


async def test_what_is_no_position_is_refused_with_its_place(house: House) -> None:
    """A stable code, the character, and a sentence."""
    ada = await house.guest("Ada")
    refusal = await ada.refused("POST", "/analysis", {"code": "1.x"})
    assert (refusal["code"], refusal["facts"]["at"]) == ("position.invalid", 3)
    assert "whose eyes" in refusal["facts"]["fault"]
    assert (await ada.refused("POST", "/analysis", {"code": "1" * 1001}))["code"] == "request.malformed"
    state, _ = moment(2, Phase.PLACE)
    assert (await ada.refused("POST", "/analysis", {"code": state.code(), "seat": 3}))["code"] == "request.malformed"


@pytest.mark.parametrize("mine", [True, False])
async def test_a_game_under_way_without_hints_is_not_analysed(tmp_path: Path, mine: bool) -> None:
    """Neither for its players nor for others, a card before or after; once it is over it is."""
    async with open_house(tmp_path) as house:
        ada, bea = await house.guest("Ada"), await house.guest("Bea")
        table = await ada.open(seats=2, bots=["random"], hints=False)
        player = await Player.at(ada, table)
        await player.play_on(8)
        before = (await ada.get(f"/tables/{table}/position"))["code"]
        await player.play_on(2)
        person = ada if mine else bea
        for code in (before, (await ada.get(f"/tables/{table}/position"))["code"]):
            for path in ("/analysis", "/analysis/hint"):
                assert (await person.refused("POST", path, {"code": code}))["code"] == "hint.forbidden"
        await player.until_over()
        assert (await person.post("/analysis", {"code": before}))["code"] == before


async def test_where_hints_are_allowed_a_game_may_be_analysed(house: House) -> None:
    """While it is under way."""
    ada = await house.guest("Ada")
    table = await ada.open(seats=2, bots=["random"])
    await (await Player.at(ada, table)).play_on(8)
    code = (await ada.get(f"/tables/{table}/position"))["code"]
    assert (await ada.post("/analysis", {"code": code}))["code"] == code


async def test_a_position_is_set_up_by_hand(house: House) -> None:
    """Card by card; what the rules do not allow is refused, and changes nothing."""
    ada = await house.guest("Ada")
    code = (await ada.post("/analysis/setup", {"seats": 3}))["code"]

    async def change(**wanted: object) -> None:
        nonlocal code
        code = (await ada.post("/analysis/change", {"code": code, "change": wanted}))["code"]

    await change(type="starter", seat=1, card=86, side="back")
    await change(type="hand", cards=[20, 21, 60])
    await change(type="market", cards=[5, None, 50, 51])
    await change(type="objectives", common=[90, 91], own=100)
    await change(type="lay", seat=0, card=20, side="back", cell=[1, 1])
    await change(type="lay", seat=1, card=22, side="front", cell=[1, 1])
    view = (await ada.post("/analysis", {"code": code}))["view"]
    assert [held["card"] for held in view["seats"][0]["hand"]] == [21, 60], "what was laid is in the hand no more"
    assert [laid["card"] for laid in view["seats"][1]["laid"]] == [86, 22]
    assert (view["round"], view["objective"], view["common_objectives"]) == (2, 100, [90, 91])
    assert view["decks"]["resource"]["count"] == 40 - 4 - 4, "what lies nowhere else"
    await change(type="take", seat=0, source="gold-1")
    await change(type="take", seat=0, source="resource-2")
    view = (await ada.post("/analysis", {"code": code}))["view"]
    assert [held["card"] for held in view["seats"][0]["hand"]] == [21, 60, 50], "nothing comes from an empty slot"
    assert view["market"] == {"resource": [5, None], "gold": [None, 51]}
    wrong = {"type": "lay", "seat": 0, "card": 41, "side": "front", "cell": [2, 2]}
    refusal = await ada.refused("POST", "/analysis/change", {"code": code, "change": wrong})
    assert "cost" in refusal["facts"]["fault"]
    await change(type="lift", seat=1)
    assert len((await ada.post("/analysis", {"code": code}))["view"]["seats"][1]["laid"]) == 1
    assert (await ada.refused("POST", "/analysis/setup", {"seats": 2, "solo": "easy"}))["code"] == "request.malformed"
