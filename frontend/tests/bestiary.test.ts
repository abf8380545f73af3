import { describe, expect, it } from 'vitest';
import { goldOf, LEAVES, leafOf, motifOf, turnLeaf } from '../src/bestiary/leaves';
import { LATIN } from '../src/bestiary/latin';
import NAMES from 'virtual:words/creatures';
import { MOTIFS } from '../src/cards/motifs';
import { motifIndex, playableFacts } from '../src/cards/catalogue';
import { creatureOf, meet, timesMet } from '../src/record/met';

describe('the leaves of the bestiary', () => {
  it('show the creature of both of their cards', () => {
    for (let leaf = 1; leaf <= LEAVES; leaf += 1) {
      const [kingdom, index] = motifOf(leaf);
      for (const card of [leaf, goldOf(leaf)]) {
        expect([playableFacts(card).kingdom, motifIndex(card)]).toEqual([kingdom, index]);
        expect(creatureOf(card)).toBe(leaf);
      }
      expect(MOTIFS[kingdom][index]).toBeDefined();
    }
  });

  it('have names in every language, and a Latin one that no other has', () => {
    expect(Object.values(NAMES).map((names) => new Set(names).size)).toEqual([40, 40, 40]);
    expect(new Set(LATIN).size).toBe(LEAVES);
  });

  it('go round, and an address that names none opens the first', () => {
    expect([turnLeaf(40, 1), turnLeaf(1, -1), turnLeaf(7, 1)]).toEqual([1, 40, 8]);
    expect(['', '7', '99', '0'].map(leafOf)).toEqual([1, 7, 40, 1]);
  });
});

describe('creatures met', () => {
  it('count once for each codex, whichever of their cards lies there, and not face down', () => {
    const laid = [
      { card: 81, side: 'front' },
      { card: 5, side: 'front' },
      { card: 45, side: 'front' },
      { card: 6, side: 'back' },
      { card: null, side: 'back' },
    ];
    meet('table-1', laid);
    meet('table-1', laid);
    expect([timesMet(5), timesMet(6)]).toEqual([1, 0]);
    meet('table-2', laid);
    expect(timesMet(5)).toBe(2);
  });
});
