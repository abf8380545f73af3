"""The command line as a whole: quick to answer, plain exit codes, and `new`, `perft` and `bench`."""

import json
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from click import Group
from click.testing import CliRunner, Result

from codex_naturalis.cli import bench, codex_naturalis
from codex_naturalis.cli.root import COMMANDS
from codex_naturalis.i18n import locale_texts
from codex_naturalis.record import read_record, seeded_deal
from codex_naturalis.rules import Exhaustion, Preset, Refill, SoloLevel, TieBreak, options_of
from tests.golden.test_recorded_games import lines
from tests.waiting import TIMEOUT

PROGRAM = (sys.executable, "-m", "codex_naturalis")
GAME = json.dumps(lines("shared_games.jsonl")[0]["record"])


def run(*arguments: str, stdin: str = "") -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(codex_naturalis, arguments, input=stdin)


def start(*arguments: str) -> subprocess.Popen[bytes]:
    """Start the program itself."""
    pipe = subprocess.PIPE
    return subprocess.Popen([*PROGRAM, *arguments], stdin=pipe, stdout=pipe, stderr=pipe)  # noqa: S603 - our own


def program(*arguments: str) -> tuple[int, str, str]:
    """Run the program itself; return its exit code, output and errors."""
    with start(*arguments) as running:
        out, errors = running.communicate()
        return running.returncode, out.decode(), errors.decode()


# The root


