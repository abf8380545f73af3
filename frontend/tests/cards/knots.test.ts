import { describe, expect, it } from 'vitest';
import { KINGDOMS } from '../../src/cards/catalogue';
import { KNOTS, knotAt, knotOf } from '../../src/cards/drawing/knots';

describe('the knots of the backs', () => {
  it.each(KINGDOMS)('are ten different ones for %s', (kingdom) => {
    const drawn = Array.from({ length: KNOTS }, (_, variant) => knotOf(kingdom, variant)[0]);
    expect(new Set(drawn).size).toBe(10);
    for (const path of drawn) expect(path).not.toContain('NaN');
  });

  it('stay between the emblem and the corners', () => {
    for (const kingdom of KINGDOMS)
      for (let variant = 0; variant < KNOTS; variant++) {
        const numbers = knotOf(kingdom, variant)[0].match(/-?\d+(\.\d+)?/g) ?? [];
        expect(Math.max(...numbers.map((number) => Math.abs(Number(number))))).toBeLessThan(48);
      }
  });

  it('hang on the cell where the card is unknown', () => {
    expect(knotAt([-3, -7])).toBe(knotAt([-3, -7]));
    expect(new Set([0, 1, 2, 3, 4, 5].map((x) => knotAt([x, 0]))).size).toBeGreaterThan(3);
  });
});
