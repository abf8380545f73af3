"""From the lobby to the table, by every door."""

import re
import urllib.parse

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.lobby import come_back, fill_seat, lay_table, open_settings, open_way, play_solo, sign, sit_down
from tests.e2e.quick import ask, finished_table
from tests.e2e.running import Server


def at_table(page: Page) -> None:
    """Wait until play has begun here."""
    expect(page.get_by_role("heading", name="Your starter card")).to_be_visible()


def test_friends_meet_by_an_invitation_link(visit: Visit) -> None:
    """A guest who opens the link sits down, and play begins for both."""
    ann = visit()
    sign(ann, "Ann")
    link = lay_table(ann)
    expect(ann.locator("[data-only-here]")).to_contain_text("play --lan")
    bea = visit(link)
    expect(bea.get_by_text("Waiting for one more player.")).to_be_visible()
    sit_down(bea, "Bea")
    at_table(ann)
    at_table(bea)


def test_a_link_is_copied_by_hand_where_a_page_has_no_clipboard(visit: Visit) -> None:
    """As in a house network by plain http: the text is shown, selected."""
    ann = visit()
    ann.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    ann.reload()
    sign(ann, "Ann")
    link = lay_table(ann)
    ann.get_by_role("button", name="Copy the link").click()
    field = ann.get_by_role("dialog").locator("textarea")
    expect(field).to_have_value(re.compile(f"{re.escape(link)}$"))
    assert field.evaluate("field => field.selectionEnd - field.selectionStart") == len(field.input_value())
    expect(field).to_be_focused()
    ann.keyboard.press("Escape")
    expect(ann.get_by_role("dialog")).to_have_count(0)


def test_the_waiting_room_shows_who_comes_and_goes(visit: Visit) -> None:
    """Everybody sees at once who sits down and who gets up."""
    ann = visit()
    sign(ann, "Ann")
    link = lay_table(ann, seats=3)
    bea = visit(link, phone=True)
    sit_down(bea, "Bea")
    seats = ann.get_by_role("list", name="Who sits here")
    expect(seats.get_by_text("Bea")).to_be_visible()
    expect(ann.get_by_text("Waiting for one more player.")).to_be_visible()
    bea.get_by_role("button", name="Leave the table").click()
    expect(bea).to_have_url(re.compile(r"/$"))
    expect(seats.get_by_text("Bea")).to_have_count(0)


def test_the_host_fills_a_seat_with_a_bot(page: Page) -> None:
    """A bot takes the seat it is given, can be sent away, and the last one begins the game."""
    lay_table(page, seats=3)
    fill_seat(page, 1, "Berta")
    page.get_by_role("button", name="Remove Berta").click()
    expect(page.get_by_text("Waiting for 2 more players.")).to_be_visible()
    fill_seat(page, 2, "Anselm")
    expect(page.get_by_role("button", name="Remove Anselm")).to_be_visible()
    fill_seat(page, 1, "Odo")
    at_table(page)


def test_an_invitation_outlives_signing_in(visit: Visit, server: Server) -> None:
    """From the invitation to the account and back, by the link or by signing in, and one sits down."""
    ask(server, "/account", {"name": "Perpetua", "password": "a long secret"})
    ann = visit()
    sign(ann, "Ann")
    link = lay_table(ann)
    bea = visit(link)
    bea.get_by_role("link", name="I have an account").click()
    bea.get_by_role("link", name="Back to the table").click()
    expect(bea).to_have_url(link)
    bea.get_by_role("link", name="I have an account").click()
    bea.get_by_label("Name").fill("Perpetua")
    bea.get_by_label("Password", exact=True).fill("a long secret")
    bea.keyboard.press("Enter")
    expect(bea).to_have_url(link)
    bea.get_by_role("button", name="Sit down", exact=True).click()
    at_table(ann)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_newcomer_is_offered_one_thing_first(visit: Visit, phone: bool) -> None:
    """One large way to learn, the picture on every screen, and the gentlest games: until one has played."""
    page = visit(phone=phone)
    teach = page.get_by_role("link", name="Teach me")
    expect(teach).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^A small codex"))).to_be_in_viewport()
    open_way(page, "Against Tybor")
    expect(page.get_by_role("radio", name="First game")).to_be_checked()
    open_way(page, "Against bots")
    expect(page.get_by_role("radio", name="Perkin, beginner")).to_be_checked()
    page.get_by_role("button", name="Play against 1 bot").click()
    at_table(page)
    page.goto("/")
    expect(page.get_by_role("heading", name="Go on playing")).to_be_visible()
    expect(teach).to_have_count(0)


def test_a_listed_table_is_found_in_the_lobby(visit: Visit) -> None:
    """Strangers find a listed table, and sit down without its link."""
    ann = visit()
    sign(ann, "Ann of the list")
    lay_table(ann, listed=True)
    stranger = visit("/tables")
    row = stranger.get_by_role("listitem").filter(has_text="Ann of the list")
    row.get_by_role("link", name="Sit down").click()
    sit_down(stranger, "Cleo")
    at_table(ann)
    at_table(stranger)


