"""People talk at a table: words and signs, read by eye and by ear, muted by a reader who does not want them."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.lobby import fill_seat, lay_table, open_settings, play_solo, sign, sit_down
from tests.e2e.playing import finish, in_turn, lay, set_out, wait_for
from tests.e2e.running import SERVER_AWAY, Server

HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script>&amp;{{7*7}}'


def meet(visit: Visit, *, phone: bool = False, forgive: str = "") -> tuple[Page, Page]:
    """Seat Ann at a desk and Bea, perhaps on a phone, at a table where play has begun."""
    ann = visit(forgive=forgive)
    sign(ann, "Ann")
    link = lay_table(ann)
    bea = visit(link, phone=phone, forgive=forgive)
    sit_down(bea, "Bea")
    wait_for(bea, "side")
    return ann, bea


def open_chat(page: Page) -> None:
    """Open the chat."""
    page.locator("[data-open-chat]").click()
    expect(page.locator("[data-chat]")).to_be_visible()


def say(page: Page, text: str) -> None:
    """Write a line and send it."""
    page.get_by_label("Say something").fill(text)
    page.get_by_label("Say something").press("Enter")


def lines(page: Page) -> list[str]:
    """Return the lines shown in the open chat."""
    return [text.strip() for text in page.locator("[data-chat] [data-line] p").all_inner_texts()]


_SHOWN = """() => {
  window.shown = new Set();
  new MutationObserver(() => {
    for (const each of document.querySelectorAll('[data-bubble]')) window.shown.add(each.dataset.bubble);
    for (const each of document.querySelectorAll('[data-seal]:not([hidden])')) window.shown.add('seal');
  }).observe(document.body, { childList: true, subtree: true });
}"""
"""Writes down which signs have stood at a seat: each goes by itself after a while."""


def hears(page: Page, text: str) -> None:
    """Wait until a line is shown."""
    expect(page.locator("[data-chat] [data-line] p", has_text=text)).to_be_visible()


def test_two_people_talk(visit: Visit) -> None:
    """What one says the other sees announced and marked as new; a line or a sign stands at the seat for a moment."""
    ann, bea = meet(visit, phone=True)
    bea.evaluate(_SHOWN)
    open_chat(ann)
    say(ann, "Good luck, Bea!")
    bea.wait_for_function("() => window.shown.has('line')")
    hears(ann, "Good luck, Bea!")
    expect(bea.locator("[data-unread='1']")).to_be_visible()
    expect(bea.get_by_role("button", name="Open the chat, 1 new line")).to_be_visible()
    expect(bea.get_by_role("log")).to_have_text("Ann: Good luck, Bea!")
    open_chat(bea)
    hears(bea, "Good luck, Bea!")
    expect(bea.locator("[data-unread]")).to_have_count(0)
    ann.evaluate(_SHOWN)
    bea.locator("[data-emote=applause]").tap()
    ann.wait_for_function("() => window.shown.has('applause')")
    expect(ann.get_by_role("log")).to_have_text("Bea: Applause")
    expect(ann.locator("[data-chat]").get_by_role("img", name="Applause")).to_be_visible()
    expect(ann.locator("[data-bubble]")).to_have_count(0)


def test_the_chat_is_used_by_keyboard(visit: Visit) -> None:
    """C opens it, arrows choose a sign, Escape closes it; what is typed is no command of the table.

    The sign is pressed on the card that the other has just laid.
    """
    ann, bea = meet(visit)
    set_out(ann, bea)
    other, player = in_turn(ann, bea)
    lay(other)
    finish(other)
    wait_for(player, "card")
    other.evaluate(_SHOWN)
    player.keyboard.press("c")
    expect(player.get_by_label("Say something")).to_be_focused()
    expect(player.locator("[data-chat]")).to_be_in_viewport(ratio=0.99)
    player.keyboard.type("ff 1 2 3 ? c")
    player.keyboard.press("Enter")
    hears(player, "ff 1 2 3 ? c")
    player.keyboard.press("Shift+Tab")
    player.keyboard.press("Home")
    player.locator("[data-emote=hello]").focus()
    player.keyboard.press("ArrowRight")
    expect(player.locator("[data-emote=smile]")).to_be_focused()
    player.keyboard.press("Enter")
    expect(player.locator("[data-chat]").get_by_role("img", name="A smile")).to_be_visible()
    other.wait_for_function("() => window.shown.has('seal')")
    player.keyboard.press("Escape")
    expect(player.locator("[data-chat]")).to_have_count(0)
    expect(player.locator("[data-open-chat]")).to_be_focused()
    expect(player.locator("dialog[open]")).to_have_count(0)


def test_whoever_is_muted_is_not_heard(visit: Visit) -> None:
    """One person, everybody, or those who watch; only in one's own browser, and still so after a reload."""
    ann, bea = meet(visit)
    watcher = visit(ann.url)
    open_chat(watcher)
    sign(watcher, "Cid")
    watcher.get_by_role("button", name="Use this name", exact=True).click()
    say(watcher, "from the side")
    open_chat(bea)
    hears(bea, "from the side")
    expect(bea.locator("[data-chat] em", has_text="watching")).to_be_visible()
    open_chat(ann)
    say(ann, "first")
    hears(bea, "first")

    bea.locator("[data-choices]").click()
    bea.get_by_role("button", name="Mute Ann").click()
    bea.locator("[data-choices]").click()
    expect(bea.locator("[data-line] p")).to_have_text(["from the side"])
    bea.reload()
    say(ann, "second")
    say(watcher, "still here")
    open_chat(bea)
    hears(bea, "still here")
    assert lines(bea) == ["from the side", "still here"]

    bea.locator("[data-choices]").click()
    bea.get_by_role("button", name="Unmute Ann").click()
    bea.get_by_role("button", name="Mute all spectators").click()
    bea.locator("[data-choices]").click()
    expect(bea.locator("[data-line] p")).to_have_text(["first", "second"])

    bea.locator("[data-mute]").click()
    expect(bea.locator("[data-line]")).to_have_count(0)
    bea.locator("[data-close]").click()
    say(ann, "third")
    hears(ann, "third")
    expect(bea.locator("[data-unread]")).to_have_count(0)
    expect(bea.get_by_role("log")).not_to_contain_text("third")
    hears(watcher, "third")  # muting is nobody else's affair


