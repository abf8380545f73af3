"""After the game: walk through it, from anybody's eyes, by links; play on from its middle; keep what one likes."""

import base64
import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Page, expect

from codex_naturalis.record import read_record
from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.lobby import come_back, go_to, open_way
from tests.e2e.quick import finished_table, play_out
from tests.e2e.running import Server

SEEN = """async (bytes) => {
  const image = new Image();
  image.src = `data:image/png;base64,${bytes}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const seen = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
  return [image.width, image.height, new Set(seen).size];
}"""
"""Width, height and number of colours of a PNG."""

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def table(server: Server) -> str:
    """Play one game of two, which all tests look back on."""
    return finished_table(server)[0]


def version(page: Page) -> int:
    """Return where the page is in the game."""
    return int(page.locator(".replay").get_attribute("data-version") or -1)


def at(page: Page, wanted: int) -> None:
    """Wait until the page is at a version."""
    expect(page.locator(".replay")).to_have_attribute("data-version", str(wanted))


def opened(page: Page) -> Page:
    """Wait until the game is there."""
    expect(page.get_by_role("slider")).to_be_visible()
    return page


def way(page: Page, name: str) -> None:
    """Press one of the buttons beneath the line."""
    page.locator(f'[data-way="{name}"]').click()


def end_of(page: Page) -> int:
    """Return the last version."""
    return int(page.get_by_role("slider").get_attribute("max") or 0)


def test_the_finished_table_leads_to_the_replay(visit: Visit, server: Server) -> None:
    """From the final scoring, and from the lobby of a player."""
    played, token = finished_table(server, name="Bea")
    page = visit()
    come_back(page, played, token)
    page.get_by_role("link", name="Look back on this game").click()
    opened(page)
    expect(page).to_have_url(re.compile(rf"/t/{played}/replay\?turn=0&seat=[01]$"))
    go_to(page, "You", "My games")
    page.locator("main .entries a").first.click()
    opened(page)


def test_every_turn_has_a_link_that_opens_exactly_there(visit: Visit, table: str) -> None:
    """In a browser that has never been here; the address follows without an entry in the history for each step."""
    page = opened(visit(f"/t/{table}/replay?turn=12&seat=all"))
    expect(page.locator(".caption .where")).to_contain_text("Turn 12")
    here = version(page)
    before = page.evaluate("history.length")
    way(page, "turn_forth")
    expect(page).to_have_url(re.compile(r"\?turn=13&seat=all$"))
    way(page, "back")
    expect(page).to_have_url(re.compile(r"\?turn=13&step=1&seat=all$"))
    assert page.evaluate("history.length") == before
    other = opened(visit(page.url))
    at(other, here + 1)
    laid = page.locator(".middle [data-laid]").count()
    assert laid
    expect(other.locator(".middle [data-laid]")).to_have_count(laid)
    expect(other.locator(".caption .what")).to_have_text(page.locator(".caption .what").inner_text())


def test_the_keyboard_walks_through_the_whole_game(visit: Visit, table: str) -> None:
    """Step by step, turn by turn, from the deal to the end; each step is said in words."""
    page = opened(visit(f"/t/{table}/replay"))
    at(page, 0)
    said = page.locator(".unseen[role=status]")
    page.keyboard.press("ArrowRight")
    at(page, 1)
    expect(said).to_contain_text("chose a side")
    page.keyboard.press("End")
    at(page, end_of(page))
    expect(page.locator(".caption .what")).to_contain_text("win")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".replay")).not_to_have_attribute("data-version", str(end_of(page)))
    assert 0 < version(page) < end_of(page)
    page.keyboard.press("Home")
    at(page, 0)
    slider = page.get_by_role("slider", name="Jump to a moment")
    slider.focus()
    page.keyboard.press("ArrowRight")
    at(page, 1)
    expect(slider).to_have_attribute("aria-valuetext", re.compile("chose a side"))
    page.locator("#page").focus()
    page.keyboard.press("Space")
    expect(page.locator(".replay")).not_to_have_attribute("data-version", "1")  # it goes on by itself
    page.keyboard.press("Space")
    expect(page.get_by_role("main").get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_one_scrubs_and_the_story_goes_along(visit: Visit, table: str) -> None:
    """The line of the moment is marked and in sight; a press on another leads there."""
    page = opened(visit(f"/t/{table}/replay?turn=4"))
    page.get_by_role("slider").fill("40")
    at(page, 40)
    line = page.locator(".log [aria-current=step]")
    expect(line).to_have_attribute("data-version", "40")
    expect(line).to_be_in_viewport()
    page.locator('.log [data-version="38"]').click()
    at(page, 38)
    expect(page.locator(".log [aria-current=step]")).to_have_attribute("data-version", "38")


def test_what_is_to_come_is_kept_from_who_has_not_played(visit: Visit, server: Server, table: str) -> None:
    """Neither the story nor the curve goes beyond what was seen, until it is asked for; that is remembered."""
    page = opened(visit(f"/t/{table}/replay?turn=4&seat=all"))
    here, entries = version(page), page.locator(".log [data-version]")
    address = page.url
    expect(entries).to_have_count(here)
    curve = page.locator(".curve .seat-line").first
    begun = str(curve.get_attribute("d"))
    assert not begun.endswith("H1000.0")
    way(page, "forth")
    expect(page).not_to_have_url(address)
    way(page, "back")
    expect(page).to_have_url(address)
    expect(entries).to_have_count(here + 1)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("heading", name="The scores")).to_be_visible()
    expect(page.get_by_role("dialog").locator("pre")).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Show what is to come").click()
    expect(entries).to_have_count(end_of(page))
    expect(curve).to_have_attribute("d", re.compile(r"H1000\.0$"))
    page.reload()
    expect(entries).to_have_count(end_of(page))
    page.get_by_role("checkbox", name="Hide what is to come").check()
    expect(entries).to_have_count(here)
    played, token = finished_table(server, name="Cleo")
    mine = visit()
    come_back(mine, played, token)
    mine.goto(f"/t/{played}/replay?turn=4")
    expect(opened(mine).locator(".log [data-version]")).to_have_count(end_of(mine))


