"""What is drawn by chance: differently each time, and in one place, which tests can replace as a whole."""

import re
from pathlib import Path

import codex_naturalis
from codex_naturalis.record import opens
from codex_naturalis.rules import options_of
from codex_naturalis.seating.chance import draw_deal, draw_lot, draw_seed

PACKAGE = Path(codex_naturalis.__file__).parent
ROOMS = ("seating", "server", "local")
DRAWS = re.compile(r"SystemRandom|randbelow|\bRandom\(\)|from_seed\(|\bimport random\b")
DRAWN_ELSEWHERE = {
    "seating/chance.py": "here",
    "server/daily/deals.py": "a day's deal follows from the day and the secret of the installation",
}


def test_nothing_is_drawn_twice() -> None:
    """Two tables are dealt differently; each deal opens its seal, which has the lot."""
    options = options_of(3)
    deals = [draw_deal(options, (2, 0, 1)) for _ in range(2)]
    assert deals[0][0] != deals[1][0]
    assert all(opens(seal, deal) and seal.lot == (2, 0, 1) for deal, seal in deals)
    assert draw_seed() != draw_seed()


def test_every_order_of_seats_is_drawn() -> None:
    """A lot seats everybody, in any of the six orders of three."""
    lots = {draw_lot(3) for _ in range(200)}
    assert {tuple(sorted(lot)) for lot in lots} == {(0, 1, 2)}
    assert len(lots) == 6


def test_chance_has_one_home() -> None:
    """Where else anything is drawn, browser tests would be dealt other cards at each run."""
    files = [file for room in ROOMS for file in (PACKAGE / room).rglob("*.py") if DRAWS.search(file.read_text("utf-8"))]
    assert {str(file.relative_to(PACKAGE)) for file in files} == DRAWN_ELSEWHERE.keys()
