"""Programs that speak the Codex Bot Protocol: the good ones play, the bad ones are told apart and harm no game."""

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from codex_naturalis.bots import UnknownBotError, bot_named
from codex_naturalis.play.arena import Arena, ArenaGame, BotFailedError, FaultPolicy, get_ready, play_one
from codex_naturalis.programs import FaultKind, ask_in_time, bot_at, close_all, shown_to
from codex_naturalis.programs.bot_protocol import BotRefused, HostMessage
from codex_naturalis.record import replay, seeded_deal
from codex_naturalis.rules import SoloLevel, begin, options_of
from codex_naturalis.views import view_of
from tests.programs.scripts import GOOD, program

WRONG = "send(type='answer', ask=ask, actions=[{'type': 'draw', 'source': 'gold-1'}])"


@pytest.fixture(autouse=True)
def _no_program_left() -> Iterator[None]:
    yield
    close_all()


def played(bot: str, policy: FaultPolicy = FaultPolicy.RANDOM, seconds: float = 5.0, number: int = 0) -> ArenaGame:
    """Return one game of `bot` against `random`."""
    return play_one(Arena((bot, "random"), options_of(2), 2, "s", policy, seconds), number)


def test_a_program_plays_whole_games(tmp_path: Path) -> None:
    """Two players and solo, in one process, legal to the end."""
    bot = program(tmp_path, GOOD)
    assert played(bot).faults == ()
    solo = play_one(Arena((bot,), options_of(1, solo=SoloLevel.HARD), 1, "s"), 0)
    assert solo.faults == ()
    *_, last = replay(solo.record)
    assert last.state.result == solo.result


def test_its_chance_comes_from_the_seed(tmp_path: Path) -> None:
    """The same seed gives the same game, also in another process."""
    bot = program(tmp_path, GOOD)
    first = played(bot).record
    close_all()
    assert played(bot).record == first
    assert played(bot, number=1).record != first


def test_a_whole_turn_may_be_answered_at_once(tmp_path: Path) -> None:
    """A draw that follows its placement in one answer is played without another question."""
    both = "asked_for = [action] + ([{'type': 'draw', 'source': 'gold-deck'}] if action['type'] == 'place' else [])\n"
    count = "print(asked, file=open(PATH, 'w'))\n".replace("PATH", repr(str(tmp_path / "asked")))
    game = played(program(tmp_path, both + count + "send(type='answer', ask=ask, actions=asked_for)"))
    own = [action for seat, action in game.record.parse_actions() if seat == 0]
    assert game.faults == ()
    assert int((tmp_path / "asked").read_text()) < len(own)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("print('junk', flush=True)", FaultKind.MALFORMED),
        ("for _ in range(2): send(type='answer', ask=ask, actions=[])", FaultKind.ILLEGAL),
        (f"for _ in range(2): {WRONG}", FaultKind.ILLEGAL),
        ("send(type='answer', ask=ask, actions=[{'type': 'fly'}])", FaultKind.MALFORMED),
        ("while True: send(type='info', ask=ask, text='x' * 1000)", FaultKind.MALFORMED),
        ("sys.exit(3)", FaultKind.DEAD),
        ("pass", FaultKind.LATE),
        ("send(type='answer', ask=ask - 1, actions=[action])", FaultKind.LATE),
    ],
)
def test_a_bad_answer_is_a_fault_of_its_kind(tmp_path: Path, body: str, kind: FaultKind) -> None:
    """Junk, illegal and malformed answers, floods, death, silence and answers to older questions; the game goes on."""
    patience = 0.4 if kind is FaultKind.LATE else 20
    game = played(program(tmp_path, body), FaultPolicy.FORFEIT, seconds=patience)
    assert [fault.kind for fault in game.faults] == [kind]
    assert game.forfeited == (0,)
    assert game.winners == (1,)
    assert game.totals[0] == 0


def test_a_refused_answer_may_be_given_again(tmp_path: Path) -> None:
    """The first answer is illegal and refused by its reason, the second is played; each question has two tries."""
    bad = f"kept = action\n{WRONG}"
    before = f"""
def other(message):
    if message["type"] == "refused":
        print(json.dumps(message), file=open({str(tmp_path / "refused")!r}, "a"))
        send(type="answer", ask=message["ask"], actions=[kept])
"""
    assert played(program(tmp_path, bad, before)).faults == ()
    refused = [json.loads(line) for line in (tmp_path / "refused").read_text().splitlines()]
    assert refused[0]["reason"] == "illegal.wrong_phase"


