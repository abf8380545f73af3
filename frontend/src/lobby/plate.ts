import type { Side } from '../cards/catalogue';
import type { LatticeCell } from '../cards/geometry';

export interface Leaf extends LatticeCell {
  readonly card: number;
  readonly side: Side;
}

/** A codex that is possible in a game, oldest card first. */
export const LEAVES: readonly Leaf[] = [
  { card: 82, side: 'back', x: 0, y: 0 },
  { card: 26, side: 'front', x: 1, y: 1 },
  { card: 15, side: 'front', x: -1, y: 1 },
  { card: 5, side: 'front', x: -1, y: -1 },
  { card: 37, side: 'front', x: 1, y: -1 },
  { card: 71, side: 'front', x: 0, y: 2 },
  { card: 41, side: 'front', x: 0, y: -2 },
  { card: 23, side: 'front', x: 1, y: 3 },
  { card: 20, side: 'front', x: -1, y: -3 },
];
