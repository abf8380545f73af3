"""The arena: fair, reproducible, and complete in what it says."""

import json
import sys
from math import isclose
from pathlib import Path

import pytest
from click.testing import CliRunner

from codex_naturalis.bots import RandomBot, UnknownBotError
from codex_naturalis.cli import codex_naturalis
from codex_naturalis.extras import MissingExtraError
from codex_naturalis.play import contestant as contestant_module
from codex_naturalis.play.arena import Arena, ArenaGame, BotFailedError, FaultPolicy, play_arena, play_one
from codex_naturalis.play.elo import elo_ratings
from codex_naturalis.play.ray_arena import play_across
from codex_naturalis.play.standings import Tally
from codex_naturalis.record import deal_of, read_records, replay
from codex_naturalis.rules import Draw, Exhaustion, GameOptions, Preset, SoloLevel, Source, TieBreak, options_of

TWO = Arena(("random", "greedy"), options_of(2), games=6, seed="a")


def run(*arguments: str, code: int = 0) -> str:
    """Return what `codex-naturalis arena` prints."""
    result = CliRunner().invoke(codex_naturalis, ["arena", *arguments])
    assert result.exit_code == code, result.output
    return result.stdout if code == 0 else result.stderr


def timeless(game: ArenaGame) -> tuple[object, ...]:
    """Return all of a game but its clocks."""
    return (game.number, game.seating, game.record, game.result, game.turns)


def test_every_deal_is_played_from_every_seat() -> None:
    """With two bots, games 0 and 1 share a deal and swap seats; game 2 has another deal."""
    games = list(play_arena(TWO, processes=1))
    deals = [deal_of(game.record) for game in games]
    assert [game.seating for game in games] == [(0, 1), (1, 0)] * 3
    assert deals[0::2] == deals[1::2]
    assert len({str(deal) for deal in deals}) == 3


def test_four_seats_rotate() -> None:
    """Each of four bots sits on each seat once a deal."""
    plan = Arena(("random",) * 4, options_of(4), games=4, seed="a")
    seatings = [play_one(plan, number).seating for number in range(4)]
    assert all(sorted(column) == [0, 1, 2, 3] for column in zip(*seatings, strict=True))


def test_the_number_of_processes_makes_no_difference() -> None:
    """The same seed gives the same games, in the same order, in one process and in three."""
    plan = Arena(("greedy", "random", "planner"), options_of(3), games=13, seed="many")
    alone = [timeless(game) for game in play_arena(plan, processes=1)]
    together = [timeless(game) for game in play_arena(plan, processes=3)]
    assert alone == together
    assert [number for number, *_ in together] == list(range(13))


def test_another_seed_gives_other_games() -> None:
    """The seed decides the deals."""
    other = Arena(TWO.bots, TWO.options, TWO.games, "b")
    assert play_one(TWO, 0).record.deal != play_one(other, 0).record.deal


def test_a_bot_is_deaf_to_who_else_plays() -> None:
    """The first bot's chance depends on seed, game and its place in the list, not on the others."""
    left = play_one(Arena(("random", "greedy"), options_of(2), 1, "c"), 0).record.actions[0]
    right = play_one(Arena(("random", "planner"), options_of(2), 1, "c"), 0).record.actions[0]
    assert left == right


def test_a_bot_that_needs_no_view_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """`random` picks among the legal actions what it would choose from a view; only time is saved."""
    arena = Arena(("random", "random", "greedy"), options_of(3), 3, "pick")
    before = [game.record for game in play_arena(arena, processes=1)]
    monkeypatch.setattr(contestant_module, "Picking", type("Nothing", (), {}))
    monkeypatch.setattr(RandomBot, "choose", lambda _, view, rng: rng.choice(view.legal))
    assert [game.record for game in play_arena(arena, processes=1)] == before


def test_records_replay_to_the_result() -> None:
    """Each game's record, played by the rules, ends with the game's result."""
    for game in play_arena(TWO, processes=1):
        *_, last = replay(game.record)
        assert last.state.result == game.result


def test_the_tally_counts_sole_victories_and_shared_ones() -> None:
    """Wins and draws per bot add up to what the games say."""
    plan = Arena(("greedy", "greedy"), options_of(2), games=40, seed="tally")
    games = list(play_arena(plan, processes=1))
    tally = Tally(plan)
    for game in games:
        tally.add(game)
    first, second = tally.standings().bots
    shared = sum(len(game.result.winners) == 2 for game in games)
    assert first.wins + second.wins + shared == 40
    assert first.draws == second.draws == shared
    assert first.wins == sum([game.seating[seat] for seat in game.result.winners] == [0] for game in games)
    means = sum(sum(game.result.totals) for game in games) / 40
    assert isclose(first.mean_total + second.mean_total, means, abs_tol=0.01)
    assert first.ms_per_turn > 0


