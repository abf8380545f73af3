import { afterEach, expect, it } from 'vitest';
import { settings } from '../../src/base/settings.svelte';
import { shortcut } from '../../src/base/shortcut';

function pressed(key: string, on: Element = document.body, more: KeyboardEventInit = {}): string | null {
  let taken: string | null = null;
  const listen = (event: Event): void => void (taken = shortcut(event as KeyboardEvent));
  window.addEventListener('keydown', listen, { once: true });
  on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  return taken;
}

afterEach(() => {
  settings.shortcuts = true;
  document.body.replaceChildren();
});

it('a key is a shortcut, unless it is written somewhere or belongs to the browser', () => {
  expect(pressed('f')).toBe('f');
  expect(pressed('f', document.body, { ctrlKey: true })).toBeNull();
  const field = document.body.appendChild(document.createElement('input'));
  expect(pressed('f', field)).toBeNull();
});

it('switched off, no character is a shortcut any more, and every other key still is', () => {
  settings.shortcuts = false;
  for (const key of ['f', 'F', '1', '?', '+', 'c']) expect(pressed(key)).toBeNull();
  for (const key of ['Escape', 'ArrowLeft', 'Home', ' ']) expect(pressed(key)).toBe(key);
});