def test_a_watcher_watches(visit: Visit) -> None:
    """When every seat is taken, the link still lets one look."""
    ann = visit()
    play_solo(ann)
    at_table(ann)
    watcher = visit(ann.url)
    expect(watcher.get_by_role("button", name=re.compile("^Play this side"))).to_have_count(0)
    expect(watcher.get_by_text("Tybor").first).to_be_visible()


@pytest.mark.parametrize("level", ["First game (ours)", "Gentle (ours)", "Easy", "Normal", "Hard"])
def test_tybor_is_one_click_away(page: Page, level: str) -> None:
    """A newcomer without a name plays at once."""
    play_solo(page, level)
    at_table(page)


_NEARER_TO_THE_NEXT = """() => [...document.querySelectorAll('.seats .plate + .plate .book')].filter((next) => {
  const above = next.closest('.plate').previousElementSibling;
  const facts = above.querySelector('.facts').getBoundingClientRect();
  const own = facts.top - above.querySelector('.book').getBoundingClientRect().bottom;
  return facts.height > 0 && next.getBoundingClientRect().top - facts.bottom < Math.max(8, 2 * own);
}).map((next) => next.textContent)"""
"""Names the plates that stand as near to the symbols of the one above as that one does itself."""


def test_a_game_against_bots_begins_at_once(page: Page) -> None:
    """No guest is waited for, and the opponents have their names and faces."""
    open_way(page, "Against bots")
    page.get_by_role("button", name="One more opponent").click()
    expect(page.get_by_role("radio", name="Wat, beginner")).to_be_checked()
    page.get_by_role("button", name="Play against 2 bots").click()
    at_table(page)
    for name in ("Perkin", "Wat"):
        plate = page.get_by_role("region", name=name, exact=True)
        expect(plate.get_by_text("beginner")).to_be_visible()
    faces = page.locator("[data-portrait='level:pupil'] > svg")
    expect(faces).to_have_count(2)
    assert faces.first.inner_html() != faces.last.inner_html()
    assert page.evaluate(_NEARER_TO_THE_NEXT) == []


def test_an_opponent_is_chosen_by_its_character(page: Page) -> None:
    """Who it is and how long it thinks is said before one sits down, and again at the table."""
    open_way(page, "Against bots")
    page.get_by_role("radio", name="Odo, very easy").check()
    expect(page.get_by_text("Leaps at every point he sees")).to_be_visible()
    expect(page.get_by_text("Plays at once.")).to_be_visible()
    page.get_by_role("button", name="Play against 1 bot").click()
    at_table(page)
    expect(page.get_by_text("Odo").first).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_solo_games_are_remembered(visit: Visit, server: Server, phone: bool) -> None:
    """A finished game is counted in the lobby, leads to its replay, and says at its end how it stands."""
    table, token = finished_table(server, seats=1, solo="easy")
    page = visit("/about", phone=phone)
    come_back(page, table, token)
    page.goto("/")
    open_way(page, "Against Tybor")
    row = page.locator("[data-level='easy']")
    expect(row).to_contain_text(re.compile("[01] of 1"))
    page.get_by_text("Finished games").click()
    assert axe.faults(page) == []
    page.get_by_role("link", name=re.compile("^Replay: .*Easy")).click()
    expect(page).to_have_url(re.compile(f"/t/{table}/replay"))
    page.goto(f"/t/{table}")
    expect(page.locator("[data-standing]")).to_contain_text(re.compile("Easy: [01] of 1 won"))


def test_a_game_begun_is_gone_on_with_from_the_lobby(page: Page) -> None:
    """A ribbon leads back to the seat."""
    play_solo(page, "Hard")
    at_table(page)
    table = page.url
    page.get_by_role("link", name="Lobby").click()
    page.get_by_role("link", name=re.compile("Against Tybor, Hard")).first.click()
    expect(page).to_have_url(table)
    at_table(page)


def test_a_seat_is_taken_back_on_another_device(visit: Visit) -> None:
    """The private link opens the same seat elsewhere."""
    ann = visit()
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    play_solo(ann)
    at_table(ann)
    open_settings(ann)
    ann.get_by_role("button", name="Copy my private seat link").click()
    expect(ann.get_by_role("button", name=re.compile("Your private link is copied"))).to_be_visible()
    link: str = ann.evaluate("navigator.clipboard.readText()")
    where, _, secret = link.partition("#")
    assert where.endswith("/seat"), "the token is in no part of the address that a server hears of"
    said = dict(urllib.parse.parse_qsl(secret))
    older = f"/seat/{said['key']}?t={said['t']}"
    for opened in (link, older):
        elsewhere = visit(opened, phone=True)
        expect(elsewhere).to_have_url(ann.url)
        at_table(elsewhere)


