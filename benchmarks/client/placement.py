"""Time from the message of a placement to the end of the frame that shows it."""

from playwright.async_api import Page

from .crowded import Crowd

__all__ = ["laying"]

# A task that is posted in a frame's callback runs when that frame has been laid out, painted and handed on.
_LISTEN = """() => {
  window.heard_ = new Promise((resolve) => {
    const parse = JSON.parse;
    JSON.parse = (text, ...more) => {
      if (typeof text !== 'string' || !text.includes('"change"')) return parse(text, ...more);
      JSON.parse = parse;
      const came = performance.now();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - came);
      requestAnimationFrame(() => port2.postMessage(null));
      return parse(text, ...more);
    };
  });
}"""


async def laying(page: Page, crowd: Crowd, seat: int) -> float:
    """Return the milliseconds from the moment the page reads the message until the placement is painted."""
    await page.evaluate(_LISTEN)
    crowd.lay(seat)
    taken: float = await page.evaluate("() => window.heard_")
    return taken