def test_one_sees_with_other_eyes(visit: Visit, table: str) -> None:
    """A spectator sees backs, all cards open show every hand; the moment stays the same."""
    page = opened(visit(f"/t/{table}/replay?turn=2&seat=none"))
    hand = page.get_by_role("region", name=re.compile("^Hand of"))
    here = version(page)
    expect(hand.get_by_text(re.compile("^(resource|gold) card")).first).to_be_attached()
    page.get_by_label("Seen by").select_option(label="All cards open")
    expect(page).to_have_url(re.compile(r"\?turn=2&seat=all$"))
    expect(page.locator(".replay")).to_have_attribute("data-eyes", "all")
    expect(hand.get_by_text(re.compile("^(resource|gold) card"))).to_have_count(0)
    expect(page.get_by_role("region", name=re.compile("^Objectives")).get_by_text("Secret")).to_be_attached()
    at(page, here)
    page.get_by_label("Seen by").select_option(label="Ada")
    expect(page).to_have_url(re.compile(r"\?turn=2&seat=[01]$"))


def test_a_link_to_this_moment_is_copied(visit: Visit, table: str) -> None:
    """The clipboard holds the address with the turn and the eyes."""
    page = opened(visit(f"/t/{table}/replay?turn=7&seat=all"))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Copy a link to this moment").click()
    expect(page.get_by_role("button", name=re.compile("^The link is copied"))).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/t/{table}/replay?turn=7&seat=all")


def test_what_if_plays_on_from_here(visit: Visit, table: str, server: Server) -> None:
    """A table of one's own, with the same cards laid, said to be a what-if, played to its end, leading back."""
    page = opened(visit(f"/t/{table}/replay?turn=10&seat=all"))
    here = version(page)
    page.get_by_role("button", name="What if…?").click()
    page.get_by_role("button", name="Play on as Ada").click()
    expect(page).to_have_url(re.compile(r"/t/[\w-]+$"))
    expect(page.get_by_text("What if…? This game plays on from the middle of another.")).to_be_visible()
    fresh = page.url.rsplit("/", 1)[1]
    assert fresh != table
    token = json.loads(page.evaluate("localStorage.getItem('codex.guest')"))["token"]
    play_out(server, fresh, token)
    records = [read_record(page.request.get(f"/api/v1/tables/{each}/record").body()) for each in (table, fresh)]
    assert records[0].actions[:here] == records[1].actions[:here]
    assert records[0].deal == records[1].deal
    page.get_by_role("link", name="See the other").click()
    at(opened(page), here)


