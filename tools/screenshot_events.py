"""Scenes of tournaments for the pictures of the docs."""

import time

from playwright.sync_api import Page, expect

from tests.e2e.quick import ask
from tests.e2e.visual.moments import enter
from tools.screenshot_more import PASSWORD, SCENES
from tools.screenshot_scenes import Stage, scene

__all__ = ["SCENES"]

PLAN = {
    "kind": "swiss",
    "clock": {"kind": "real_time", "seconds": 600, "increment": 10},
    "seats": 2,
    "rounds": 3,
}
BOTS = ("planner", "greedy", "random")


@scene
def tournament(stage: Stage) -> Page:
    """See a tournament under way: one's own table waits, the bots have played theirs."""
    host = "Marguerite" if stage.phone else "Margherita"
    token = ask(stage.server, "/account", {"name": host, "password": PASSWORD})["token"]
    wanted = {"name": "Thursday at the Inkwell", "starts": time.time() + 3600, "plan": PLAN, "bots": BOTS}
    event = ask(stage.server, "/tournaments", wanted, token)["info"]["id"]
    ask(stage.server, f"/tournaments/{event}/join", {}, token)
    ask(stage.server, f"/tournaments/{event}/begin", {}, token)
    page = stage.visit()
    enter(page, "/tournaments")
    kept = {"token": token, "name": host}
    page.evaluate("kept => localStorage.setItem('codex.account', JSON.stringify(kept))", kept)
    page.goto(f"/tournaments/{event}")
    expect(page.locator('[data-action="table"]')).to_be_visible()
    expect(page.locator("[data-round='1'] a[href$='/replay']")).to_have_count(1)
    return page
