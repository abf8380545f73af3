"""The guide "Play from Python" does what it says."""

import re
from pathlib import Path

import pytest

from tests.e2e.running import Server as RunningServer

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "python.md"


def test_every_example_of_the_guide_runs(running: RunningServer, capsys: pytest.CaptureFixture[str]) -> None:
    """One after the other, as a reader types them, against a real server."""
    namespace: dict[str, object] = {"__name__": "guide"}
    blocks = re.findall(r"^```py\n(.*?)^```", GUIDE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 8
    for block in blocks:
        code = block.replace("http://127.0.0.1:8000", running.http)
        exec(compile(code, str(GUIDE), "exec"), namespace)  # noqa: S102 - our own page
    assert capsys.readouterr().out.count("points:") == 2
