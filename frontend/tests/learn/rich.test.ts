import { describe, expect, it } from 'vitest';
import { pieces } from '../../src/learn/rich';

describe('a sentence of the rules', () => {
  it('comes apart into plain words, words that matter, and rulings', () => {
    expect(pieces('Lay *one* card. [R8] Then take.')).toEqual([
      { kind: 'plain', words: 'Lay ' },
      { kind: 'strong', words: 'one' },
      { kind: 'plain', words: ' card.' },
      { kind: 'ruling', words: 'R8' },
      { kind: 'plain', words: ' Then take.' },
    ]);
  });

  it('may be all plain', () => {
    expect(pieces('2 × 3 [sic]')).toEqual([{ kind: 'plain', words: '2 × 3 [sic]' }]);
  });
});
