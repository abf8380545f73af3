"""Par: what the levels make of a deal, the same wherever it is worked out."""

from pathlib import Path

import pytest

from codex_naturalis.play.par import PAR_PLAYERS, ParPlayer, solo_outcome
from codex_naturalis.server.daily import par
from codex_naturalis.server.daily.deals import deal_of
from codex_naturalis.server.daily.par_worker import ParQuestion, Results
from codex_naturalis.server.scheduling.worker_client import WorkerFaultError, WorkerProcess
from tests.server.daily.conftest import Calendar
from tests.server.house import House, open_house
from tests.waiting import TIMEOUT

DEAL = deal_of("2026-11-28", b"some key")


def outcome(bot: str, seed: str = "one") -> tuple[int, int]:
    """Return the result of one game with the deal."""
    return solo_outcome(bot, DEAL.options, DEAL.deal, seed)


@pytest.mark.parametrize("bot", ["level:1", "level:2", "level:3", "search:60"])
def test_the_same_seed_gives_the_same_result(bot: str) -> None:
    """Also for a bot that searches, since its budget is counted."""
    assert outcome(bot) == outcome(bot)


def test_chance_comes_from_the_seed() -> None:
    """Over some seeds a bot's games differ."""
    assert len({outcome("level:1", str(seed)) for seed in range(12)}) > 1


def test_every_level_has_a_counted_budget() -> None:
    """None of the five thinks by the clock, and they are named as the levels are."""
    assert [player.key for player in PAR_PLAYERS] == ["novice", "goldsmith", "planner", "reader", "master"]
    assert "level:5" not in [player.bot for player in PAR_PLAYERS]


async def test_a_bot_that_fails_is_told() -> None:
    """The worker answers, and lives on."""
    worker = WorkerProcess("codex_naturalis.server.daily.par_worker")
    try:
        with pytest.raises(WorkerFaultError):
            await worker.ask(ParQuestion("nobody", DEAL.options, DEAL.deal, ("one",)), Results, TIMEOUT)
        process = worker.process
        question = ParQuestion("level:1", DEAL.options, DEAL.deal, ("one",))
        assert await worker.ask(question, Results, TIMEOUT) == (outcome("level:1"),)
        assert worker.process is process
    finally:
        await worker.close()


@pytest.mark.parametrize("place", ["sqlite", "postgres"], indirect=True)
async def test_par_is_worked_out_once(
    tmp_path: Path, place: dict[str, str], calendar: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a worker, with the salt of the day as its chance; then it is told, weakest level first, and kept."""
    monkeypatch.setattr(par, "PAR_PLAYERS", (*PAR_PLAYERS[:3], ParPlayer("reader", "search:60", 2)))
    async with open_house(tmp_path, **place, daily_games=2) as house:
        pars, day = house.services.daily.pars, calendar.day(-1)
        assert await house.services.daily.daily.response(day, None)
        assert await pars.par_of(day) == ()
        assert await pars.work_out(day)
        players = (await house.stranger().get(f"/daily/{day}"))["par"]
        assert [each["key"] for each in players][:3] == ["novice", "goldsmith", "planner"]
        deal = await pars._deals.of(day)
        games = [solo_outcome("level:3", deal.options, deal.deal, f"{deal.seal.salt}/planner/{n}") for n in range(2)]
        planner = players[2]
        assert (planner["games"], planner["points"]) == (2, sum(points for points, _ in games) / 2)
        assert planner["tybor"] == sum(tybor for _, tybor in games) / 2
        await pars._worker.close()
        assert await pars.work_out(day)
        assert pars._worker.process is None


async def test_par_is_told_with_the_results_only(house: House, calendar: Calendar) -> None:
    """Not to a player who is still to play today's deal."""
    await house.stranger().get("/daily")
    pars = house.services.daily.pars
    deal = await pars._deals.of(calendar.today)
    await pars._add(deal.day, PAR_PLAYERS[0], ((9, 8),))
    assert [par.key for par in await pars.par_of(deal.day)] == ["novice"]
    assert (await house.stranger().get(f"/daily/{calendar.today}"))["par"] == []
