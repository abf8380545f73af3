"""More scenes for the pictures of the docs: what surrounds a game, before the first one and after the last."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from random import Random

import msgspec
from playwright.sync_api import Page, expect

from codex_naturalis.analysis.puzzles import Kind, puzzles
from codex_naturalis.bots import bot_named
from codex_naturalis.rules import Place
from codex_naturalis.views import View
from tests.e2e.lobby import sit_down
from tests.e2e.playing import choose_side, finish, keep_objective, lay, set_out, tap, wait_for
from tests.e2e.quick import ask, best_now, play_out
from tests.e2e.running import Server
from tests.e2e.visual.moments import Json, enter, look_back
from tools.screenshot_games import record_of
from tools.screenshot_scenes import ME, SCENES, THINKING, Stage, scene

__all__ = ["SCENES"]

PASSWORD = "correct horse"  # noqa: S105 - nobody's
IN_THE_MIDDLE = """<style>
  body { margin: 0; height: 100vh; display: grid; place-items: center; background: #16110d }
  svg { max-width: 100vw; max-height: 100vh }
</style>"""
TURN = 26
"""The turn of the game of three that is looked back on."""


def planned(view: Json, rng: Random) -> Json:
    """Choose as a planner would."""
    return msgspec.to_builtins(bot_named("planner").choose(msgspec.convert(view, View), rng))


def more(stage: Stage, page: Page) -> None:
    """Bring what can be done with a replay to the thumb; on a desk it lies open."""
    if stage.phone:
        page.get_by_role("button", name="More", exact=True).click()


@scene
def note(stage: Stage) -> Page:
    """Begin a first game, which explains itself."""
    page = stage.visit()
    enter(page, "/")
    page.get_by_role("radio", name="Easy", exact=True).check()
    page.get_by_role("button", name="Play against Tybor").click()
    wait_for(page, "side")
    choose_side(page, "back")
    keep_objective(page)
    wait_for(page, "card")
    expect(page.locator("[data-note]")).to_be_visible()
    return page


@scene
def history(stage: Stage) -> Page:
    """Look at one's games against Tybor in the lobby."""
    token = ask(stage.server, "/guests", {"name": "Ann"})["token"]
    for seed, level in enumerate(["easy", "easy", "easy", "normal", "normal"]):
        table = ask(stage.server, "/tables", {"seats": 1, "solo": level}, token)["table"]["id"]
        play_out(stage.server, table, token, seed, planned)
    page = stage.visit()
    enter(page, "/", guest={"token": token, "name": "Ann"})
    heading = page.get_by_role("heading", name="Your games against Tybor")
    expect(page.locator("[data-level]").first).to_be_visible()
    heading.evaluate("it => scrollTo(0, it.getBoundingClientRect().top - 120)")
    return page


@scene
def explore(stage: Stage) -> Page:
    """See how the cards fare, creature by creature, with one of them chosen."""
    page = stage.visit()
    enter(page, "/explore")
    expect(page.locator("[data-spot]")).to_have_count(80)
    page.locator("[data-spot='79']").evaluate("it => it.focus({ preventScroll: true })")
    page.locator("figure").first.evaluate("it => it.scrollIntoView()")
    return page


@scene
def traps(stage: Stage) -> Page:
    """See which objectives win, and which are kept."""
    page = stage.visit()
    enter(page, "/explore?of=objectives")
    expect(page.locator("[data-spot]")).to_have_count(16)
    page.locator("figure").first.evaluate("it => it.scrollIntoView()")
    return page


@scene
def opponent(stage: Stage) -> Page:
    """Bring an opponent's codex to the front."""
    page = stage.trio()
    page.locator('.plate[data-seat="0"] .book').click()
    expect(page.locator('.plate[data-seat="0"].front')).to_be_visible()
    return page


@scene
def packing(stage: Stage) -> Page:
    """See on the codex which cards were counted for an objective."""
    page = stage.trio(turn=-1)
    lay(page)
    finish(page)
    wait_for(page, "over")
    page.locator(f'.final [data-seat="{ME}"] td:not([data-points="0"]) > button:not(.why)').first.click()
    return page


@scene
def codex(stage: Stage) -> Page:
    """Show the picture that one may keep of a finished codex."""
    page = stage.visit()
    look_back(page, record_of(3), f"turn={TURN}&seat={ME}")
    more(stage, page)
    page.get_by_role("button", name="Keep and share").click()
    with page.expect_download() as download:
        page.locator(f'[data-keep="svg-{ME}"]').click()
    picture = download.value.path().read_text(encoding="utf-8")
    page.goto("about:blank")
    page.set_content(f"{IN_THE_MIDDLE}{picture}")
    return page


@scene
def keep(stage: Stage) -> Page:
    """Choose what to keep of a game."""
    page = stage.visit()
    record = record_of(3)
    look_back(page, record, f"version={len(record['actions'])}&seat={ME}")
    more(stage, page)
    page.get_by_role("button", name="Keep and share").click()
    expect(page.locator("#keep")).to_be_visible()
    return page


def reviewed(stage: Stage) -> Page:
    """Have the game against Tybor reviewed, and look at one of the three turns it begins with."""
    page = stage.visit()
    look_back(page, record_of(1), "turn=0&seat=0")
    more(stage, page)
    page.locator('[data-action="review"]').click()
    page.locator('[data-action="begin-review"]').click()
    expect(page.locator('[data-review="ready"]')).to_be_visible(timeout=THINKING)
    page.locator('[data-highlight] [data-action="show"]').last.click()
    expect(page.locator("[data-advised] text").first).to_be_attached()
    return page


@scene
def review(stage: Stage) -> Page:
    """Read how the teacher judges a game."""
    page = reviewed(stage)
    page.locator("[data-highlight]").first.scroll_into_view_if_needed()
    return page


@scene
def exercise(stage: Stage) -> Page:
    """Try a turn again in which something better was possible."""
    page = reviewed(stage)
    page.locator('[data-highlight] [data-action="play"]').last.click()
    wait_for(page, "side", "objective", "card")
    return page


@scene
def puzzle_list(stage: Stage) -> Page:
    """Choose a puzzle."""
    page = stage.visit()
    enter(page, "/puzzles")
    expect(page.locator("[data-puzzle]").first).to_be_visible()
    return page


@scene
def puzzle(stage: Stage) -> Page:
    """Solve a puzzle."""
    one = next(each for each in puzzles() if each.question.kind is Kind.POINTS and isinstance(each.answer[0], Place))
    place = one.answer[0]
    assert isinstance(place, Place)
    page = stage.visit()
    enter(page, f"/puzzles/{one.number}")
    wait_for(page, "card")
    if place.side == "front":
        page.locator(f'[data-card="{place.card}"]').click()
    else:
        page.locator(f'[data-flip="{place.card}"]').click()
    tap(page, f"{place.cell[0]},{place.cell[1]}")
    page.locator('[data-action="confirm"]').click()
    expect(page.locator(".question")).to_have_attribute("data-state", "right")
    return page


@scene
def clock(stage: Stage) -> Page:
    """Play with clocks, on a desktop against a phone, or the other way round."""
    ann, bea = stage.visit(), stage.visit()
    enter(ann, "/")
    ann.get_by_role("button", name="With friends").click()
    ann.get_by_role("radio", name="2 seats").check()
    ann.get_by_text("More choices").click()
    ann.get_by_role("radio", name="5 min + 10 s").check()
    ann.get_by_role("button", name="Open the table").click()
    ann.wait_for_url("**/t/*")
    enter(bea, ann.url, name="Bea")
    sit_down(bea, "Bea")
    set_out(ann, bea)
    wait_for(ann, "card", "wait")
    return ann


@cache
def rated(server: Server, *, phone: bool) -> Json:
    """Let two people with accounts play some rated games; return the session of one of them."""
    names = ("Roswitha", "Diemut") if phone else ("Hildegard", "Herrad")
    one, other = (ask(server, "/account", {"name": name, "password": PASSWORD}) for name in names)
    for seed in range(6):
        table = ask(server, "/tables", {"seats": 2, "rated": True}, one["token"])["table"]["id"]
        ask(server, f"/tables/{table}/join", {}, other["token"])
        choices = (planned, best_now) if seed % 3 else (best_now, planned)
        with ThreadPoolExecutor() as pool:
            for session, choose in zip((one, other), choices, strict=True):
                pool.submit(play_out, server, table, session["token"], seed, choose)
    return one


def come_back(stage: Stage, path: str) -> Page:
    """Open a page with an account that has rated games."""
    session = rated(stage.server, phone=stage.phone)
    page = stage.visit()
    enter(page, "/")
    kept = {"token": session["token"], "name": session["name"]}
    page.evaluate("kept => localStorage.setItem('codex.account', JSON.stringify(kept))", kept)
    page.goto(path.format(name=session["name"].lower()))
    return page


@scene
def person(stage: Stage) -> Page:
    """Show a person's rating after some rated games."""
    page = come_back(stage, "/people/{name}")
    expect(page.get_by_role("img", name="6 games")).to_be_visible()
    return page


@scene
def games(stage: Stage) -> Page:
    """Look back on one's games, the best codex open before the shelf, and find the next that waits."""
    page = come_back(stage, "/games")
    expect(page.locator("#over + ul a").first).to_be_visible()
    expect(page.locator("[data-open] .miniature > *").first).to_be_attached()
    return page


@scene
def notices(stage: Stage) -> Page:
    """Choose how to be told that it is one's turn."""
    page = come_back(stage, "/games")
    page.context.grant_permissions(["notifications"])
    page.goto("/notices")
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    return page


def _played_again(stage: Stage) -> tuple[str, str]:
    """Return the tables of two people who have played the same deal against Tybor; a third has, too."""
    tables: list[str] = []
    for number, name in enumerate(("Ann", "Ben", "Cleo")):
        token = ask(stage.server, "/guests", {"name": name})["token"]
        path, body = ("/tables", {"seats": 1, "solo": "normal"})
        if tables:
            path, body = f"/tables/{tables[0]}/challenge", {"seat": 0}
        tables.append(ask(stage.server, path, body, token)["table"]["id"])
        play_out(stage.server, tables[-1], token, number, planned if number != 1 else best_now)
    return tables[0], tables[1]


@scene
def same_cards(stage: Stage) -> Page:
    """Look at what others have made of a deal."""
    page = stage.visit()
    enter(page, f"/t/{_played_again(stage)[0]}/deal")
    expect(page.locator("[data-result]")).to_have_count(3)
    return page


@scene
def beside(stage: Stage) -> Page:
    """Look at two games with the same cards side by side."""
    page = stage.visit()
    one, other = _played_again(stage)
    enter(page, f"/t/{one}/beside?with={other}&seat=0")
    page.locator('[data-way="last"]').click()
    expect(page.locator("[data-points]")).to_have_count(2)
    return page


@scene
def daily(stage: Stage) -> Page:
    """Look at the deal of the day when one has finished it, as some others have."""
    day = ask(stage.server, "/daily")["deal"]["day"]
    session: Json = {}
    for number, name in enumerate(("Ben", "Cleo", "Dan", "Eva", "Ann")):
        person = f"{name} {'on a phone' if stage.phone else 'at a desk'}"
        session = ask(stage.server, "/account", {"name": person, "password": PASSWORD})
        table = ask(stage.server, f"/daily/{day}/play", {}, session["token"])["table"]["id"]
        play_out(stage.server, table, session["token"], number, planned if number > 1 else best_now)
    page = stage.visit()
    enter(page, "/")
    kept = {"token": session["token"], "name": session["name"]}
    page.evaluate("kept => localStorage.setItem('codex.account', JSON.stringify(kept))", kept)
    page.goto(f"{stage.server.http}/daily")
    expect(page.locator("[data-result]")).to_be_visible()
    return page
