/** Portraits: the one of forty creatures that stands for a person. */

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

/** The creature with a number: the forty stand kingdom by kingdom. */
export const headAt = (number: number): Head => ({
  kingdom: KINGDOMS[Math.floor(number / EACH)] ?? 'fungi',
  index: number % EACH,
});

/** The number of the creature that goes with a name. */
export const numberOf = (name: string): number => hashOf(name) % ALL;

export interface Faced {
  readonly name: string;
  /** The creature that was chosen; null for the one that goes with the name. */
  readonly portrait: number | null;
}

/**
 * The creatures of the people at a table, in the order of their seats. A chosen one stays; the others have the one that
 * belongs to their name at every table, or the next free one if it is taken.
 */
export function headsOf(people: readonly Faced[]): readonly Head[] {
  const taken = new Set(people.flatMap(({ portrait }) => portrait ?? []));
  return people.map(({ name, portrait }) => {
    if (portrait !== null) return headAt(portrait);
    let number = numberOf(name);
    while (taken.has(number)) number = (number + 1) % ALL;
    taken.add(number);
    return headAt(number);
  });
}
