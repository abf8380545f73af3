"""What the pictures of the docs show: each scene is set with what people do, and ends with the page to photograph."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from playwright.sync_api import Page, expect

from codex_naturalis.views import View
from tests.e2e.lobby import lay_table, sit_down
from tests.e2e.playing import choose_side, finish, lay, tap, wait_for
from tests.e2e.running import Server
from tests.e2e.visual.moments import Json, enter, look_back, play_on
from tools.screenshot_games import record_of, turns

THINKING = 400_000
"""Milliseconds that the teacher may take: it is made ready once on each machine, and thinks about whole games."""

ME = 1
"""Whose eyes see the game of three."""


class Opening(Protocol):
    """Opens an empty page in a window of its own."""

    def __call__(self, *, phone: bool) -> Page:
        """Open it as wide as a phone or a desk."""


@dataclass
class Stage:
    """Where a scene is set: a server, and windows of one size."""

    server: Server
    opening: Opening
    phone: bool
    _pages: list[Page] = field(default_factory=list)

    def visit(self) -> Page:
        """Open an empty page."""
        self._pages.append(self.opening(phone=self.phone))
        return self._pages[-1]

    def strike(self) -> None:
        """Close every window."""
        for page in self._pages:
            page.context.close()

    def trio(self, turn: int = 9, **settings: Json) -> Page:
        """Sit down in a game of three at the beginning of one of our turns."""
        page = self.visit()
        play_on(page, self.server, record_of(3), turns(3, ME)[turn], ME, **settings)
        wait_for(page, "card")
        return page

    def alone(self, version: int, **settings: Json) -> Page:
        """Sit down in a game against Tybor."""
        page = self.visit()
        play_on(page, self.server, record_of(1), version, 0, **settings)
        return page

    def tab(self, page: Page, name: str) -> None:
        """Bring a tray to the thumb; on a desk everything lies open."""
        if self.phone:
            page.locator(f"[data-tab-button={name}]").click()


Scene = Callable[[Stage], Page]
SCENES: dict[str, Scene] = {}


def scene(setting: Scene) -> Scene:
    """Count a function among the scenes, by its name."""
    SCENES[setting.__name__] = setting
    return setting


def take_up(page: Page) -> None:
    """Take up the first card that can be laid as it lies, so that its cells light up."""
    for card in page.locator("[data-card]").all():
        card.click()
        if page.locator(".target[data-points]").count():
            return
    page.locator("[data-flip]").last.click()


@scene
def lobby(stage: Stage) -> Page:
    """Show where games begin."""
    page = stage.visit()
    enter(page, "/")
    expect(page.get_by_role("button", name="Play against Tybor")).to_be_visible()
    return page


@scene
def setup(stage: Stage) -> Page:
    """Choose which of two secret objectives to keep."""
    page = stage.alone(0)
    wait_for(page, "side")
    choose_side(page)
    wait_for(page, "objective")
    return page


@scene
def game(stage: Stage) -> Page:
    """Show the middle of a game of three, a card taken up."""
    page = stage.trio()
    take_up(page)
    return page


@scene
def plan(stage: Stage) -> Page:
    """Lay a card in thought, and show all that it would change."""
    page = stage.trio()
    lay(page)
    return page


@scene
def compare(stage: Stage) -> Page:
    """Keep two plans and compare them with a third."""
    page = stage.trio()
    take_up(page)
    cells = page.evaluate("[...document.querySelectorAll('.target[data-points]')].map(({ dataset }) => dataset.cell)")
    for cell in cells[:3]:
        tap(page, cell)
        if cell != cells[2]:
            page.locator('[data-action="keep"]').click()
    stage.tab(page, "compare")
    expect(page.locator(".compare").first).to_be_visible()
    return page


@scene
def why_not(stage: Stage) -> Page:
    """Ask why no card may lie on a cell."""
    page = stage.trio()
    take_up(page)
    page.locator("[data-blocked]").first.click()
    return page


@scene
def why(stage: Stage) -> Page:
    """Ask how a score came about."""
    page = stage.trio(turn=-3)
    stage.tab(page, "story")
    page.locator(f'.story [data-seat="{ME}"] [data-action="why"]').last.click()
    expect(page.locator("dialog .count").first).to_be_visible()
    return page


@scene
def objective(stage: Stage) -> Page:
    """Ask which cells would complete an objective."""

    def completable(view: View) -> bool:
        return any(len(each.completions) > 1 for each in view.outlook)

    page = stage.alone(turns(1, 0, completable)[0])
    wait_for(page, "card")
    stage.tab(page, "objectives")
    for goal in page.locator("[data-objective]").all():
        goal.click()
        if page.locator("[data-completes]").count() > 1:
            return page
        goal.click()
    raise AssertionError("no objective can be completed")


@scene
def unseen(stage: Stage) -> Page:
    """Count what is left in the decks and in other hands."""
    page = stage.trio()
    stage.tab(page, "market")
    page.locator('[data-action="unseen"]').click()
    expect(page.locator("dialog[open]")).to_be_visible()
    return page


@scene
def tybor(stage: Stage) -> Page:
    """Ask how Tybor decided in his last turn."""
    page = stage.alone(turns(1, 0)[5])
    wait_for(page, "card")
    lay(page)
    finish(page)
    wait_for(page, "card")
    page.locator('[data-action="how"]').click()
    expect(page.locator("dialog [data-outcome]").first).to_be_visible()
    return page


@scene
def tybor_next(stage: Stage) -> Page:
    """Ask what Tybor would do if nothing changed in his columns."""
    page = stage.alone(turns(1, 0)[6])
    wait_for(page, "card")
    foresee = page.locator('[data-action="foresee"]')
    if not foresee.count():  # on a phone it stands in the sheet that tells the last turn
        page.locator('[data-action="how"]').click()
        foresee = page.locator('dialog [data-action="foresee"]')
    foresee.click()
    expect(page.locator("dialog [data-outcome]").first).to_be_visible()
    return page


@scene
def hint(stage: Stage) -> Page:
    """Ask the teacher for the best turns, with a plan kept beside them."""
    page = stage.trio(turn=5)
    take_up(page)
    tap(page, page.locator(".target[data-points]").first.get_attribute("data-cell") or "")
    page.locator('[data-action="keep"]').click()
    page.keyboard.press("Escape")
    page.locator('[data-action="hint"]').click()
    expect(page.locator('[data-hint="ready"]')).to_be_visible(timeout=THINKING)
    return page


@scene
def seal(stage: Stage) -> Page:
    """Wait at a table whose cards are shuffled and sealed already."""
    page = stage.visit()
    enter(page, "/")
    lay_table(page)
    page.locator("details", has=page.locator("code.whole")).locator("summary").click()
    expect(page.locator("code.whole")).to_be_visible()
    page.locator("code.whole").scroll_into_view_if_needed()
    return page


@scene
def end(stage: Stage) -> Page:
    """Reach the final scoring."""
    page = stage.trio(turn=-1)
    lay(page)
    finish(page)
    wait_for(page, "over")
    return page


@scene
def replay(stage: Stage) -> Page:
    """Look back from one seat's eyes."""
    page = stage.visit()
    look_back(page, record_of(3), f"turn=26&seat={ME}")
    return page


