"""Chance by name: whatever a test deals and its bots choose is the same each time, and another test's is not."""

from tests import chance
from tests.e2e.quick import Json, ask, finished_table
from tests.e2e.running import Server

SEATS = 3


def play_by(server: Server, name: str) -> list[Json]:
    """Play two games against bots by `name` on a server that has just begun; return their deals and actions.

    Before the first turn all choose at once, and who is first is not drawn.
    """
    server.start()
    chance.draw_by(name)
    tables = [finished_table(server, seats=SEATS) for _ in range(2)]
    records = [ask(server, f"/tables/{table}/record", token=token) for table, token in tables]
    server.stop()
    chosen = 2 * SEATS
    return [(each["deal"], sorted(each["actions"][:chosen]), each["actions"][chosen:]) for each in records]


def test_a_test_is_dealt_the_same_cards_each_time(own_server: Server) -> None:
    """Bots and lots included; two tables of one test are dealt differently."""
    own_server.stop()
    first, again, other = (play_by(own_server, name) for name in ("ann", "ann", "bea"))
    assert first == again
    assert len({str(deal) for deal, *_ in (*first, *other)}) == len(first) + len(other)