def test_what_looks_like_markup_is_text(visit: Visit) -> None:
    """Nothing that is said, and no name, becomes part of the page."""
    ann = visit()
    sign(ann, "<b>Ann</b>")
    bea = visit(lay_table(ann))
    sit_down(bea, "Bea")
    wait_for(bea, "side")
    open_chat(ann)
    open_chat(bea)
    say(ann, HOSTILE)
    expect(bea.locator("[data-line] p")).to_have_text([HOSTILE])
    expect(bea.locator("[data-chat] bdi")).to_have_text(["<b>Ann</b>"])
    assert bea.locator("[data-chat] img, [data-chat] script, [data-chat] b").count() == 0
    say(ann, "\u202egnp.exe \u2066hidden\u2069")
    expect(bea.locator("[data-line] p").last).to_have_text("gnp.exe hidden")
    say(ann, "W" * 200)
    hears(bea, "W" * 200)
    assert bea.locator("[data-chat]").evaluate("(panel) => panel.scrollWidth <= panel.clientWidth")
    assert bea.title() not in ("1", "2")


def test_too_much_at_once_is_given_back(visit: Visit) -> None:
    """The reader is told to wait, and finds the words where they were written."""
    ann, bea = meet(visit)
    open_chat(ann)
    for number in range(1, 8):
        say(ann, f"line {number}")
    expect(ann.get_by_role("alert")).to_contain_text("Wait a moment")
    expect(ann.get_by_label("Say something")).to_have_value("line 7")
    open_chat(bea)
    hears(bea, "line 6")
    assert len(lines(bea)) == 6


def test_the_host_switches_the_chat_off(visit: Visit) -> None:
    """For everybody at the table, and on again."""
    ann, bea = meet(visit)
    open_chat(ann)
    open_chat(bea)
    bea.locator("[data-choices]").click()
    expect(bea.locator("[data-hush]")).to_have_count(0)
    bea.locator("[data-choices]").click()
    ann.locator("[data-choices]").click()
    ann.get_by_role("button", name="Switch the chat off for everybody").click()
    expect(bea.get_by_text("The host has switched the chat off.")).to_be_visible()
    expect(bea.get_by_label("Say something")).to_have_count(0)
    ann.get_by_role("button", name="Switch the chat on for everybody").click()
    say(bea, "thank you")
    ann.locator("[data-choices]").click()
    hears(ann, "thank you")


