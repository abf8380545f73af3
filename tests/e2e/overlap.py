"""What lies over what on a page: texts and controls that share a place, as far as both can be seen."""

from playwright.sync_api import Page

_OVERLAPS = """() => {
  const stage = document.querySelector('dialog:modal') ?? document.body;
  const passing = '.notice, svg, [aria-hidden="true"], [popover]:not(:popover-open), dialog:not([open])';
  /** The part of a place that is in sight; letters fill about the middle half of their line. */
  const seen = (element, rect, written) => {
    let { left, top, right, bottom } = rect;
    if (written) { top += rect.height / 4; bottom -= rect.height / 4; }
    for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.visibility !== 'visible' || style.clipPath !== 'none' || Number(style.opacity) < 0.1) return null;
      if ((at !== element || written) && style.overflow !== 'visible') {
        const frame = at.getBoundingClientRect();
        left = Math.max(left, frame.left); top = Math.max(top, frame.top);
        right = Math.min(right, frame.right); bottom = Math.min(bottom, frame.bottom);
      }
      if (style.position === 'fixed') break;
    }
    left = Math.max(left, 0); top = Math.max(top, 0);
    right = Math.min(right, innerWidth); bottom = Math.min(bottom, innerHeight);
    return right - left > 2 && bottom - top > 2 ? { left, top, right, bottom } : null;
  };
  /** The bar at the foot of a page or a panel, and what it is above, which scrolls beneath it. */
  const fixed = (element) => {
    for (let at = element; at; at = at.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return true;
    return false;
  };
  const things = [];
  const add = (element, rect, name, written = false) => {
    const place = seen(element, rect, written);
    if (place) things.push({ element, name, written, fixed: fixed(element), ...place });
  };
  for (const control of stage.querySelectorAll('button, a[href], input, select, textarea, summary')) {
    if (!control.checkVisibility() || control.closest(`${passing}, .unseen`)) continue;
    const name = (control.getAttribute('aria-label') ?? control.textContent).trim().slice(0, 40);
    add(control, control.getBoundingClientRect(), `[${name}]`);
  }
  const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || !parent?.checkVisibility() || parent.closest(`${passing}, .unseen`)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const rect of range.getClientRects()) add(parent, rect, text.data.trim().slice(0, 40), true);
  }
  const found = new Set();
  /** Nothing that scrolls sideways holds it, and part of it is beyond the window. */
  const scrolls = (element) => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== 'visible') return true;
    return false;
  };
  for (const { element, name, written } of things) {
    const { left, right } = element.getBoundingClientRect();
    if (!written && (left < -1 || right > innerWidth + 1) && !scrolls(element)) found.add(`${name} leaves the window`);
  }
  const SLACK = 4;
  const TOUCH = 14;
  things.forEach((one, at) => things.slice(at + 1).forEach((other) => {
    if (one.element.contains(other.element) || other.element.contains(one.element)) return;
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    const slack = one.written || other.written ? SLACK : TOUCH;
    if (wide <= slack || high <= slack) return;
    if (one.fixed !== other.fixed) return;
    found.add(`${one.name} / ${other.name}`);
  }));
  return [...found];
}"""

"""Controls may share the edges of what a finger hits; of letters nothing is covered."""


def overlaps(page: Page) -> list[str]:
    """Return the pairs of texts and controls that overlap; a bar that stays in its place may cover what scrolls."""
    return list(page.evaluate(_OVERLAPS))