@scene
def what_if(stage: Stage) -> Page:
    """Ask what if, at any turn."""
    page = stage.visit()
    look_back(page, record_of(3), f"turn=26&seat={ME}")
    if stage.phone:
        page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="What if…?").click()
    expect(page.locator("#what-if")).to_be_visible()
    return page


@scene
def learn(stage: Stage) -> Page:
    """Take a lesson of the tutorial."""
    page = stage.visit()
    enter(page, "/learn")
    page.locator("[data-next]").click()
    page.locator('[data-card="20"]').wait_for()
    return page


@scene
def rules(stage: Stage) -> Page:
    """Read the rules beside a game."""
    page = stage.trio()
    page.get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", name="The rules", exact=True)).to_be_visible()
    page.get_by_role("link", name="Where a card may lie").first.click()
    return page


@scene
def words(stage: Stage) -> Page:
    """Read and type the table in words."""
    page = stage.trio(words=True)
    field = page.get_by_role("textbox", name="Command")
    field.fill("open 1 back")
    field.press("Enter")
    expect(page.locator("[data-answer]")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    return page


@scene
def chat(stage: Stage) -> Page:
    """Let two people talk while they play."""
    ann, bea = stage.visit(), stage.visit()
    enter(ann, "/")
    link = lay_table(ann)
    enter(bea, link, name="Bea")
    sit_down(bea, "Bea")
    for page in (ann, bea):
        wait_for(page, "side")
        page.locator("[data-open-chat]").click()
    said = [(bea, "Good luck, Ann!"), (ann, "And to you. Mushrooms are mine!"), (bea, "We shall see…")]
    for page, line in said:
        page.get_by_label("Say something").fill(line)
        page.get_by_label("Say something").press("Enter")
        expect(ann.locator("[data-chat] [data-line] p", has_text=line)).to_be_visible()
    bea.locator("[data-emote=applause]").click()
    expect(ann.locator("[data-chat]").get_by_role("img", name="Applause")).to_be_visible()
    return ann


@scene
def cards(stage: Stage) -> Page:
    """Show all cards."""
    page = stage.visit()
    page.goto("/cards.html")
    page.locator('[id="parchment-1-front"]').wait_for()
    page.evaluate("document.getElementById('parchment-1-front').scrollIntoView()")
    return page


@scene
def settings(stage: Stage) -> Page:
    """Choose how one likes it, where the browser offers to install the pages."""
    page = stage.visit()
    enter(page, "/")
    page.evaluate("dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: () => null }))")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("button", name="Install as an app")).to_be_visible()
    return page


@scene
def offline(stage: Stage) -> Page:
    """Show the pages without their server."""
    page = stage.visit()
    enter(page, "/")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    stage.server.stop()
    try:
        page.goto("/")
        expect(page.locator("[data-offline]")).to_be_visible()
        page.wait_for_timeout(500)
    finally:
        stage.server.start()
    return page


@scene
def night(stage: Stage) -> Page:
    """Show the same table by night."""
    page = stage.trio(skin="night")
    take_up(page)
    return page


@scene
def contrast(stage: Stage) -> Page:
    """Show the same table in high contrast."""
    page = stage.trio(skin="contrast")
    take_up(page)
    return page


@scene
def french(stage: Stage) -> Page:
    """Lay a card in thought in French."""
    page = stage.trio(locale="fr")
    lay(page)
    return page


@scene
def italian(stage: Stage) -> Page:
    """Lay a card in thought in Italian."""
    page = stage.trio(locale="it")
    lay(page)
    return page