def test_the_language_changes_on_the_spot(page: Page) -> None:
    """Three languages, without a reload, kept for the next visit; and what is typed stays."""
    sign(page, "Ann")
    page.get_by_role("button", name="Français").click()
    expect(page.get_by_role("button", name="Jouer entre amis")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_label("Mon nom")).to_have_value("Ann")
    page.get_by_role("button", name="Italiano").click()
    expect(page.get_by_role("button", name="Gioca con gli amici")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Gioca con gli amici")).to_be_visible()


def test_the_language_changes_in_the_middle_of_a_game(page: Page) -> None:
    """The table changes its words under the cards."""
    play_solo(page)
    at_table(page)
    page.get_by_role("button", name="Italiano").click()
    expect(page.get_by_role("heading", name="La tua carta Iniziale")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "button"),
    [("fr-FR", "Jouer entre amis"), ("it-IT", "Gioca con gli amici"), ("de-DE", "Play with friends")],
)
def test_the_first_language_is_the_browsers(visit: Visit, locale: str, button: str) -> None:
    """Readers are met in their own language if we speak it."""
    expect(visit(locale=locale).get_by_role("button", name=button)).to_be_visible()


def test_an_unknown_address_is_answered_kindly(visit: Visit) -> None:
    """A wrong link leads back to the lobby."""
    nowhere = visit("/nowhere", forgive="404")
    expect(nowhere.get_by_role("heading", name="This leaf is not in the book")).to_be_visible()
    page = visit("/t/nosuchtable")
    expect(page.get_by_role("heading", name="This leaf is not in the book")).to_be_visible()
    page.get_by_role("link", name="Back to the lobby").click()
    expect(page.get_by_role("heading", name="Codex Naturalis")).to_be_visible()


@pytest.mark.parametrize("link", ["/seat#t=nosuchtable&key=s.broken", "/seat/s.broken?t=nosuchtable"])
def test_a_wrong_seat_link_says_so(visit: Visit, link: str) -> None:
    """A seat link that was cut short opens nothing."""
    page = visit(link, forgive="40[14]")
    expect(page.get_by_role("heading", name="This link does not open a seat")).to_be_visible()


def test_the_notice_is_on_its_page(visit: Visit) -> None:
    """Whose game it is, and whose art, is said."""
    page = visit("/about")
    expect(page.get_by_text("Thomas Dupont")).to_be_visible()


def test_the_lobby_is_used_by_keyboard_alone(page: Page) -> None:
    """Skip link, chapters, choices and the button are reached and pressed with keys."""
    expect(page.get_by_role("button", name="Against Tybor", exact=True)).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.get_by_role("button", name="Against Tybor", exact=True).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="First game")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Gentle")).to_be_checked()
    page.keyboard.press("Tab")
    expect(page.locator("summary", has_text="Rules: English edition")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    at_table(page)
    expect(page.locator("#page")).to_be_focused()


def test_what_is_asked_for_in_the_settings_is_kept(page: Page) -> None:
    """Light and movement change at once and stay."""
    open_settings(page)
    page.get_by_role("radio", name="Night").check()
    expect(page.locator("html")).to_have_attribute("data-skin", "night")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-skin", "night")
    page.emulate_media(forced_colors="active")  # what the system chooses stands above it
    expect(page.locator("html")).to_have_attribute("data-skin", "contrast")
    page.emulate_media(forced_colors="none")
    expect(page.locator("html")).to_have_attribute("data-skin", "night")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_axe_finds_nothing_in_the_lobby(visit: Visit, phone: bool) -> None:
    """All three ways to play, opened one after the other, and the settings; in every skin."""
    page = visit(phone=phone)
    for way in ("Against Tybor", "Against bots", "Play with friends"):
        page.get_by_role("button", name=way).click()
        assert axe.faults_in_every_skin(page) == []
    open_settings(page)
    assert axe.faults_in_every_skin(page) == []


def test_axe_finds_nothing_in_the_waiting_room(visit: Visit) -> None:
    """As the host sees it, and as a guest who was invited does."""
    host = visit()
    link = lay_table(host, seats=3)
    fill_seat(host, 1, "Berta")
    expect(host.get_by_role("button", name="Remove Berta")).to_be_visible()
    assert axe.faults_in_every_skin(host) == []
    invited = visit(link, phone=True)
    expect(invited.get_by_role("button", name="Sit down", exact=True)).to_be_visible()
    assert axe.faults_in_every_skin(invited) == []


def test_axe_finds_nothing_at_the_table(visit: Visit) -> None:
    """While choosing the starter's side, on a desk and on a phone."""
    page = visit()
    play_solo(page)
    at_table(page)
    assert axe.faults_in_every_skin(page) == []


@pytest.mark.parametrize("path", ["/", "/about", "/nowhere", "/cards.html"])
def test_nothing_is_wider_than_a_phone(visit: Visit, path: str) -> None:
    """No page scrolls sideways, and axe finds nothing in any skin."""
    page = visit(path, phone=True, forgive="404")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe.faults_in_every_skin(page) == []
