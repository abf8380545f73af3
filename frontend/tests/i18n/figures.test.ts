import { describe, expect, it } from 'vitest';
import { formatChange, formatFixed, formatShare } from '../../src/i18n/figures';
import { speak } from '../../src/i18n/index.svelte';

describe('figures', () => {
  it('are written as the language does', async () => {
    expect(formatFixed(24.75)).toBe('24.8');
    await speak('fr');
    expect(formatFixed(24.75)).toBe('24,8');
    expect(formatShare(0.345)).toMatch(/^35\s%$/);
    await speak('en');
  });

  it('have their signs, and as many decimals as were asked for', () => {
    expect([12.4, -12.6, 0].map((change) => formatChange(change))).toEqual(['+12', '−13', '0']);
    expect([8, -3.25, -0.04].map((change) => formatChange(change, 1))).toEqual(['+8', '−3.3', '0']);
    expect([1, 0, -0.26].map((change) => formatChange(change, 1, 1))).toEqual(['+1.0', '0.0', '−0.3']);
  });
});
