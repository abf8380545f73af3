"""A page translator such as browsers have: it puts each text of a page into new elements, and each that comes later."""

from playwright.sync_api import Page

from tests.e2e.playing import drawn

__all__ = ["TRANSIENT", "count_cards", "live_regions", "said", "translate"]

_TRANSLATE = """(everything) => {
  const kept = 'font, script, style, textarea' + (everything ? '' : ', [translate="no"]');
  const move = (text) => {
    if (!text.isConnected || !text.data.trim() || text.parentElement.closest(kept)) return;
    const [outer, inner] = [1, 2].map(() => document.createElement('font'));
    inner.append(text.data);
    outer.append(inner);
    text.replaceWith(outer);
  };
  const go = (within) => {
    const texts = document.createNodeIterator(within, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) found.push(text);
    found.forEach(move);
  };
  go(document.body);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) for (const each of [target, ...addedNodes]) {
      if (each instanceof Text) move(each);
      else if (each !== target) go(each);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""

TRANSIENT = "[aria-live].unseen, .notices, [data-flight], [data-ribbon], [data-bubble], [data-since], [data-note]"
"""What a page that has just been opened does not say: news in passing, what is said aloud once, and the notes for
newcomers, which are known after their turn."""

_SAID = """(without) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const all = [document.title];
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (data.trim() && !parentElement.closest(`script, style, ${without}`)) all.push(data.trim());
  }
  for (const each of document.body.querySelectorAll('[aria-label], [title]'))
    if (!each.closest(without)) all.push(each.getAttribute('aria-label') ?? each.getAttribute('title'));
  return all;
}"""

_LIVE = """() => [...document.querySelectorAll('[aria-live], [role=status], [role=alert], [role=log]')]
  .filter((each) => !each.closest('[translate="no"]')).map((each) => each.outerHTML)"""


def translate(page: Page, *, everything: bool = False) -> None:
    """Begin to translate a page; `everything` also where it asks to be left alone."""
    drawn(page)
    page.evaluate(_TRANSLATE, everything)


def said(page: Page, without: str = TRANSIENT) -> list[str]:
    """Return the title, the texts and the labels of a page in their order, less those `without` lists."""
    return [str(each) for each in page.evaluate(_SAID, without)]


def count_cards(page: Page) -> int:
    """Return how many cards are drawn on a page: how far it has come, where its texts may not say so."""
    return page.locator("[data-laid]").count()


def live_regions(page: Page) -> list[str]:
    """Return the live regions that a translator may come to."""
    return [str(each) for each in page.evaluate(_LIVE)]
