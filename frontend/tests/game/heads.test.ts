import { describe, expect, it } from 'vitest';
import { headAt, headsOf, numberOf } from '../../src/game/heads';

const motifs = (names: readonly string[]): string[] =>
  headsOf(names.map((name) => ({ name, portrait: null }))).map(({ kingdom, index }) => `${kingdom} ${index}`);

/** What `previews/portraits.py` says of four names; its test has the same. */
const SERVERS = [11, 16, 29, 38];

describe('the creature of a name', () => {
  it('is the same at every table', () => {
    expect(motifs(['Ann', 'Bea'])[1]).toBe(motifs(['Bea'])[0]);
  });

  it('is shared by nobody at the same table', () => {
    const all = motifs(Array.from({ length: 40 }, () => 'Berta'));
    expect(new Set(all).size).toBe(40);
  });

  it('gives way to one that was chosen', () => {
    const own = motifs(['Ann'])[0];
    const both = headsOf([
      { name: 'Ann', portrait: null },
      { name: 'Bea', portrait: numberOf('Ann') },
    ]).map(({ kingdom, index }) => `${kingdom} ${index}`);
    expect(both[1]).toBe(own);
    expect(both[0]).not.toBe(own);
  });

  it('is counted kingdom by kingdom, and as the server counts', () => {
    expect([0, 13, 39].map(headAt)).toEqual([
      { kingdom: 'fungi', index: 0 },
      { kingdom: 'plant', index: 3 },
      { kingdom: 'insect', index: 9 },
    ]);
    expect(['Ann', 'Zoë', '李', '👩'].map(numberOf)).toEqual(SERVERS);
  });

  it('is one of forty, as many names show', () => {
    const names = Array.from({ length: 800 }, (_, i) => `Name ${i}`);
    expect(new Set(names.map((name) => motifs([name])[0])).size).toBe(40);
  });
});
