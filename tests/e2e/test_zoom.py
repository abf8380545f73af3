"""Pages that are enlarged, or set wide, lose nothing: WCAG 1.4.4, 1.4.10 and 1.4.12."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.lobby import open_settings, play_solo
from tests.e2e.playing import drawn, set_out, wait_for
from tests.e2e.quick import finished_table
from tests.e2e.running import Server

TWICE = {"width": 720, "height": 450}
"""What a window of 1440 by 900 has left at 200 %."""

FOUR_TIMES = {"width": 320, "height": 256}
"""What a window of 1280 by 1024 has left at 400 %."""

_WIDE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; }
    * { word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`);
  document.adoptedStyleSheets.push(sheet);
}"""
"""The text spacing that readers may set (WCAG 1.4.12)."""

_CUT = """() => {
  const clips = ({ overflowX, overflowY }) => [overflowX, overflowY].map((each) => ['hidden', 'clip'].includes(each));
  const scrolls = ({ overflowX, overflowY }) => /auto|scroll/.test(overflowX + overflowY);
  const cut = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const on = node.parentElement;
    if (!node.data.trim() || !on.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (on.closest('svg, .unseen, .skip, [data-announcer], [aria-live]')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (!text.width) continue;
    let inside = true;
    for (let each = on; each && each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.textOverflow === 'ellipsis') break;
      if (scrolls(style) || style.position === 'fixed') { inside = false; break; }
      const [x, y] = clips(style);
      const box = each.getBoundingClientRect();
      if (Math.min(box.width, box.height) <= 2) { inside = false; break; }  // it is there to be heard
      const across = x && (text.left < box.left - 1 || text.right > box.right + 1);
      const down = y && (text.top < box.top - 2 || text.bottom > box.bottom + 2);
      if (across || down) cut.push(`${node.data.trim()} in ${each.className}`);
    }
    if (inside && (text.left < -1 || text.right > innerWidth + 1)) cut.push(`${node.data.trim()} beside the page`);
  }
  return cut;
}"""
"""Names the words of which a part cannot be seen, however one scrolls."""

_LONGEST = "all => all.toSorted((one, other) => other.textContent.length - one.textContent.length)[0].href"
"""Where the moment is about which most is said."""

_SIDEWAYS = "() => document.documentElement.scrollWidth - innerWidth"

_HIDDEN = """async () => {
  const hidden = [];
  const dialog = document.querySelector('dialog[open], [role=dialog]');
  for (const each of (dialog ?? document).querySelectorAll('a[href], button, input, select, textarea, summary')) {
    if (each.disabled || each.closest('.skip, .unseen, [inert]') || each.classList.contains('skip')) continue;
    if (!each.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const closed = each.closest('details:not([open])');
    if (closed && each !== closed.querySelector('summary')) continue;
    each.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    await new Promise(requestAnimationFrame);
    const { left, top, width, height } = each.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    const spots = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75]];
    const found = spots.some(([x, y]) => {
      const there = document.elementFromPoint(left + width * x, top + height * y);
      return there && (each.contains(there) || there.closest('label')?.contains(each) || there.contains(each));
    });
    if (!found) hidden.push(each.outerHTML.slice(0, 110));
  }
  scrollTo(0, 0);
  return hidden;
}"""
"""Names what can be pressed, and yet lies beneath something else wherever one scrolls."""

Opened = Callable[[str], Page]


@pytest.fixture(scope="module")
def table(server: Server) -> str:
    """Return a table whose game is over."""
    return finished_table(server)[0]


@pytest.fixture
def opened(visit: Visit, table: str) -> Opened:
    """Return how to open a kind of page, of which all is there."""

    def lobby() -> Page:
        page = visit("/")
        expect(page.get_by_role("button", name="Against Tybor", exact=True)).to_be_visible()
        return page

    def at_table() -> Page:
        page = visit("/")
        play_solo(page)
        set_out(page)
        wait_for(page, "card")
        return page

    def settings() -> Page:
        page = lobby()
        open_settings(page)
        expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
        return page

    def there(path: str, seen: str) -> Callable[[], Page]:
        def open_it() -> Page:
            page = visit(path)
            page.locator(seen).last.wait_for()
            return page

        return open_it

    def replay() -> Page:
        page = there(f"/t/{table}/replay?turn=999&seat=all", ".replay input[type=range]")()
        page.goto(page.locator(".story a").evaluate_all(_LONGEST))
        page.locator(".replay input[type=range]").wait_for()
        return page

    kinds = {
        "lobby": lobby,
        "table": at_table,
        "settings": settings,
        "daily": there("/daily", "main h1"),
        "bestiary": there("/bestiary", "[data-leaf] h1"),
        "rules": there("/rules", ".book h2"),
        "replay": replay,
        "end": there(f"/t/{table}", ".final"),
    }

    def open_kind(kind: str) -> Page:
        page = kinds[kind]()
        drawn(page)
        return page

    return open_kind


LOOKS, LOOK_MS = 600, 100
"""How often at most, and how many milliseconds apart, one looks at a page that may still move."""

KINDS = ["lobby", "table", "settings", "daily", "bestiary", "rules", "replay", "end"]


def resized(page: Page, size: dict[str, int]) -> None:
    """Make the window as small as zooming makes it, and wait until all has found its place."""
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    page.wait_for_function("() => !document.getAnimations().some(({ playState }) => playState === 'running')")
    drawn(page)


def at_rest(page: Page, script: str) -> list[str]:
    """Return what a script finds once the page lies still: some of it follows the window a moment later."""
    for _ in range(LOOKS):
        if not (found := page.evaluate(script)):
            break
        page.wait_for_timeout(LOOK_MS)
    return list(found)


def complaints(page: Page) -> list[str]:
    """Return what is cut, covered or beside the page."""
    found = at_rest(page, _CUT) + page.evaluate(_HIDDEN)
    return [*found, *(["it scrolls sideways"] if page.evaluate(_SIDEWAYS) > 0 else [])]


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_lost_however_large(opened: Opened, kind: str) -> None:
    """At 200 % and at 400 % every word can be read and everything pressed, and nothing is scrolled sideways.

    Nor is anything lost at the usual size with letters, words and lines as far apart as readers may set them.
    """
    page = opened(kind)
    usual = page.viewport_size
    assert usual
    for size in (TWICE, FOUR_TIMES):
        resized(page, size)
        assert complaints(page) == []
    resized(page, {"width": usual["width"], "height": usual["height"]})
    page.evaluate(_WIDE)
    assert complaints(page) == []
