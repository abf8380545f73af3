"""Pages that draw late, part after part, as on a machine that is busy or slow: a fast hand is there before them."""

_LATE = """(after) => {
  const soon = window.setTimeout.bind(window);
  window.setTimeout = (act, wait = 0, ...given) => soon(act, wait + after, ...given);
  window.requestAnimationFrame = (act) => soon(() => act(performance.now()), after);
  window.cancelAnimationFrame = window.clearTimeout.bind(window);
  const now = performance.now.bind(performance);
  let asked = 0;
  performance.now = () => now() + 6 * asked++;
}"""


def drawing_late(milliseconds: float) -> str:
    """Return a script after which a page draws each part in a task of its own, and each task so much later."""
    return f"({_LATE})({milliseconds})"
