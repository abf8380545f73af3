import { afterEach, describe, expect, it } from 'vitest';
import { applySkin, isSkin, preferredSkin } from '../../src/theme/skin';

const system =
  (...wishes: string[]) =>
  (query: string): boolean =>
    wishes.some((wish) => query.includes(wish));

afterEach(() => {
  delete document.documentElement.dataset['skin'];
});

describe('the skin', () => {
  it('follows what the system asks for', () => {
    expect(preferredSkin(system())).toBe('parchment');
    expect(preferredSkin(system('color-scheme: dark'))).toBe('night');
    expect(preferredSkin(system('color-scheme: dark', 'contrast: more'))).toBe('contrast');
  });

  it('is named on the page once chosen', () => {
    applySkin('night');
    expect(document.documentElement.dataset['skin']).toBe('night');
  });

  it('knows its names', () => {
    expect(isSkin('contrast')).toBe(true);
    expect(isSkin('neon')).toBe(false);
  });
});