def test_nothing_is_left_to_play_at_the_end(visit: Visit, table: str) -> None:
    """There the question is answered with a way back."""
    page = opened(visit(f"/t/{table}/replay?turn=999"))
    page.get_by_role("button", name="What if…?").click()
    expect(page.get_by_text("The game ends here.")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Play on as"))).to_have_count(0)


def test_the_finished_codex_is_kept_as_a_picture(visit: Visit, table: str, tmp_path: Path) -> None:
    """An SVG that stands alone, with every card and no style that only this page knows; and a PNG twice as large."""
    page = opened(visit(f"/t/{table}/replay?turn=999&seat=all"))
    page.get_by_role("button", name="Share").click()
    sizes = {}
    for kind in ("SVG", "PNG"):
        with page.expect_download() as download:
            page.get_by_role("button", name=f"Ada: {kind}").click()
        name = download.value.suggested_filename
        assert re.fullmatch(rf"codex-naturalis-\d{{4}}-\d\d-\d\d-ada\.{kind.lower()}", name)
        download.value.save_as(tmp_path / kind)
    drawing = (tmp_path / "SVG").read_text(encoding="utf-8")
    root = ET.fromstring(drawing)  # noqa: S314 - our own
    assert root.tag == f"{SVG}svg"
    assert "Codex of Ada" in (root.findtext(f"{SVG}title") or "")
    assert "var(--" not in drawing
    assert "class=" not in drawing
    assert not re.search(r'(href|src)="?(?!#)[^d]', drawing.replace('href="#', "#"))
    names = {element.get("id") for element in root.iter() if element.get("id")}
    used = {element.get("href", "")[1:] for element in root.iter(f"{SVG}use")}
    assert used == names
    sizes["SVG"] = round(float(root.get("width", 0))), round(float(root.get("height", 0)))
    pixels = base64.b64encode((tmp_path / "PNG").read_bytes()).decode()
    width, height, colours = page.evaluate(SEEN, pixels)
    assert (width, height) == (sizes["SVG"][0] * 2, sizes["SVG"][1] * 2)
    assert colours > 100
    places = [element for element in root if (element.get("transform") or "").startswith("translate")]
    codex = page.request.get(f"/api/v1/tables/{table}/record")
    laid = sum(" place " in action for action in read_record(codex.body()).actions)
    assert len(places) >= laid // 2


def test_record_and_scores_are_kept(visit: Visit, table: str, tmp_path: Path) -> None:
    """The record opens again from its file, also as Windows writes it; the scores are words."""
    page = opened(visit(f"/t/{table}/replay?turn=999&seat=all"))
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as download:
        page.locator('[data-keep="text"]').click()
    assert download.value.suggested_filename.endswith("-the-scores.txt")
    download.value.save_as(tmp_path / "scores.txt")
    assert re.search(r"Ada: \d+ \(\d+ on the track \+ \d+ for objectives\)", (tmp_path / "scores.txt").read_text())
    with page.expect_download() as download:
        page.locator('[data-keep="record"]').click()
    assert re.fullmatch(r"codex-naturalis-[\w-]+\.json", download.value.suggested_filename)
    download.value.save_as(tmp_path / "game.json")
    (tmp_path / "game.json").write_text((tmp_path / "game.json").read_text("utf-8"), "utf-16")
    end = end_of(page)
    other = visit("/replay")
    other.get_by_label("Choose a file").wait_for()
    title = other.title()
    other.get_by_label("Choose a file").set_input_files(tmp_path / "game.json")
    assert end_of(opened(other)) == end
    expect(other).to_have_title(title)
    expect(other.get_by_text("First player").first).to_be_visible()


def test_what_is_no_record_is_said_so(visit: Visit) -> None:
    """And what was pasted stays to be mended."""
    page = visit("/replay", forgive="400")
    page.get_by_label("The record").fill('{"format": "chess"}')
    page.get_by_role("button", name="Open the replay").click()
    expect(page.get_by_role("alert")).to_contain_text("not the record of a game")
    expect(page.get_by_label("The record")).to_have_value('{"format": "chess"}')
    page.get_by_label("The record").fill('{"format": "codex-naturalis"}\n' * 3)
    page.get_by_role("button", name="Open the replay").click()
    expect(page.get_by_role("alert")).to_contain_text("This file holds 3 games")


def test_a_running_game_is_not_looked_back_on(visit: Visit) -> None:
    """The page says so kindly."""
    page = visit(forgive="409")
    open_way(page, "Against Tybor")
    page.get_by_role("button", name="Play against Tybor").click()
    expect(page.get_by_role("heading", name="Your starter card")).to_be_visible()
    page.goto(f"{page.url}/replay")
    expect(page.get_by_role("alert")).to_contain_text("still in play")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_axe_finds_nothing(visit: Visit, table: str, phone: bool) -> None:
    """At the deal, in the middle, at the end, with everything opened that opens."""
    page = opened(visit(f"/t/{table}/replay?turn=9&seat=all", phone=phone))
    assert axe.faults_in_every_skin(page) == []
    if phone:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for tab in page.locator("[data-tab-button]").all():
            tab.click()
            assert axe.faults(page) == []
    for turn in ("first", "last"):
        way(page, turn)
        assert axe.faults(page) == []
    for name in ("What if…?", "Share"):
        page.get_by_role("button", name=name).click()
        assert axe.faults_in_every_skin(page) == []
        page.keyboard.press("Escape")


def test_axe_finds_nothing_where_records_are_brought(visit: Visit) -> None:
    """The page for a record of one's own."""
    page = visit("/replay")
    expect(page.get_by_label("The record")).to_be_visible()
    assert axe.faults_in_every_skin(page) == []


def test_a_codex_is_shown_around(visit: Visit, table: str) -> None:
    """One press shows the print of a codex in each form, and the picture that is saved is that one."""
    page = opened(visit(f"/t/{table}/replay"))
    page.get_by_role("button", name="Share").click()
    page.locator('[data-keep="show"]').click()
    sheet = page.get_by_role("dialog", name="Show your codex")
    for form, width, height in (("Landscape", 1200, 630), ("Portrait", 1080, 1350), ("Animated", 1200, 630)):
        sheet.get_by_role("radio", name=form).check()
        expect(sheet.locator("figure")).to_have_attribute("aria-busy", "false")
        drawn = sheet.get_by_role("img").evaluate("image => [image.naturalWidth, image.naturalHeight]")
        assert drawn == [width, height]
    assert axe.faults(page) == []
    with page.expect_download() as saved:
        sheet.locator('[data-show="save"]').click()
    assert b"acTL" in Path(saved.value.path()).read_bytes()
