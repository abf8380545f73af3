"""Games on this device, in a moment: played here, kept in the browser as its engine keeps them, and opened again.

In a browser tab its bots take a second for each turn, and Python some.
"""

from random import Random
from typing import Final

import msgspec
from playwright.sync_api import Page

from codex_naturalis.bots import GreedyBot
from codex_naturalis.local.store import StoredAction, StoredTable
from codex_naturalis.play import Game
from codex_naturalis.rules import Phase, Seat
from codex_naturalis.views import view_of
from codex_naturalis.wire.table import SeatKind
from tests.e2e.playing import wait_for

__all__ = ["hurry_on_device"]

_OPEN: Final = """
  const opened = indexedDB.open('codex-naturalis');
  await new Promise((resolve, reject) => { opened.onsuccess = resolve; opened.onerror = reject; });
  const kept = opened.result.transaction(['tables', 'actions'], 'readwrite');
  const [tables, actions] = ['tables', 'actions'].map((name) => kept.objectStore(name));
  const done = (asked) => new Promise((resolve) => { asked.onsuccess = () => resolve(asked.result); });
"""
_READ: Final = f"""async (id) => {{{_OPEN}
  const table = await done(tables.get(id));
  const played = await done(actions.getAll(IDBKeyRange.bound([id, 0], [id, Infinity])));
  opened.result.close();
  return {{ data: table.data, touched: table.touched, actions: played.map(({{ action }}) => action) }};
}}"""
_ADD: Final = f"""async ([id, after, played]) => {{{_OPEN}
  played.forEach((action, at) => actions.add({{ table: id, version: after + at + 1, action }}));
  await new Promise((resolve, reject) => {{ kept.oncomplete = resolve; kept.onabort = reject; }});
  opened.result.close();
}}"""


def hurry_on_device(page: Page) -> None:
    """Play for everybody at the table of this page until its person has one of the last turns, and open it again."""
    table = page.url.rpartition("/")[2]
    kept = msgspec.convert(page.evaluate(_READ, table), StoredTable)
    game = kept.data.replay([(one.seat, one.action) for one in kept.actions])
    person = next(row.seat for row in kept.data.seat_rows if row.kind is SeatKind.GUEST)
    hurried = _play_on(game, person or 0)
    played = [StoredAction(seat, action) for seat, action in hurried.actions[game.version :]]
    page.evaluate(_ADD, [table, game.version, msgspec.to_builtins(played)])
    page.reload()
    wait_for(page, "card")


def _play_on(game: Game, person: Seat) -> Game:
    """Return the game at the first turn of `person`'s for which it is known that the end is near."""
    bot, chance = GreedyBot(), Random(1)
    while not (game.state.last_round and game.state.phase is Phase.PLACE and game.state.turn == person):
        seat = game.state.turn
        game = game.play(seat, [bot.choose(view_of(game.state, seat), chance)])
    return game
