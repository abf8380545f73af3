"""A game being played, as a value: versions, and who answers which question."""

from random import Random

import pytest

from codex_naturalis.catalogue import Side
from codex_naturalis.play import FutureVersionError, Game, StaleActionError
from codex_naturalis.record import Record, read_record, replay, seal_deal, write_record
from codex_naturalis.rules import (
    LATEST,
    ChooseObjective,
    ChooseSide,
    Deal,
    DealtDecks,
    DealtMarket,
    DealtSeat,
    Draw,
    DrawSkipped,
    IllegalAction,
    InvalidDealError,
    Phase,
    Place,
    Preset,
    Source,
    awaited,
    legal_actions,
    options_of,
)


def played_at_random(seats: int, seed: int) -> Game:
    """Return a whole game."""
    rng = Random(seed)
    game = Game.from_seed(options_of(seats), str(seed))
    while not game.over:
        seat = rng.choice(awaited(game.state))
        game = game.play(seat, (rng.choice(legal_actions(game.state, seat)),), game.asked[seat])
    return game


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_is_its_options_deal_and_actions(seats: int) -> None:
    """Replaying them gives the same value, in any order of setup; no answer was ever stale."""
    game = played_at_random(seats, seats)
    assert Game.from_actions(game.options, game.deal, game.actions, rules=game.rules) == game
    assert game.version == len(game.actions) == len(game.history)


def test_a_game_and_its_record_say_the_same() -> None:
    """Written and read again, and with the seal of its deal, a record gives the very game."""
    game = played_at_random(2, 7)
    seal = seal_deal(game.deal, (1, 0))
    record = read_record(write_record(game.record(seal)))
    assert (record.seal, record.parse_actions()) == (seal, game.actions)
    assert Game.from_record(record) == game


def test_a_game_can_be_taken_back_to_any_version() -> None:
    """As it was then, with what had been played until then."""
    game = played_at_random(2, 8)
    for version in (0, 5, game.version):
        assert game.at(version).history == game.history[:version]
    assert game.at(game.version) == game


def test_the_first_action_that_is_refused_is_named() -> None:
    """A record that the rules refuse says at which action, wherever it is played."""
    game = played_at_random(2, 9)
    twice = (*game.actions[:6], game.actions[5], *game.actions[6:])
    record = Record.of(game.options, game.deal, twice)
    for play in (Game.from_record, lambda record: list(replay(record))):
        with pytest.raises(IllegalAction) as refused:
            play(record)
        assert refused.value.index == 6


def test_playing_leaves_the_game_itself_alone() -> None:
    """A refused turn is not half played."""
    game = Game.from_seed(options_of(2), "1")
    after = game.play(0, (ChooseSide(Side.BACK),))
    assert (game.version, after.version) == (0, 1)
    with pytest.raises(IllegalAction):
        game.play(0, (ChooseSide(Side.BACK), ChooseSide(Side.BACK)))


def test_choices_of_others_in_setup_make_nobody_stale() -> None:
    """Each seat answers the question of version 0 until all have; then all are asked again."""
    game = Game.from_seed(options_of(3), "1")
    for seat in (2, 0, 1):
        assert game.asked == (0, 0, 0)
        game = game.play(seat, (ChooseSide(Side.BACK),), 0)
    assert game.asked == (3, 3, 3)
    with pytest.raises(StaleActionError):
        game.play(0, (ChooseObjective(game.deal.seats[0].objectives[0]),), 2)


def test_nobody_has_seen_what_is_to_come() -> None:
    """A version beyond the last is refused."""
    with pytest.raises(FutureVersionError):
        Game.from_seed(options_of(2), "1").play(0, (ChooseSide(Side.BACK),), 1)


def test_a_deal_that_no_box_holds_is_refused() -> None:
    """The deal of another number of seats, for one."""
    with pytest.raises(InvalidDealError):
        Game.from_deal(options_of(3), Game.from_seed(options_of(2), "1").deal, rules=LATEST)


STUCK = Deal(
    seats=(DealtSeat(85, (14, 34, 59), (101, 98)), DealtSeat(86, (21, 22, 23), (87, 88))),
    market=DealtMarket((2, 3), (64, 65)),
    common_objectives=(95, 96),
    decks=DealtDecks((4, 5, 6), (79, 57), ()),
)
"""Seat 0 can close its last cell in the fifth round and take the last card of all with its draw."""

CORNERED = [
    (Place(14, Side.FRONT, (-1, 1)), Source.GOLD_DECK, Source.RESOURCE_1),
    (Place(34, Side.FRONT, (-2, 0)), Source.GOLD_DECK, Source.RESOURCE_1),
    (Place(59, Side.FRONT, (-3, 1)), Source.RESOURCE_DECK, Source.RESOURCE_1),
    (Place(79, Side.FRONT, (1, 1)), Source.RESOURCE_2, Source.GOLD_1),
]


def test_a_seat_that_plays_alone_is_asked_anew_each_turn() -> None:
    """With nothing left to draw and everybody else stuck, the same question comes twice in a row: the second is new."""
    game = Game.from_deal(options_of(2, Preset.FR), STUCK, rules=LATEST)
    for seat, side in enumerate((Side.BACK, Side.FRONT)):
        game = game.play(seat, (ChooseSide(side),))
    for seat in (0, 1):
        game = game.play(seat, (ChooseObjective(STUCK.seats[seat].objectives[0]),))
    for placed, drawn, other in CORNERED:
        game = game.play(0, (placed, Draw(drawn)))
        game = game.play(1, (legal_actions(game.state, 1)[-1], Draw(other)))
    game = game.play(0, (Place(57, Side.FRONT, (2, 0)), Draw(Source.GOLD_2)))
    assert game.state.seats[0].stuck
    before = game.version
    after = game.play(1, (legal_actions(game.state, 1)[-1],), before)
    assert any(isinstance(event, DrawSkipped) for event in after.history[-1].events)
    assert (after.state.phase, awaited(after.state)) == (Phase.PLACE, (1,)) == (game.state.phase, awaited(game.state))
    with pytest.raises(StaleActionError):
        after.play(1, (legal_actions(after.state, 1)[0],), before)
