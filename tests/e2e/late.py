"""Pages that draw or hear late, as on a machine or a network that is busy or slow: a fast hand is there before them."""

_LATE = """(after) => {
  const soon = window.setTimeout.bind(window);
  window.setTimeout = (act, wait = 0, ...given) => soon(act, wait + after, ...given);
  window.requestAnimationFrame = (act) => soon(() => act(performance.now()), after);
  window.cancelAnimationFrame = window.clearTimeout.bind(window);
  const now = performance.now.bind(performance);
  let asked = 0;
  performance.now = () => now() + 6 * asked++;
}"""

_FAR = """(after) => {
  const soon = setTimeout.bind(window);
  for (const name of ['onmessage', 'onclose']) {
    const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, name);
    const late = function (act) {
      set.call(this, act && ((event) => soon(() => act.call(this, event), after)));
    };
    Object.defineProperty(WebSocket.prototype, name, { set: late });
  }
}"""


def drawing_late(milliseconds: float) -> str:
    """Return a script that makes a page draw each part in a task of its own, each task delayed."""
    return f"({_LATE})({milliseconds})"


def hearing_late(milliseconds: float) -> str:
    """Return a script that delays what a page receives over sockets."""
    return f"({_FAR})({milliseconds})"
