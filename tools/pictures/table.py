"""Scenes at the table, from the lobby to the final score."""

from playwright.sync_api import Page, expect

from tests.e2e.lobby import lay_table, sit_down
from tests.e2e.playing import choose_side, finish, lay, tap, wait_for
from tests.e2e.visual.moments import enter

from .games import turns
from .scenes import ME, Stage, screen

__all__: list[str] = []

THINKING = 400_000
"""Time limit for the teacher in milliseconds: it is compiled once on each machine, and reviews whole games."""


def take_up(page: Page) -> None:
    """Take up the first card that can be laid as it lies, so that its cells light up."""
    for card in page.locator("[data-card]").all():
        card.click()
        if page.locator(".target[data-points]").count():
            return
    page.locator("[data-flip]").last.click()


@screen()
def lobby(stage: Stage) -> Page:
    """Show the lobby."""
    page = stage.visit()
    enter(page, "/")
    expect(page.get_by_role("button", name="Against Tybor", exact=True)).to_be_visible()
    return page


@screen()
def setup(stage: Stage) -> Page:
    """Choose which of two secret objectives to keep."""
    page = stage.alone(0)
    wait_for(page, "side")
    choose_side(page)
    wait_for(page, "objective")
    return page


@screen(phone=True)
def game(stage: Stage) -> Page:
    """Show the middle of a game of three, a card taken up."""
    page = stage.trio()
    take_up(page)
    return page


@screen()
def plan(stage: Stage) -> Page:
    """Plan a placement, and show all its effects."""
    page = stage.trio()
    lay(page)
    return page


@screen()
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


@screen()
def why(stage: Stage) -> Page:
    """Open the explanation of a score."""
    page = stage.trio(turn=-3)
    stage.tab(page, "story")
    page.locator(f'.story [data-seat="{ME}"] [data-action="why"]').last.click()
    expect(page.locator("dialog .count").first).to_be_visible()
    return page


@screen()
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


@screen()
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


@screen()
def end(stage: Stage) -> Page:
    """Reach the final scoring."""
    page = stage.trio(turn=-1)
    lay(page)
    finish(page)
    wait_for(page, "over")
    return page


@screen()
def learn(stage: Stage) -> Page:
    """Take a lesson of the tutorial."""
    page = stage.visit()
    enter(page, "/learn")
    page.locator(".stage [data-card][data-pointed=now]").click()
    page.locator('[data-card="20"]').wait_for()
    return page


@screen()
def words(stage: Stage) -> Page:
    """Read and type the table in words."""
    page = stage.trio(words=True)
    field = page.get_by_role("textbox", name="Command")
    field.fill("open 1 back")
    field.press("Enter")
    expect(page.locator("[data-answer]")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    return page


@screen()
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


@screen()
def cards(stage: Stage) -> Page:
    """Show all cards."""
    page = stage.visit()
    page.goto("/cards.html")
    page.locator('[id="parchment-1-front"]').wait_for()
    page.evaluate("document.getElementById('parchment-1-front').scrollIntoView()")
    return page


@screen()
def night(stage: Stage) -> Page:
    """Show the same table by night."""
    page = stage.trio(skin="night")
    take_up(page)
    return page


@screen()
def contrast(stage: Stage) -> Page:
    """Show the same table in high contrast."""
    page = stage.trio(skin="contrast")
    take_up(page)
    return page


@screen()
def french(stage: Stage) -> Page:
    """Plan a placement in French."""
    page = stage.trio(locale="fr")
    lay(page)
    return page
