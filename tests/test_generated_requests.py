"""Generated requests of `make check` are the same each time: what fails has changed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tools.generated_requests import account, running_server, send_fixed

CLUBS = ("--include-path-regex", "/clubs")
"""Operations whose answers have ids that others ask for."""

OWN = {"Authorization", "X-Schemathesis-TestCaseId"}
"""Headers of one run, which no test looks at."""


def requests_in(archive: Path) -> list[tuple[str, str, dict[str, str], Any]]:
    """Return method, target, headers and body of each request of an HTTP archive."""
    sent = [entry["request"] for entry in json.loads(archive.read_text("utf-8"))["log"]["entries"]]
    return [
        (
            one["method"],
            re.sub(r"^https?://[^/]+", "", one["url"]),
            {header["name"]: header["value"] for header in one["headers"] if header["name"] not in OWN},
            one.get("postData"),
        )
        for one in sent
    ]


def test_two_runs_send_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The second sends what the first did, in the same order, though the server has other ids and knows more."""
    lists = []
    with running_server(tmp_path) as server:
        for name in ("Bea", "Cleo"):
            archive = tmp_path / f"{name}.har"
            assert send_fixed(server, account(server, name), *CLUBS, "--report-har-path", str(archive)) == 0
            lists.append(requests_in(archive))
    assert capsys.readouterr().out.count("No issues found") == 2
    assert len(lists[0]) > 100
    assert lists[0] == lists[1]
