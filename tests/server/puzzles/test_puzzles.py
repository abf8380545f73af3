"""Puzzles over HTTP: stateless, judged by the server, and nothing but a View goes out."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from codex_naturalis.analysis.puzzles import (
    Kind,
    Puzzle,
    current_puzzles,
    daily_number,
    moment,
    puzzles,
    view_of_puzzle,
)
from codex_naturalis.rules import Draw, legal_actions
from tests.server.house import open_house

OF_EACH = [next(puzzle for puzzle in puzzles() if puzzle.question.kind is kind) for kind in Kind]
NAMES = [puzzle.question.kind.value for puzzle in OF_EACH]


async def test_the_list_names_all_puzzles_and_the_one_of_the_day(tmp_path: Path) -> None:
    """Anybody may ask; the answers are not among what is told, and retired puzzles are not listed."""
    async with open_house(tmp_path) as house:
        listed = await house.stranger().get("/puzzles")
        assert [one["id"] for one in listed["puzzles"]] == [puzzle.id for puzzle in current_puzzles()]
        day = datetime.now(UTC).date()
        assert (listed["today"], listed["daily"]) == (day.isoformat(), daily_number(day))
        assert {one["turns"] for one in listed["puzzles"]} == {1, 2}
        assert "answer" not in json.dumps(listed)
        pictures = {one["number"]: one["codex"] for one in listed["puzzles"]}
        for puzzle in current_puzzles()[::20]:
            codex = view_of_puzzle(puzzle.number).seats[puzzle.seat].laid
            assert [(*laid.cell, laid.back and laid.back.kingdom) for laid in codex] == list(
                map(tuple, pictures[puzzle.number])
            ), "the picture is the position, and no card more"


@pytest.mark.parametrize("puzzle", OF_EACH, ids=NAMES)
async def test_a_puzzle_goes_out_as_a_view_and_is_judged(tmp_path: Path, puzzle: Puzzle) -> None:
    """The right answer is right, any other is not and learns what it brings; hint and solution fit."""
    async with open_house(tmp_path) as house:
        who, at = house.stranger(), f"/puzzles/{puzzle.number}"
        shown = await who.get(at)
        assert set(shown) == {"info", "view"}
        assert msgspec.convert(shown["view"], type(view_of_puzzle(1)), strict=False) == view_of_puzzle(puzzle.number)
        answer: list[Any] = json.loads(msgspec.json.encode(puzzle.answer))
        right = await who.post(f"{at}/answer", {"turn": answer})
        assert right["right"]
        assert right["outcome"] == right["best"]
        state, seat = moment(puzzle.record)
        other = next(action for action in legal_actions(state, seat) if action != puzzle.answer[0])
        wrong = await who.post(f"{at}/answer", {"turn": [msgspec.to_builtins(other), *answer[1:]]})
        assert not wrong["right"]
        assert "answer" not in wrong
        assert (await who.get(f"{at}/hint"))["card"] == answer[0]["card"]
        why = await who.get(f"{at}/solution")
        assert why["answer"] == answer
        assert {event["type"] for event in why["placed"]} == {"card_placed"}
        assert (why["placed"][0]["card"], why["placed"][0]["cell"]) == (answer[0]["card"], answer[0]["cell"])


async def test_what_is_no_puzzle_and_no_answer_is_refused(tmp_path: Path) -> None:
    """A number without a puzzle, a turn that the rules refuse, and a turn that lacks its draw."""
    async with open_house(tmp_path) as house:
        who = house.stranger()
        for number in (0, len(puzzles()) + 1):
            assert (await who.refused("GET", f"/puzzles/{number}"))["code"] == "puzzle.unknown"
        two = next(puzzle for puzzle in puzzles() if len(puzzle.answer) > 1)
        assert isinstance(two.answer[1], Draw)
        for turn in (two.answer[:1], two.answer[1:]):
            body = {"turn": msgspec.to_builtins(turn)}
            assert (await who.refused("POST", f"/puzzles/{two.number}/answer", body))["code"] == "exercise.illegal"


async def test_a_retired_puzzle_stays_under_its_number(tmp_path: Path) -> None:
    """Links to it work, and its page says that it is not listed any more."""
    retired = next(puzzle for puzzle in puzzles() if puzzle.retired)
    async with open_house(tmp_path) as house:
        who = house.stranger()
        shown = await who.get(f"/puzzles/{retired.number}")
        assert (shown["info"]["id"], shown["info"]["retired"]) == (retired.id, True)
        assert retired.number not in [one["number"] for one in (await who.get("/puzzles"))["puzzles"]]
