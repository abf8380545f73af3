"""Turns begin with a word of what others did, and the desk says when the end has begun; nothing moves for it."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.playing import finish, lay, set_out, tap, wait_for
from tests.e2e.quick import ask
from tests.e2e.running import Server
from tests.e2e.test_solo_end import last_turn
from tests.e2e.visual.moments import play_on

_WITHOUT = """(ribbon) => {
  const cells = () => [...document.querySelectorAll('[data-laid]')].map((each) => {
    const { x, y } = each.getBoundingClientRect();
    return [Math.round(x), Math.round(y)];
  });
  const before = cells();
  ribbon.style.display = 'none';
  return [before, cells()];
}"""
"""Where the cards lie with the ribbon, and where they lie without it."""


_STAYS = """(() => {
  const { setTimeout: set } = window;
  const longer = (after) => ([5_000, 6_000].includes(after) ? 600_000 : after);
  window.setTimeout = (task, after = 0, ...rest) => set(task, longer(after), ...rest);
})()"""
"""Lets news stay until the reader acts, however slow the machine is."""


def against_a_bot(page: Page, server: Server) -> None:
    """Sit down with a bot, and play the first turn."""
    token = ask(server, "/guests", {"name": "Ann"})["token"]
    table = ask(server, "/tables", {"seats": 2, "bots": ["greedy"]}, token)["table"]["id"]
    page.evaluate("token => localStorage.setItem('codex.guest', JSON.stringify({ token, name: 'Ann' }))", token)
    page.goto(f"/t/{table}")
    set_out(page)
    wait_for(page, "card")
    lay(page)
    finish(page)
    wait_for(page, "card")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_turn_begins_with_what_the_others_did(visit: Visit, server: Server, phone: bool) -> None:
    """The bot's card and what it took are named in a line that moves no card and goes with the next action."""
    page = visit(phone=phone)
    page.add_init_script(_STAYS)
    against_a_bot(page, server)
    ribbon = page.locator("[data-ribbon=turn]")
    expect(ribbon).to_contain_text("laid")
    expect(ribbon).to_contain_text("took" if "took" in ribbon.inner_text() else "drew")
    expect(page.locator(".desk")).to_have_attribute("data-turn", "mine")
    before, without = ribbon.evaluate(_WITHOUT)
    assert before == without
    assert ribbon.evaluate("ribbon => getComputedStyle(ribbon).pointerEvents") == "none"
    page.locator("[data-card]").first.click()
    expect(ribbon).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_desk_says_that_the_end_has_begun(visit: Visit, server: Server, phone: bool) -> None:
    """With its reason and the turns that are left."""
    page = visit("/about", phone=phone)
    page.add_init_script(_STAYS)
    play_on(page, server, last_turn(), version=2, seat=0)
    wait_for(page, "card")
    page.locator('[data-card="8"]').click()
    tap(page, "1,1")
    wait_for(page, "source")
    page.locator('[data-source="resource-deck"]').click()
    ribbon = page.locator("[data-ribbon=ending]")
    expect(ribbon).to_contain_text("Both decks are empty.")
    expect(ribbon).to_contain_text("Your last turn")
