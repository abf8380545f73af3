"""Sounds are offered once, off until asked for, and quiet."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.lobby import open_settings, play_solo
from tests.e2e.playing import wait_for

LOUDEST = 10 ** (-18 / 20)
"""-18 dBFS, as a share of full scale."""

_LISTEN = """() => {
  const Real = window.OfflineAudioContext;
  window.AudioContext = class extends Real {
    constructor() {
      super(1, 44100 * 4, 44100);
      window.heard = this;
    }
    resume() { return Promise.resolve(); }
  };
}"""
"""Renders what is played instead of playing it."""

_RENDER = """async () => {
  const [samples, end] = [(await window.heard.startRendering()).getChannelData(0), 44100 * 3.5];
  const peak = (part) => part.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return [peak(samples), peak(samples.slice(end))];
}"""


def settings(page: Page) -> dict[str, object]:
    """Return what the reader has set."""
    kept: dict[str, object] = json.loads(page.evaluate("localStorage.getItem('codex.settings')") or "{}")
    return kept


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_sounds_are_offered_once(visit: Visit, answer: str) -> None:
    """Nothing sounds before the answer, and the question does not come again after it."""
    page = visit()
    play_solo(page)
    wait_for(page, "side")
    expect(page.locator("[data-offer]")).to_be_visible()
    assert not settings(page).get("sound")
    page.locator(f'[data-answer="{answer}"]').click()
    expect(page.locator("[data-offer]")).to_have_count(0)
    assert settings(page)["sound"] is (answer == "yes")
    page.reload()
    wait_for(page, "side")
    expect(page.locator(".choice").first).to_be_visible()
    expect(page.locator("[data-offer]")).to_have_count(0)


def test_what_is_heard_is_quiet_and_short(visit: Visit) -> None:
    """A preview at full volume stays below -18 dBFS, and is silent again after three and a half seconds."""
    page = visit()
    page.add_init_script(f"({_LISTEN})()")
    page.evaluate("localStorage.setItem('codex.settings', JSON.stringify({ volume: 1 }))")
    page.reload()
    play_solo(page)
    wait_for(page, "side")
    page.locator("[data-offer] [data-sample]").click()
    page.wait_for_function("() => window.heard !== undefined")
    peak, rest = page.evaluate(_RENDER)
    assert 0.005 < peak <= LOUDEST
    assert rest < 0.002


def test_volume_and_room_are_set_beside_each_other(visit: Visit) -> None:
    """Who wants sounds sets how loud, and whether the room has a tone of its own."""
    page = visit()
    open_settings(page)
    page.get_by_role("dialog").get_by_role("group", name="Sound").get_by_role("radio").last.check()
    page.locator("[data-room]").check()
    page.locator("#volume").fill("0.3")
    assert settings(page)["room"] is True
    assert settings(page)["volume"] == 0.3
    page.locator("[data-room]").uncheck()
    assert settings(page)["room"] is False
