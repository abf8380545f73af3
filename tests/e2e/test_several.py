"""A game over several servers in two browsers, while one server after another is killed."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deploy.one_machine import Installation
from tests.e2e.conftest import Served, Visit
from tests.e2e.lobby import lay_table, sign, sit_down
from tests.e2e.playing import finish, in_turn, lay, play_on, scores, set_out, wait_for
from tests.e2e.test_resilience import GONE
from tests.several import there

FORGIVEN = rf"{GONE}|50[24]"
"""Nor is it the page's fault if nginx finds no server for a moment."""


@pytest.fixture
def town() -> Iterator[Installation]:
    """Run PostgreSQL, NATS, three servers and nginx."""
    with tempfile.TemporaryDirectory(prefix="codex-") as folder:
        Path(folder).chmod(0o755)  # for the user of the database
        with there(lambda: Installation(Path(folder), workers=0, throwaway=True)) as running:
            yield running


def test_a_game_goes_on_while_one_server_after_another_is_killed(
    visits: Callable[[Served], Visit], town: Installation
) -> None:
    """Nobody reloads, no turn is lost, and both read the same scores at the end."""
    visit = visits(town)
    ann = visit(forgive=FORGIVEN)
    sign(ann, "Ann")
    bea = visit(lay_table(ann), forgive=FORGIVEN)
    sit_down(bea, "Bea")
    set_out(ann, bea)
    players = in_turn(ann, bea)
    for number, server in enumerate(town.servers):
        if number == 2:
            town.servers[0].wait()  # one of three is always there
        server.kill()
        for player in players:
            wait_for(player, "card")
            lay(player)
            finish(player)
        server.begin()
    wait_for(players[0], "card")
    assert [page.locator("[data-laid]").count() for page in players] == [4, 4]
    play_on(*players)
    assert scores(ann) == scores(bea)
