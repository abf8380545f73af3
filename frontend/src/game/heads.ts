/** Which of the forty creatures stands for a person. */

import { KINGDOMS, type Kingdom } from '../cards/catalogue';

export interface Head {
  readonly kingdom: Kingdom;
  /** Its place among the ten of its kingdom. */
  readonly index: number;
}

const EACH = 10;

/** The FNV-1a hash of a text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

const ALL = KINGDOMS.length * EACH;

/**
 * The creatures of those who sit at a table, in the order of their seats. Each is the one that its name has at every
 * table; where two would have the same, the later seat has the next creature that is free.
 */
export function headsOf(names: readonly string[]): readonly Head[] {
  const taken = new Set<number>();
  return names.map((name) => {
    let number = hashOf(name) % ALL;
    while (taken.has(number)) number = (number + 1) % ALL;
    taken.add(number);
    return { kingdom: KINGDOMS[Math.floor(number / EACH)] ?? 'fungi', index: number % EACH };
  });
}
