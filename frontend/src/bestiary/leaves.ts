/** The forty leaves of the bestiary, numbered as the resource cards are. */
import { KINGDOMS, type Kingdom } from '../cards/catalogue';

export const LEAVES = 40;
const EACH = 10;

/** The leaf an address names; the first where it names none. */
export const leafOf = (id: string): number => Math.min(LEAVES, Math.max(1, Number(id) || 1));

/** The leaf `step` further on; after the last comes the first. */
export const turnLeaf = (leaf: number, step: number): number => ((leaf - 1 + step + LEAVES) % LEAVES) + 1;

/** Which drawing a leaf shows: its kingdom, and its place among that kingdom's ten. */
export const motifOf = (leaf: number): readonly [kingdom: Kingdom, index: number] => [
  KINGDOMS[Math.floor((leaf - 1) / EACH)] ?? 'fungi',
  (leaf - 1) % EACH,
];

/** The gold card that shows a leaf's creature; the resource card has the number of the leaf. */
export const goldOf = (leaf: number): number => leaf + LEAVES;
