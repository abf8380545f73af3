"""Reviews: the same again, complete, fair to both, and the sums are right."""

import pytest
from msgspec.json import decode, encode
from msgspec.structs import replace

from codex_naturalis.analysis import Cause, Review, UnfinishedError, Verdict, prepare, review
from codex_naturalis.analysis.review import LOST, like
from codex_naturalis.bots import LEVELS
from codex_naturalis.record import Record, replay
from codex_naturalis.rules import Place, SoloLevel
from tests.analysis.positions import SMALL, short_game

GAMES = [
    short_game("planner", solo=SoloLevel.NORMAL),
    short_game("planner", "random"),
    short_game("planner", "greedy", "random"),
]


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: f"{game.options.seats} seats")
def reviewed(request: pytest.FixtureRequest) -> tuple[Record, Review]:
    """Return a game with its review."""
    return request.param, review(request.param, "seed", SMALL)


def test_every_action_belongs_to_one_turn(reviewed: tuple[Record, Review]) -> None:
    """The turns follow each other without gaps from the deal to the end, and are what was played."""
    record, judged = reviewed
    assert [turn.version for turn in judged.turns] == [0, *(turn.after for turn in judged.turns[:-1])]
    assert judged.turns[-1].after == len(record.actions)
    assert all(turn.after - turn.version == len(turn.played) for turn in judged.turns)
    assert [turn.turn for turn in judged.turns if turn.turn] == list(range(1, judged.turns[-1].turn + 1))


def test_the_curve_leads_to_the_result(reviewed: tuple[Record, Review]) -> None:
    """A point before each turn and one at the end, which is what really happened."""
    record, judged = reviewed
    result = [*replay(record)][-1].state.result
    assert result is not None
    assert [point.version for point in judged.curve[:-1]] == [turn.version for turn in judged.turns if turn.turn]
    assert [seat for seat, win in enumerate(judged.curve[-1].wins) if win] == list(result.winners)
    for point in judged.curve:
        assert all(0 <= win <= 1 for win in point.wins)
        assert sum(point.wins) <= 1 + 1e-9
    assert set(judged.turning) <= {point.version for point in judged.curve}


def test_choice_and_chance_add_up(reviewed: tuple[Record, Review]) -> None:
    """For each seat: what could be expected, and what choices and luck made of it, is the margin in the end."""
    _, judged = reviewed
    for player in judged.players:
        own = [turn.compared.gained for turn in judged.turns if turn.turn and turn.seat == player.seat]
        assert player.choices == pytest.approx(sum(own))
        assert player.start + player.choices + player.others + player.luck == pytest.approx(player.end)
        assert 0 <= player.accuracy <= 100
    if len(judged.players) == 2:
        assert judged.players[0].luck == pytest.approx(-judged.players[1].luck)


def test_verdicts_follow_from_what_was_lost(reviewed: tuple[Record, Review]) -> None:
    """The best turn loses nothing; what is called worse names a better turn first."""
    _, judged = reviewed
    for turn in judged.turns:
        assert (turn.compared.verdict in (Verdict.BEST, Verdict.FORCED)) == (turn.compared.loss == 0)
        if turn.compared.verdict in (Verdict.INACCURATE, Verdict.MISTAKE, Verdict.BLUNDER):
            assert turn.compared.better[0].turn != turn.played
            assert turn.compared.better[0].behind == 0
    for player in judged.players:
        own = [turn.compared.verdict for turn in judged.turns if turn.seat == player.seat]
        assert all(own.count(Verdict(name)) == count for name, count in player.verdicts.items() if name != "forced")


def test_what_was_lost_has_a_cause(reviewed: tuple[Record, Review]) -> None:
    """A turn worth another look should have drawn otherwise, or laid another card, side or cell, as the best did."""
    _, judged = reviewed
    for turn in judged.turns:
        compared = turn.compared
        assert (compared.cause is not None) == (compared.verdict in LOST and bool(turn.turn))
        assert 0 <= compared.drawn <= compared.loss + 1e-9
        if compared.cause in (Cause.CARD, Cause.SIDE, Cause.CELL):
            own, best = turn.played[0], compared.better[0].turn[0]
            assert isinstance(own, Place)
            assert isinstance(best, Place)
            assert (own.card != best.card) == (compared.cause is Cause.CARD)
            assert compared.cause is Cause.CARD or (own.side is not best.side) == (compared.cause is Cause.SIDE)
            assert compared.drawn <= compared.loss / 2
    for player in judged.players:
        causes = [turn.compared.cause for turn in judged.turns if turn.seat == player.seat and turn.compared.cause]
        assert {cause: causes.count(cause) for cause in set(causes)} == player.causes


def test_players_are_likened_to_levels() -> None:
    """The more accurate, the stronger the level; with hardly a turn to go by there is none."""
    likes = [like(accuracy) for accuracy in range(101)]
    assert likes == sorted(likes)
    assert set(likes) == {level.bot for level in LEVELS if level.bot[-1].isdigit()}
    for player in review(GAMES[1], "seed", SMALL).players:
        assert player.like in likes
    assert all(player.like is None for player in review(short_game("planner", "random", cards=0), "a", SMALL).players)


def test_whoever_plays_at_random_is_found_out() -> None:
    """The planner plays more accurately than chance, and its choices cost it less."""
    planner, chance = review(short_game("planner", "random", cards=8), "seed", SMALL).players
    assert planner.accuracy > chance.accuracy + 10
    assert planner.choices > chance.choices + 5


def test_a_review_is_the_same_again_and_survives_being_written() -> None:
    """With the same seed; it tells how far it is, from 0 to 1."""
    progress: list[float] = []
    once = review(GAMES[0], "seed", SMALL, progress.append)
    assert once == review(GAMES[0], "seed", SMALL)
    assert decode(encode(once), type=Review) == once
    assert (progress[0], progress[-1]) == (0, 1)
    assert progress == sorted(progress)


def test_a_game_that_goes_on_is_not_reviewed() -> None:
    """A review tells nothing of what the others hold."""
    with pytest.raises(UnfinishedError):
        review(replace(GAMES[1], actions=GAMES[1].actions[:-1]), "seed", SMALL)


def test_getting_ready_tells_how_far_it_is() -> None:
    """The last word is that all is done."""
    progress: list[float] = []
    prepare(progress.append)
    assert progress[-1] == 1
