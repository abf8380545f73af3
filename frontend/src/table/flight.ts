const FLIGHT_MS = 200;

/** Let a copy of `element` fly to `to`. It is only looked at: nothing waits for it, and nothing can be pressed on it. */
export function fly(element: Element | null, to: DOMRect, still: boolean): void {
  const drawing = element?.querySelector('svg');
  if (still || !drawing) return;
  const from = drawing.getBoundingClientRect();
  if (!from.width || !to.width) return;
  const copy = drawing.cloneNode(true) as SVGElement;
  copy.setAttribute('aria-hidden', 'true');
  copy.removeAttribute('class');
  const fixed: Record<string, string> = {
    position: 'fixed',
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
    zIndex: '15',
    pointerEvents: 'none',
    transformOrigin: '0 0',
    overflow: 'visible',
  };
  Object.assign(copy.style, fixed);
  document.body.append(copy);
  const there = `translate(${to.left - from.left}px, ${to.top - from.top}px) scale(${to.width / from.width})`;
  const flight = copy.animate([{ transform: 'none' }, { transform: there }], {
    duration: FLIGHT_MS,
    easing: 'cubic-bezier(0.3, 0.1, 0.2, 1)',
  });
  flight.onfinish = flight.oncancel = () => copy.remove();
}
