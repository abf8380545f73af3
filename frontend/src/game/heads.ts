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

/** The creature that a name has by itself: the same one at every table. */
export function headOf(name: string): Head {
  const number = hashOf(name) % (KINGDOMS.length * EACH);
  return { kingdom: KINGDOMS[Math.floor(number / EACH)] ?? 'fungi', index: number % EACH };
}