def test_a_bot_that_cheats_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where faults are to stop the arena, an illegal answer does, and says whose it was."""

    class Cheat:
        def choose(self, *_: object) -> Draw:
            return Draw(Source.GOLD_1)

    monkeypatch.setattr(contestant_module, "bot_at", lambda _: Cheat())
    with pytest.raises(BotFailedError, match="greedy in game 1"):
        play_one(Arena(("random", "greedy"), options_of(2), 2, "", FaultPolicy.STOP), 1)


def test_unknown_bots_are_refused_before_the_first_game() -> None:
    """Nothing is played when a name is unknown; a table needs one bot for each seat."""
    with pytest.raises(UnknownBotError, match="nobody"):
        play_arena(Arena(("random", "nobody"), options_of(2), 5, ""), processes=1)
    with pytest.raises(ValueError, match="2 seats"):
        Arena(("random",), options_of(2), 5, "")


def test_json_is_as_promised() -> None:
    """`--json` prints one object with the promised keys in it, and nothing else."""
    report = json.loads(run("random", "greedy", "--games", "6", "--seed", "S", "--json", "--processes", "1"))
    assert list(report) == ["games", "bots", "seconds"]
    assert report["games"] == 6
    keys = ["name", "wins", "draws", "mean_total", "ms_per_turn", "elo", "elo_error"]
    assert [list(bot) for bot in report["bots"]] == [keys, keys]
    assert [bot["name"] for bot in report["bots"]] == ["random", "greedy"]


def test_options_reach_the_games_and_records_are_complete(tmp_path: Path) -> None:
    """`--record` writes every game with its deal and the options asked for."""
    file = tmp_path / "games.jsonl"
    rules = ["--preset", "it", "--end-by-exhaustion", "table", "--tie-break", "objective_points"]
    run("random", "random", "--games", "3", "--seed", "r", "--record", str(file), "--processes", "1", *rules)
    records = list(read_records(file))
    assert len(records) == 3
    wanted = GameOptions(2, Preset.IT, Exhaustion.TABLE, TieBreak.OBJECTIVE_POINTS)
    assert all(record.options == wanted and record.deal is not None for record in records)


def test_solo_counts_games_won() -> None:
    """Against Tybor, `wins` are the games won, and Tybor's Elo is 0."""
    report = json.loads(run("planner", "--solo", "easy", "--games", "12", "--seed", "s", "--json", "--processes", "1"))
    plan = Arena(("planner",), options_of(1, solo=SoloLevel.EASY), 12, "s")
    won = sum(bool(game.result.winners) for game in play_arena(plan, processes=1))
    assert report["bots"][0]["wins"] == won
    assert report["bots"][0]["draws"] == 0
    assert (report["bots"][0]["elo"] > 0) == (won > 6)


def test_people_get_a_table_and_progress() -> None:
    """Without `--json`, a table is printed; progress goes to standard error."""
    out = run("random", "greedy", "--games", "4", "--processes", "1")
    assert "greedy" in out
    assert "4 games in" in out


@pytest.mark.parametrize("arguments", [["random"], ["random"] * 5, ["random", "who"], ["random", "--games", "0"]])
def test_what_is_not_understood_ends_with_2(arguments: list[str]) -> None:
    """One bot without `--solo`, five bots, an unknown bot and no games are refused."""
    assert run(*arguments, code=2)


def test_elo_of_a_known_score() -> None:
    """Three victories for each defeat are 191 Elo apart, in the limit of many games; equals are at 0."""
    (strong, error), (weak, _) = elo_ratings([[0, 7500], [2500, 0]])
    assert isclose(strong - weak, 190.8, abs_tol=0.5)
    assert isclose(strong, -weak)
    assert 1 < error < 5
    assert all(abs(rating) < 1e-6 for rating, _ in elo_ratings([[0, 5, 5], [5, 0, 5], [5, 5, 0]]))


def test_elo_is_less_sure_of_fewer_games() -> None:
    """A hundred times the games make a tenth of the error; a clean sweep has a finite rating."""
    few = elo_ratings([[0, 30], [30, 0]])[0][1]
    many = elo_ratings([[0, 3000], [3000, 0]])[0][1]
    assert 9 < few / many < 11
    assert 300 < elo_ratings([[0, 40], [0, 0]])[0][0] < 1000


def test_a_planner_beats_those_below_it() -> None:
    """Random players never win against the planner, greedy ones seldom."""
    for weaker, least in (("random", 20), ("greedy", 12)):
        plan = Arena(("planner", weaker), options_of(2), 20, "strength")
        tally = Tally(plan)
        for game in play_arena(plan, processes=1):
            tally.add(game)
        assert tally.standings().bots[0].wins >= least


def test_without_ray_one_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """`--ray` needs a package that few have: what brings it is said before any game is played."""
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r'pip install "codex-naturalis\[ray\]"'):
        play_across(Arena(("random", "greedy"), options_of(2), 1, ""))