def test_help_loads_nothing_of_the_game() -> None:
    """`--help` names every command without importing one, nor the rules."""
    code = (
        "import sys; sys.argv[1:] = ['--help']\n"
        "from codex_naturalis.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: print(end.code, *sorted(sys.modules), sep='\\n')"
    )
    run = [sys.executable, "-c", code]
    out = subprocess.run(run, capture_output=True, text=True, check=True).stdout  # noqa: S603 - our own
    shown, modules = out.split("\n0\n")
    assert all(f"  {name}  " in shown for name in COMMANDS)
    costly = {"codex_naturalis.rules", "codex_naturalis.catalogue", "codex_naturalis.words", "rich", "asyncio"}
    assert not costly & set(modules.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there_and_says_what_help_says(name: str) -> None:
    """The line that `--help` shows of a command is the command's own."""
    assert isinstance(codex_naturalis, Group)
    command = codex_naturalis.get_command(codex_naturalis.make_context("x", ["--help"], resilient_parsing=True), name)
    assert command is not None
    assert command.get_short_help_str(200) == locale_texts("en")[f"cli.commands.{name}"]
    result = run(name, "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.stdout


LANGUAGES = {
    "fr": ("Commandes", "Fait jouer des bots", "les règles ne le permettent pas"),
    "it": ("Comandi", "Fa giocare i bot", "le regole non lo permettono"),
}


@pytest.mark.parametrize("chosen", LANGUAGES)
def test_commands_speak_the_language_that_is_asked_for(chosen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By `--language`, by `CODEX_LANGUAGE`, and by the environment; JSON stays as it is."""
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    plain = run("puzzle", "list", "--json").stdout
    heading, arena, refused = LANGUAGES[chosen]
    output = run("--language", chosen, "--help").stdout
    assert heading in output
    assert arena in output
    monkeypatch.setenv("LANG", f"{chosen}_XX.UTF-8")
    assert refused in run("puzzle", "1", "place 3 front 9,9").output
    assert run("puzzle", "list", "--json").stdout == plain


def test_the_version_is_that_of_the_package() -> None:
    """As a module, too."""
    assert program("--version") == (0, f"codex-naturalis {version('codex-naturalis')}\n", "")


MISUNDERSTOOD = ["nonsense", "replay", "replay --nonsense", "new --seats 5", "perft --depth 1"]


@pytest.mark.parametrize("line", MISUNDERSTOOD)
def test_what_is_not_understood_ends_with_two(line: str) -> None:
    """A wrong command line gives one clear error, and status 2."""
    code, out, errors = program(*line.split())
    assert (code, out) == (2, "")
    assert "Error: " in errors
    assert "Traceback" not in errors


def test_ctrl_c_ends_with_130() -> None:
    """Without a traceback."""
    with start("replay", "-") as replay:
        assert replay.stdin
        assert replay.stdout
        assert replay.stderr
        replay.stdin.write(GAME.encode() + b"\n{")
        replay.stdin.flush()
        replay.stdout.readline()
        replay.send_signal(signal.SIGINT)
        assert b"Traceback" not in replay.stderr.read()
        assert replay.wait(TIMEOUT) == 130


def test_a_closed_pipe_is_no_fault(tmp_path: Path) -> None:
    """`codex-naturalis replay … | head -1` ends quietly."""
    path = tmp_path / "games.jsonl"
    path.write_text(f"{GAME}\n" * 200)
    with start("replay", "--json", str(path)) as replay:
        assert replay.stdout
        assert replay.stderr
        replay.stdout.readline()
        replay.stdout.close()
        assert replay.stderr.read() == b""
        assert replay.wait(TIMEOUT) == 0


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    """One line, and status 1."""
    limited = ["/bin/sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *PROGRAM, "new", "--seats", "2"]
    with (tmp_path / "new.jsonl").open("wb") as full:
        done = subprocess.run(limited, stdout=full, stderr=subprocess.PIPE, check=False)  # noqa: S603 - our own
    assert done.returncode == 1
    assert done.stderr.startswith(b"codex-naturalis: ")
    assert len(done.stderr.splitlines()) == 1


def test_no_color_is_respected() -> None:
    """Where colour is wanted, NO_COLOR still turns it off."""
    runner = CliRunner()
    coloured = runner.invoke(codex_naturalis, ["replay", "-"], input=GAME, color=True, env={"NO_COLOR": None})
    assert "\x1b[" in coloured.stdout
    plain = runner.invoke(codex_naturalis, ["replay", "-"], input=GAME, color=True, env={"NO_COLOR": "1"})
    assert "\x1b[" not in plain.stdout


# new


def test_new_deals_as_the_seed_says() -> None:
    """A record with its deal, no seed and no actions."""
    result = run("new", "--seats", "2", "--seed", "S")
    assert result.exit_code == 0
    record = read_record(result.stdout)
    assert (record.options, record.seed, record.actions) == (options_of(2), None, ())
    assert record.deal == seeded_deal(options_of(2), "S")
    assert json.loads(result.stdout)["seed"] is None


def test_new_without_a_seed_is_always_another_game() -> None:
    """The seed is then a secret one."""
    deals = {run("new", "--seats", "4").stdout for _ in range(5)}
    assert len(deals) == 5


def test_new_takes_every_option() -> None:
    """House rules, and solo, for which one seat goes without saying."""
    result = run(
        "new", "--seats", "3", "--seed", "x", "--preset", "it", "--end-by-exhaustion", "table", "--refill", "other_deck"
    )
    options = options_of(3, Preset.IT, end_by_exhaustion=Exhaustion.TABLE, refill=Refill.OTHER_DECK)
    assert read_record(result.stdout).options == options
    assert options.tie_break is TieBreak.OBJECTIVE_CARDS
    for arguments in (("--solo", "hard"), ("--solo", "hard", "--seats", "1")):
        solo = read_record(run("new", *arguments, "--tie-break", "objective_cards").stdout)
        assert solo.options == options_of(1, solo=SoloLevel.HARD, tie_break=TieBreak.OBJECTIVE_CARDS)
        assert solo.deal is not None
        assert len(solo.deal.tybor) == 4


@pytest.mark.parametrize("arguments", [(), ("--seats", "1"), ("--seats", "2", "--solo", "easy"), ("--preset", "de")])
def test_new_refuses_what_is_no_game(arguments: tuple[str, ...]) -> None:
    """Status 2, and nothing printed as a record."""
    result = run("new", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")


@pytest.mark.parametrize(
    "arguments",
    [("new",), ("perft", "--seed", "S", "--depth", "1"), ("arena", "random", "--games", "1", "--seed", "S")],
    ids=["new", "perft", "arena"],
)
def test_other_deck_does_not_go_with_solo(arguments: tuple[str, ...]) -> None:
    """S12: wherever a game is made, one line says so, and no game is."""
    result = run(*arguments, "--solo", "hard", "--refill", "other_deck")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "other_deck does not go with solo" in result.stderr


# perft


def test_perft_counts_from_a_record_or_a_seed(tmp_path: Path) -> None:
    """A number for people, an object for programs, one per record and line."""
    record = json.loads(GAME)
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(json.dumps({**record, "actions": record["actions"][:length]}) for length in (0, 1, 2)))
    assert run("perft", str(path), "--depth", "2").stdout == "8\n8\n8\n"
    assert json.loads(run("perft", "--seats", "2", "--seed", "S", "--depth", "3", "--json").stdout) == {
        "depth": 3,
        "sequences": 32,
    }
    assert run("perft", "--solo", "easy", "--seed", "S", "--depth", "0").stdout == "1\n"


def test_perft_refuses_an_illegal_record(tmp_path: Path) -> None:
    """There is no position to count from."""
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({**json.loads(GAME), "actions": ["1 draw gold-1"]}))
    result = run("perft", str(path), "--depth", "1")
    assert (result.exit_code, result.stderr) == (2, f"{path}: line 1: action 0: illegal.wrong_phase\n")


# bench


def test_bench_prints_one_object_of_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """What this machine does, for programs and for people."""
    numbers = json.loads(run("bench", "--json", "--seconds", "0.1").stdout)
    assert numbers["rules_games_per_second"] > 10
    assert all(isinstance(number, (int, float)) for number in numbers.values())
    assert set(numbers) == set(bench.MEASURES)
    monkeypatch.setattr(bench, "MEASURES", {"games": ("games per second", lambda _: 1234.56)})
    assert run("bench").stdout == "       1,235  games per second\n"
