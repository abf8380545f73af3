import { describe, expect, it } from 'vitest';
import { movable } from '../../src/codex/gestures';
import { Viewport } from '../../src/codex/viewport.svelte';

function shown(): [Viewport, HTMLElement] {
  const viewport = new Viewport(() => true);
  viewport.hold([
    [0, 0],
    [1, 1],
  ]);
  viewport.resize({ width: 400, height: 600 }, 100);
  const element = document.createElement('div');
  movable(viewport)(element);
  return [viewport, element];
}

const pinch = (type: string, scale: number): Event =>
  Object.assign(new Event(type, { cancelable: true }), { scale, clientX: 200, clientY: 300 });

describe('gestures over a codex', () => {
  it('zoom with the trackpad in Safari, by as much as it says, and keep its page as it is', () => {
    const [viewport, element] = shown();
    const { width } = viewport.wanted;
    const events = [pinch('gesturestart', 1), pinch('gesturechange', 1.1), pinch('gesturechange', 1.25)];
    for (const event of events) element.dispatchEvent(event);
    expect(viewport.wanted.width).toBeCloseTo(width / 1.25);
    expect(events.every(({ defaultPrevented }) => defaultPrevented)).toBe(true);
  });
});