def test_two_answers_to_one_question_count_once(tmp_path: Path) -> None:
    """The second answer is dropped and does not answer the next question."""
    assert played(program(tmp_path, f"{GOOD}\n{GOOD}")).faults == ()


def test_a_program_that_died_is_started_again(tmp_path: Path) -> None:
    """Its death costs one question, not the games after it."""
    game = played(program(tmp_path, f"sys.exit(1) if asked == 5 else None\n{GOOD}"))
    assert {fault.kind for fault in game.faults} == {FaultKind.DEAD}
    assert 0 < len(game.faults) < len(game.record.actions) // 4


def test_a_program_that_ends_between_questions_is_started_again(tmp_path: Path) -> None:
    """Each question was answered, so nothing is a fault; the new process is told of the game."""
    before = f"""
def other(message):
    print(message["type"], file=open({str(tmp_path / "received")!r}, "a"))
"""
    game = played(program(tmp_path, f"os.close(0) if asked == 5 else None\n{GOOD}", before))
    assert game.faults == ()
    received = (tmp_path / "received").read_text().split()
    assert received[:-1] == ["game"] * (len(received) - 1)
    assert len(received) > 2


def test_a_program_that_leaves_out_previews_is_sent_all_else(tmp_path: Path) -> None:
    """The arena sends what a server does: only the previews are missing."""
    state = begin(options_of(2), seeded_deal(options_of(2), "s"))
    view = shown_to(bot_at(program(tmp_path, GOOD)), state, 0)
    assert view == view_of(state, 0, detailed=True, ahead=False)
    assert view.unseen
    assert not shown_to(bot_named("random"), state, 0).unseen


def test_the_chance_of_a_server_reaches_a_program_as_it_is(tmp_path: Path) -> None:
    """`bot serve` hands it on, so a program plays the same with it as over its own socket."""
    log = f"print(message['chance'], file=open({str(tmp_path / 'received')!r}, 'a'))"
    bot = bot_at(program(tmp_path, f"{log}\n{GOOD}"))
    view = shown_to(bot, begin(options_of(2), seeded_deal(options_of(2), "s")), 0)
    for chance in ("9f86d081884c7d65", "any text"):
        ask_in_time(bot, view, chance, 5.0)
    first, second = (tmp_path / "received").read_text().split()
    assert first == "9f86d081884c7d65"
    assert len(second) == len(first)


def test_a_hung_program_is_stopped_and_replaced(tmp_path: Path) -> None:
    """A program that hangs costs its own game; nothing waits for its end."""
    game = played(program(tmp_path, "time.sleep(3600)"), FaultPolicy.FORFEIT, seconds=0.3)
    assert [fault.kind for fault in game.faults] == [FaultKind.LATE]


def test_the_result_is_told(tmp_path: Path) -> None:
    """`over` brings the result and the record."""
    before = f"""
def other(message):
    print(json.dumps(message), file=open({str(tmp_path / "received")!r}, "a"))
"""
    game = played(program(tmp_path, GOOD, before))
    close_all()
    received = [json.loads(line) for line in (tmp_path / "received").read_text().splitlines()]
    assert [message["type"] for message in received] == ["game", "over"]
    assert received[1]["result"]["totals"] == list(game.result.totals)


def test_what_cannot_be_started_is_told_before_the_first_game() -> None:
    """No such program, and one that ends at once."""
    for command in ("./no-such-program", "true"):
        with pytest.raises(UnknownBotError, match=command):
            get_ready(Arena((f"exec:{command}", "random"), options_of(2), 1, ""))


def test_the_arena_stops_where_it_is_told_to(tmp_path: Path) -> None:
    """`stop` names bot, game and fault."""
    with pytest.raises(BotFailedError, match="after 0 actions: dead: the program ended with exit code 3"):
        played(program(tmp_path, "sys.exit(3)"), FaultPolicy.STOP)


def test_no_name_from_the_network_starts_a_program() -> None:
    """The registry that servers use knows no paths."""
    for name in ("exec:true", "./my_bot.py", "my_bot.py:Magpie"):
        with pytest.raises(UnknownBotError):
            bot_named(name)


def test_a_refusal_need_not_be_of_a_question() -> None:
    """One of a token, say, has no number; a client reads it like any other."""
    refusal = BotRefused(reason="token.invalid")
    assert b"ask" not in msgspec.json.encode(refusal)
    assert msgspec.json.decode(msgspec.json.encode(refusal), type=HostMessage) == refusal
