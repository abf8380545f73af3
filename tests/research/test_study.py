"""The study's page says what its script says of the packaged rates, and the script what a small set of games says."""

from statistics import mean, pstdev
from typing import Any

import pytest

from codex_naturalis.data import Explored, GameTally, TallyGroup, load_packaged, rows_of, tally_rows
from codex_naturalis.data.schema import TABLES
from codex_naturalis.data.selfplay.making import play_part
from codex_naturalis.data.selfplay.parts import part_named
from research import study

GAMES = 60


def named(table: str, row: tuple[Any, ...]) -> dict[str, Any]:
    """Return a row by the names of its columns."""
    return dict(zip((column.name for column in TABLES[table]), row, strict=True))


def test_page_and_plots_are_what_the_script_writes() -> None:
    """From the rates in the package."""
    words, pictures = study.figures(load_packaged())
    page = study.PAGE.read_text("utf-8")
    assert study.filled(page, words) == page
    for name, picture in pictures.items():
        assert (study.IMAGES / name).read_text("utf-8") == picture
        assert f"../images/{name}" in page


def test_figures_of_a_small_set_are_those_of_its_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """First seat, gold cards, objectives and spread, counted again from the rows by the rules."""
    monkeypatch.setattr(study, "LEAST", 1)
    tally = GameTally.empty(2)
    games = [rows for record in play_part(part_named("planner-2"), range(GAMES)) if (rows := rows_of(record))]
    for rows in games:
        tally_rows(tally, rows)
    group = TallyGroup("planner-2", "planner", 2, None, "", tally.trim())
    seats = [named("seats", row) for rows in games for row in rows.seats]
    turns = [named("turns", row) for rows in games for row in rows.turns]
    first = [seat["won"] / seat["winners"] for seat in seats if seat["seat"] == 0]
    ((part, low, high), even) = study.first_seats([group])["planner-2"]
    assert (part, even) == pytest.approx((mean(first), 0.5))
    assert low < part < high
    gold = [turn["points"] for turn in turns if turn["card"] > 40 and turn["side"] == "front" and turn["round"] == 6]
    assert study.gold_by_round(group)[6] == pytest.approx((mean(gold), len(gold)))
    kept = [seat for seat in seats if seat["kept"] == 95]
    offered = [seat for seat in seats if 95 in (seat["offered_1"], seat["offered_2"])]
    (won, share, points) = study.objectives(group)[95]
    assert won[0] == pytest.approx(mean(seat["won"] / seat["winners"] for seat in kept))
    assert (share, points) == pytest.approx((len(kept) / len(offered), mean(seat["points_kept"] for seat in kept)))
    totals = [seat["total"] for seat in seats]
    assert study.luck([group])["planner-2"] == pytest.approx((mean(totals), pstdev(totals)))
    assert set(study.figures(Explored((group,)))[1]) == {"study-seats.svg", "study-gold.svg", "study-objectives.svg"}
