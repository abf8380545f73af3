"""The page of an arena: it says what the standings say, and needs nothing beside itself."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from codex_naturalis.cli import codex_naturalis
from codex_naturalis.play.arena import Arena, play_arena
from codex_naturalis.play.report import Report
from codex_naturalis.play.standings import Tally
from codex_naturalis.rules import SoloLevel, options_of

PLANS = [
    Arena(("random", "greedy"), options_of(2), games=6, seed="<a> & b"),
    Arena(("random",) * 3, options_of(3), games=3, seed="a"),
    Arena(("greedy",), options_of(1, solo=SoloLevel.EASY), games=4, seed="a"),
]


def page_of(plan: Arena) -> ElementTree.Element:
    """Return the page of all its games, which is well-formed."""
    tally, report = Tally(plan), Report(plan, f"arena --seed '{plan.seed}'")
    for game in play_arena(plan, processes=1):
        tally.add(game)
        report.add(game)
    text = report.html(tally.standings())
    body = text[text.index("<body>") : text.index("</body>") + len("</body>")]
    return ElementTree.fromstring(body)  # noqa: S314  # our own page


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{len(plan.bots)} bots")
def test_every_game_is_in_every_plot(plan: Arena) -> None:
    """The bars of each bot's margins, and those of the lengths, add up to all games; each picture is told in words."""
    page = page_of(plan)
    pictures = page.findall(".//svg")
    assert all(picture.get("aria-label") for picture in pictures)
    sums = [sum(int(str(bar.text).split()[-2]) for bar in picture.findall(".//title")) for picture in pictures]
    assert [number for number in sums if number] == [plan.games] * (len(plan.bots) + 1)
    rows = page.findall(".//tbody/tr")
    assert [row.findtext("th") for row in rows] == list(plan.bots)
    assert f"--seed '{plan.seed}'" in str(page.findtext(".//code"))


def test_the_page_is_written(tmp_path: Path) -> None:
    """`--report` writes it, with the command that plays the same games again, and asks nothing of the network."""
    file = tmp_path / "arena.html"
    command = ["arena", "random", "greedy", "--games", "2", "--seed", "two words", "--quiet", "--report", str(file)]
    assert CliRunner().invoke(codex_naturalis, command).exit_code == 0
    text = file.read_text(encoding="utf-8")
    assert "codex-naturalis arena random greedy --games 2 --seed &#x27;two words&#x27;" in text
    assert "http" not in text


def test_where_nothing_can_be_written_nothing_is_played(tmp_path: Path) -> None:
    """It is said at once, not after the last of many games."""
    lost = tmp_path / "nowhere" / "arena.html"
    result = CliRunner().invoke(codex_naturalis, ["arena", "random", "greedy", "--games", "2", "--report", str(lost)])
    assert (result.exit_code, "ready" in result.output, "2 games in" in result.output) == (1, False, False)
    assert isinstance(result.exception, FileNotFoundError | SystemExit)
