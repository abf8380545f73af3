"""Plans side by side, and plans made while others play."""

from playwright.sync_api import Page, expect

from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.lobby import lay_table, play_solo, sit_down
from tests.e2e.playing import asked, finish, in_turn, lay, set_out, tap, wait_for

TOUCH = 44
_CELLS = "[...document.querySelectorAll('.target[data-points]')].map(each => [each.dataset.cell, each.dataset.points])"


def begin(page: Page) -> None:
    """Come to the first turn of a game against Tybor, with a card taken up that can be laid."""
    play_solo(page)
    set_out(page)
    wait_for(page, "card")
    take_up(page)


def take_up(page: Page) -> None:
    """Take up the first card, turned over, so that it can be laid on every open cell."""
    page.locator("[data-flip]").first.click()
    if asked(page) != "cell" and page.locator(".target[data-points]").count() == 0:
        page.locator("[data-card]").first.click()


def keep_two(page: Page) -> list[list[str]]:
    """Keep a plan on each of the first two open cells; return all cells that were lit, with their points."""
    cells: list[list[str]] = page.evaluate(_CELLS)
    for (cell, _), letter in zip(cells, "AB", strict=False):
        tap(page, cell)
        page.get_by_role("button", name=f"Compare ({letter})").click()
        expect(page.locator(f'[data-kept-letter="{letter}"]')).to_be_attached()
    return cells


def step_on(page: Page) -> None:
    """Bring the focus to another open cell by an arrow key."""
    focused = page.locator(".target:focus")
    before = focused.get_attribute("data-cell")
    for arrow in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(arrow)
        if focused.get_attribute("data-cell") != before:
            return
    raise AssertionError("no arrow leads to another cell")


def test_plans_are_kept_and_compared(page: Page) -> None:
    """Kept plans lie lettered on the codex and stand in a table with the plan; one is picked and played."""
    begin(page)
    cells = keep_two(page)
    tap(page, cells[-1][0])
    table = page.locator(".compare table")
    expect(table.get_by_role("columnheader")).to_have_count(3)
    shown = table.locator('[data-part="points"]').all_inner_texts()
    assert [text.strip("+") for text in shown] == [points for _, points in (*cells[:2], cells[-1])]
    expect(table.get_by_role("rowheader", name="Symbols")).to_be_visible()
    table.locator('[data-pick="A"]').click()
    expect(page.locator(f'[data-ghost="{cells[0][0]}"]')).to_be_visible()
    expect(table.locator('[data-pick="A"]')).to_have_attribute("aria-pressed", "true")
    expect(table.get_by_role("columnheader")).to_have_count(2)
    table.get_by_role("button", name="Drop B").click()
    expect(page.locator("[data-kept-letter]")).to_have_count(1)
    finish(page)
    wait_for(page, "card")
    expect(page.locator(f'[data-laid="{cells[0][0]}"]')).to_be_visible()
    expect(page.locator("[data-kept-letter], .compare")).to_have_count(0)


def test_a_reload_loses_no_plan(page: Page) -> None:
    """The plan and those that are kept lie there again, also after a way back and forth, until the turn is done."""
    begin(page)
    cells = keep_two(page)
    tap(page, cells[-1][0])
    page.reload()
    for _ in range(2):
        expect(page.locator(f'[data-ghost="{cells[-1][0]}"]')).to_be_visible()
        expect(page.locator("[data-kept-letter]")).to_have_count(2)
        page.go_back()
        page.wait_for_url(lambda url: "/t/" not in url)
        page.go_forward()
    finish(page)
    wait_for(page, "card")
    page.reload()
    wait_for(page, "card")
    expect(page.locator("[data-kept-letter], [data-ghost]")).to_have_count(0)


def test_comparing_by_keyboard_alone(page: Page) -> None:
    """K keeps the plan and leads back to the cells, N brings the kept ones back in turn, K again lets go."""
    begin(page)
    page.locator('[data-card][aria-pressed="true"]').focus()
    page.keyboard.press("Escape")
    page.locator("[data-card]").first.focus()
    page.keyboard.press("Enter")
    for letter in "AB":
        expect(page.locator(".target:focus")).to_have_count(1)
        step_on(page)
        page.keyboard.press("Enter")
        page.keyboard.press("k")
        expect(page.locator(f'[data-kept-letter="{letter}"]')).to_be_attached()
    for letter in "ABA":
        page.keyboard.press("n")
        expect(page.locator(f'[data-pick="{letter}"]')).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("k")
    expect(page.locator('[data-kept-letter="A"]')).to_have_count(0)
    expect(page.locator("[data-ghost]")).to_have_count(1)


def test_comparing_on_a_phone(phone: Page) -> None:
    """A tab holds what is kept, as a list without scrolling sideways; everything in it is large enough to touch."""
    begin(phone)
    cells = keep_two(phone)
    expect(phone.locator(".tray-hand")).to_be_visible()
    phone.get_by_role("button", name="Compare", exact=True).tap()
    rows = phone.locator(".compare li")
    expect(rows).to_have_count(2)
    for button in rows.get_by_role("button").all():
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= TOUCH
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe.faults(phone) == []
    rows.first.locator("[data-pick]").tap()
    expect(phone.locator(f'[data-ghost="{cells[0][0]}"]')).to_be_visible()
    expect(phone.locator(".tray-market")).to_be_visible()
    finish(phone)
    expect(phone.get_by_role("button", name="Compare", exact=True)).to_have_count(0)


def test_a_turn_is_planned_while_the_other_plays(visit: Visit) -> None:
    """A player who waits plans and compares; the others hear nothing of it; when the turn comes one press plays it."""
    ann = visit()
    link = lay_table(ann)
    bea = visit(link)
    sit_down(bea, "Bea")
    wait_for(ann, "side")
    wait_for(bea, "side")
    set_out(ann, bea)
    first, second = in_turn(ann, bea)
    expect(second.locator(".guide .advice")).to_contain_text("You can plan ahead")
    entries = first.locator(".story li").count()
    take_up(second)
    cells = keep_two(second)
    tap(second, cells[0][0])
    assert asked(second) == "wait"
    expect(second.locator(".guide .advice")).to_have_text("Your plan waits for your turn")
    expect(second.locator("[data-source].takeable, [data-action='confirm']")).to_have_count(0)
    assert first.locator(".story li").count() == entries
    lay(first)
    finish(first)
    wait_for(second, "source")
    expect(second.locator(".now")).to_contain_text("your plan stands")
    expect(second.locator(f'[data-ghost="{cells[0][0]}"]')).to_be_visible()
    second.locator("[data-source].takeable").first.click()
    wait_for(first, "card")
    expect(second.locator(f'[data-laid="{cells[0][0]}"]')).to_be_visible()
    expect(second.locator(".guide .reason, [data-kept-letter]")).to_have_count(0)


def test_nothing_serious_against_accessibility(visit: Visit) -> None:
    """The comparison stands before axe in every skin."""
    page = visit()
    begin(page)
    tap(page, keep_two(page)[0][0])
    assert axe.faults_in_every_skin(page) == []
