"""Coverage-guided fuzzing (Atheris) of untrusted input: `python -m tools.fuzz --seconds 30 --seed 7`.

Records, actions, positions and messages of sockets are mutated, from valid ones on, wherever that reaches code that was
not reached before. Each must be read or refused by its own error, and what was read must be written as something that
reads the same. What breaks that is printed, and the exit code is 1.
"""

import argparse
import json
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
_LONGEST: Final = 20_000
"""Maximum length of an input, in bytes."""


def main() -> int:
    """Fuzz every parser, one after the other; return the number that broke."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--seconds", type=int, default=30, help="for each parser")
    options.add_argument("--seed", type=int, default=secrets.randbelow(1 << 31))
    options.add_argument("--parser", choices=PARSERS, help="this one alone, in this process")
    given = options.parse_args()
    if given.parser:
        fuzz(given.parser, given.seconds, given.seed)
    if find_spec("atheris") is None:
        print("Not fuzzed: Atheris has no wheel for this machine")
        return 0
    command = [sys.executable, "-m", "tools.fuzz", "--seconds", str(given.seconds), "--seed", str(given.seed)]
    broken = 0
    for name in PARSERS:
        with tempfile.TemporaryFile("w+") as output:
            code = subprocess.run([*command, "--parser", name], cwd=ROOT, stderr=output, check=False).returncode
            output.seek(0)
            text = output.read()
        runs = next((line for line in text.splitlines() if line.startswith("Done ")), "")
        print(f"Fuzzed {name}, seed {given.seed}: {text[-3000:] if code else runs}", flush=True)
        broken += code != 0
    return broken


def fuzz(name: str, seconds: int, seed: int) -> None:
    """Fuzz one parser in this process, which ends here."""
    import atheris  # noqa: PLC0415 - is there for `make deep` alone

    with atheris.instrument_imports(include=["codex_naturalis"]):
        check = PARSERS[name][0]()
    with tempfile.TemporaryDirectory() as folder:
        for number, example in enumerate(PARSERS[name][1]()):
            Path(folder, str(number)).write_bytes(example)
        limits = [f"-max_total_time={seconds}", f"-seed={seed or 1}", f"-max_len={_LONGEST}", "-timeout=20"]
        atheris.Setup([sys.argv[0], folder, *limits, f"-artifact_prefix={folder}/"], check)
        atheris.Fuzz()


def _record_check() -> Callable[[bytes], None]:
    from codex_naturalis.cli.replay import replay_record  # noqa: PLC0415 - instrumented on import, as below
    from codex_naturalis.record import RecordError, read_record, write_record  # noqa: PLC0415

    def check(data: bytes) -> None:
        with suppress(RecordError):
            record = read_record(data)
            assert read_record(write_record(record)) == record
            replay_record(record, final=True)

    return check


def _action_check() -> Callable[[bytes], None]:
    from codex_naturalis.record import RecordError, action_text, parse_seat_action  # noqa: PLC0415

    def check(data: bytes) -> None:
        text = data.decode("utf-8", "replace")
        with suppress(RecordError):
            assert action_text(*parse_seat_action(text)) == text

    return check


def _code_check() -> Callable[[bytes], None]:
    from codex_naturalis.rules import CodeError  # noqa: PLC0415
    from codex_naturalis.views import from_code  # noqa: PLC0415

    def check(data: bytes) -> None:
        text = data.decode("utf-8", "replace")
        with suppress(CodeError):
            assert from_code(text).code() == text

    return check


def _message_check() -> Callable[[bytes], None]:
    import msgspec  # noqa: PLC0415

    from codex_naturalis.programs.bot_protocol import ProgramMessage  # noqa: PLC0415
    from codex_naturalis.wire.errors import ProblemError  # noqa: PLC0415
    from codex_naturalis.wire.socket import ClientMessage, decode_message  # noqa: PLC0415

    decoders: list[msgspec.json.Decoder[Any]] = [msgspec.json.Decoder(kind) for kind in (ClientMessage, ProgramMessage)]

    def check(data: bytes) -> None:
        text = data.decode("utf-8", "replace")
        for decoder in decoders:
            with suppress(ProblemError):
                message = decode_message(text, decoder)
                assert decoder.decode(msgspec.json.encode(message)) == message

    return check


def _games() -> list[Any]:
    text = (ROOT / "tests" / "golden" / "shared_games.jsonl").read_text("utf-8")
    return [json.loads(line)["record"] for line in text.splitlines()[:40]]


def _records() -> Iterable[bytes]:
    return (json.dumps(record).encode() for record in _games())


def _actions() -> Iterable[bytes]:
    return (action.encode() for action in {action for record in _games() for action in record["actions"]})


def _codes() -> Iterable[bytes]:
    from codex_naturalis.play import Game  # noqa: PLC0415
    from codex_naturalis.record import read_record  # noqa: PLC0415
    from codex_naturalis.views import view_of  # noqa: PLC0415

    for record in _records():
        state = Game.from_record(read_record(record)).state
        yield state.code().encode()
        yield view_of(state, 0).code().encode()


def _messages() -> Iterable[bytes]:
    place = {"type": "place", "card": 7, "side": "front", "cell": [1, 1]}
    draw = {"type": "draw", "source": "gold-deck"}
    for message in (
        {"type": "hello", "token": "x", "after": 3, "changes": True},
        {"type": "act", "id": "one", "seen": 4, "actions": [place, draw]},
        {"type": "act", "id": "two", "seen": 0, "actions": [{"type": "side", "side": "back"}]},
        {"type": "say", "id": "three", "text": "A fine card."},
        {"type": "show", "id": "four", "emote": "well-played"},
        {"type": "games", "free": 2},
        {"type": "answer", "ask": 5, "action": "draw gold-deck"},
    ):
        yield json.dumps(message).encode()


PARSERS: Final[dict[str, tuple[Callable[[], Callable[[bytes], None]], Callable[[], Iterable[bytes]]]]] = {
    "records": (_record_check, _records),
    "actions": (_action_check, _actions),
    "positions": (_code_check, _codes),
    "messages": (_message_check, _messages),
}
"""For each parser, a function that makes its check, and valid inputs to begin with."""

if __name__ == "__main__":
    sys.exit(main())
