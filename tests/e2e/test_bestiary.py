"""The bestiary: one creature a page, to leaf through by keys, fingers and links."""

from playwright.sync_api import expect

from tests.e2e import axe
from tests.e2e.conftest import Visit


def test_one_leafs_through_the_bestiary(visit: Visit) -> None:
    """By arrows and links; an address opens its leaf, and each has names, a line, and two cards."""
    page = visit("/bestiary/40")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Scorpionfly")
    page.keyboard.press("ArrowRight")
    expect(heading).to_have_text("Fly agaric")
    expect(page.locator("[aria-live]", has_text="Fly agaric").first).to_be_attached()
    expect(page).to_have_url(f"{page.url.split('/bestiary')[0]}/bestiary/1")
    page.get_by_role("link", name="Next: Chanterelle").click()
    expect(heading).to_have_text("Chanterelle")
    for text in ("Cantharellus cibarius", "Girolle", "Gallinaccio", "apricots"):
        expect(page.get_by_text(text)).to_be_visible()
    assert page.get_by_role("group", name="Its two cards").locator(".card-svg").count() == 2
    assert axe.faults_in_every_skin(page) == []


def test_the_light_moves_over_the_gold(visit: Visit) -> None:
    """With the pointer, and with the keyboard."""
    page = visit("/bestiary/21")
    light = page.locator(".light")
    before = light.evaluate("node => node.style.getPropertyValue('--across')")
    page.get_by_role("slider", name="Move the light").press("End")
    expect(light).to_have_attribute("style", "--across: 100%; --down: 25%;")
    assert before == "30%"


def test_a_finger_turns_the_leaf(visit: Visit) -> None:
    """To the left goes on, as with a book."""
    page = visit("/bestiary/3", phone=True)
    expect(page.get_by_role("heading", level=1)).to_have_text("Morel")
    page.locator(".bestiary").evaluate(
        """leaf => {
          const at = (type, x) => leaf.dispatchEvent(new PointerEvent(type,
            { clientX: x, clientY: 300, pointerType: 'touch', bubbles: true }));
          at('pointerdown', 300); at('pointerup', 180);
        }"""
    )
    expect(page.get_by_role("heading", level=1)).to_have_text("Bracket fungus")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