def test_a_lost_connection_loses_no_word(visits: Callable[[Server], Visit], own_server: Server) -> None:
    """What was said is there again, and what was on its way arrives, once."""
    ann, bea = meet(visits(own_server), forgive=SERVER_AWAY)
    open_chat(ann)
    open_chat(bea)
    say(ann, "before")
    hears(bea, "before")
    own_server.kill()
    expect(bea.get_by_text("The connection is gone.").first).to_be_attached()
    say(bea, "meanwhile")
    expect(bea.locator("li.pending")).to_be_visible()
    own_server.start()
    hears(ann, "meanwhile")
    expect(bea.locator("li.pending")).to_have_count(0)
    assert lines(ann) == lines(bea) == ["before", "meanwhile"]


def test_the_game_goes_on_beside_the_chat(visit: Visit) -> None:
    """The open chat covers neither the codex nor hand and market on a desk."""
    ann, bea = meet(visit)
    open_chat(ann)
    set_out(ann, bea)
    in_turn(ann, bea)
    wait_for(ann, "card", "wait")
    panel = ann.locator("[data-chat]").bounding_box()
    middle = ann.locator(".middle").bounding_box()
    band = ann.locator(".band").bounding_box()
    market = ann.locator(".market").bounding_box()
    assert panel
    assert middle
    assert band
    assert market
    assert panel["x"] >= middle["x"] + middle["width"]
    assert panel["x"] >= band["x"] + band["width"]
    assert panel["y"] >= market["y"] + market["height"]
    assert panel["height"] >= 180


def test_nobody_talks_to_tybor(page: Page) -> None:
    """A game alone has no chat."""
    play_solo(page)
    wait_for(page, "side")
    expect(page.locator("[data-open-chat]")).to_have_count(0)


def test_people_talk_while_they_wait(visit: Visit) -> None:
    """In the waiting room too, and what was said is still there when play begins."""
    ann = visit()
    sign(ann, "Ann")
    link = lay_table(ann, seats=3)
    bea = visit(link)
    sit_down(bea, "Bea")
    open_chat(ann)
    say(ann, "One more to come")
    open_chat(bea)
    hears(bea, "One more to come")
    fill_seat(ann, 1, "Odo")
    wait_for(bea, "side")
    open_chat(bea)
    hears(bea, "One more to come")
    seat = re.compile(r"^[0-2]$")
    expect(bea.locator(".plate", has_text="Ann").first).to_have_attribute("data-seat", seat)


def test_the_chat_is_for_everyone(visit: Visit) -> None:
    """Open, with lines and signs, and where one chooses whom to hear; on a desk and on a phone, in every skin."""
    ann, bea = meet(visit, phone=True)
    open_chat(ann)
    say(ann, "Look at this")
    ann.locator("[data-emote=oops]").click()
    open_chat(bea)
    hears(bea, "Look at this")
    for page in (ann, bea):
        assert axe.faults_in_every_skin(page) == []
        page.locator("[data-choices]").click()
        assert axe.faults_in_every_skin(page) == []


def test_sounds_are_off_until_asked_for(visit: Visit) -> None:
    """Nothing is even loaded before; then every step of the game is heard."""
    page = visit()
    page.context.add_init_script(
        """window.sounded = 0;
        const start = AudioScheduledSourceNode.prototype.start;
        AudioScheduledSourceNode.prototype.start = function (...at) { window.sounded++; return start.apply(this, at); };
        """
    )
    page.reload()
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    play_solo(page)
    page.locator("[data-choice='front']").click()
    wait_for(page, "objective")
    assert page.evaluate("window.sounded") == 0
    open_settings(page)
    page.get_by_role("group", name="Sounds").get_by_role("radio", name="On").check()
    page.get_by_role("button", name="Listen").click()
    page.wait_for_function("() => window.sounded > 5")
    page.get_by_label("Volume").fill("0.3")
    assert axe.faults(page) == []
    page.get_by_role("dialog", name="Settings").get_by_role("button", name="Close").click()
    page.evaluate("window.sounded = 0")
    page.locator("[data-choice]").first.click()
    wait_for(page, "card")
    page.wait_for_function("() => window.sounded > 0")
