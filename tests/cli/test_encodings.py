"""The program with its output redirected in a code page, as Windows does: it ends as it should, and can be read."""

import os
import subprocess
import sys

import pytest

from tests.waiting import TIMEOUT

TABLE = ("table", "--lines", "--solo", "easy", "--seed", "x", "--name", "Zoë Łukasz")


def run(*arguments: str, encoding: str, typed: bytes = b"", code: int = 0) -> tuple[str, str]:
    """Return what the program writes in French to standard output and error, which both are in an encoding."""
    environment = {**os.environ, "CODEX_LANGUAGE": "fr", "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "codex_naturalis", *arguments]
    done = subprocess.run(  # noqa: S603 - our own
        command, env=environment, input=typed, capture_output=True, timeout=TIMEOUT, check=False
    )
    assert done.returncode == code, done.stderr
    assert b"Traceback" not in done.stderr
    return done.stdout.decode(encoding), done.stderr.decode(encoding)


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii"])
def test_a_code_page_is_enough(encoding: str) -> None:
    """For the help with its narrow spaces, a table that is told and typed at, and an error with a given name."""
    assert "Commandes" in run("--help", encoding=encoding)[0]
    shown, _ = run(*TABLE, encoding=encoding, typed=b"aide\n\x81\xff\nquitter\n")
    assert "Tybor" in shown
    assert "?.json" in run("replay", "\u4e2d.json", encoding=encoding, code=2)[1]
