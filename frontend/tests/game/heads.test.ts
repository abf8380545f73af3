import { describe, expect, it } from 'vitest';
import { headsOf } from '../../src/game/heads';

const told = (names: readonly string[]): string[] => headsOf(names).map(({ kingdom, index }) => `${kingdom} ${index}`);

describe('the creature of a name', () => {
  it('is the same at every table', () => {
    expect(told(['Ann', 'Bea'])[1]).toBe(told(['Bea'])[0]);
  });

  it('is shared by nobody at the same table', () => {
    const all = told(Array.from({ length: 40 }, () => 'Berta'));
    expect(new Set(all).size).toBe(40);
  });

  it('is one of forty, as many names show', () => {
    const names = Array.from({ length: 800 }, (_, i) => `Name ${i}`);
    expect(new Set(names.map((name) => told([name])[0])).size).toBe(40);
  });
});
