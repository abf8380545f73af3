"""One device for several people: between their turns nothing is on the page that the next may not see."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import axe
from tests.e2e.conftest import Visit
from tests.e2e.playing import asked, choose_side, finish, keep_objective, lay

COVERED = "[data-action='uncover']"
HAND_ON = "[data-action='cover']"


def look(page: Page) -> None:
    """Take the device: the cover goes away."""
    page.locator(COVERED).click()
    page.locator(".desk").wait_for()


def free(page: Page) -> bool:
    """Wait until something is asked of the viewer; return False if the turn is over instead."""
    page.wait_for_function(
        f"""() => document.querySelector("{HAND_ON}")
          || (document.querySelector('[data-asked]')?.dataset.asked ?? 'wait') !== 'wait'"""
    )
    return page.locator(HAND_ON).count() == 0


def act(page: Page) -> str:
    """Do what is asked of the viewer; return what that was."""
    wanted = asked(page)
    if wanted == "side":
        choose_side(page)
    elif wanted == "objective":
        keep_objective(page)
    else:
        lay(page)
        finish(page)
    return wanted


@pytest.mark.parametrize("phone", [False, True])
def test_the_device_goes_round(visit: Visit, phone: bool) -> None:
    """Each looks when it is their turn; under the cover there is no card and no objective, also after a reload."""
    page = visit("/around", phone=phone)
    page.get_by_label("Player 1").fill("Ann")
    page.get_by_label("Player 2").fill("Carl")
    page.get_by_role("button", name="Begin").click()
    done: list[str] = []
    names: set[str] = set()
    while "card" not in done:
        expect(page.locator(COVERED)).to_be_visible()
        names.add(re.sub(r"^I am (\w+):.*", r"\1", page.locator(COVERED).inner_text()))
        assert page.locator(".desk, [data-card], [data-choice], .card-svg").count() == 0
        look(page)
        while "card" not in done and free(page):
            done.append(act(page))
            assert len(done) <= 4 + 1, done
        if "card" not in done:
            page.locator(HAND_ON).click()
    assert names == {"Ann", "Carl"}
    assert not free(page)
    hand = page.locator("[data-card]").evaluate_all("cards => cards.map(card => card.getAttribute('aria-label'))")
    page.locator(HAND_ON).click()
    expect(page.locator(COVERED)).to_be_visible()
    covered = page.content()
    assert not [card for card in hand if card and card in covered]
    assert page.locator(".desk, [data-card], .card-svg").count() == 0
    assert axe.faults(page) == []
    page.reload()
    expect(page.locator(COVERED)).to_be_visible()
