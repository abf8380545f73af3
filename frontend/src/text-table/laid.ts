/** Visible parts of a codex, card by card: later cards lie on the corners of earlier ones. */

import { keyOf } from '../codex/geometry';
import { hasFirstToken } from '../game/codex';
import { faceOf, type CornerContent, type Face, type SymbolName } from '../cards/catalogue';
import type { Cell, LaidCard, SeatView } from '../net/types';

export type Corner = CornerContent | 'covered';

export interface Seen extends LaidCard {
  /** Top left, top right, bottom left, bottom right. */
  readonly corners: readonly Corner[];
  readonly centre: readonly SymbolName[];
  /** Whether the first-player token lies on it. */
  readonly first: boolean;
}

/** Offset of the neighbour at each corner, in the order of the corners; y grows upwards. */
const TOWARDS: readonly Cell[] = [
  [-1, 1],
  [1, 1],
  [-1, -1],
  [1, -1],
];

const beside = ([x, y]: Cell, [dx, dy]: Cell): Cell => [x + dx, y + dy];

/** The face of a laid card; a back determines it. */
function faceOfLaid({ card, side, back }: LaidCard): Face {
  if (card !== null) return faceOf(card, side);
  return { corners: ['empty', 'empty', 'empty', 'empty'], centre: back ? [back.kingdom] : [] };
}

/** Every card of a codex, oldest first, with its uncovered parts. */
export function seenOf({ seat, laid }: SeatView): Seen[] {
  const when = new Map(laid.map(({ cell }, i) => [keyOf(cell), i]));
  return laid.map((each, i) => {
    const face = faceOfLaid(each);
    const corners = face.corners.map((corner, k): Corner => {
      const over = when.get(keyOf(beside(each.cell, TOWARDS[k] ?? [0, 0])));
      return over !== undefined && over > i ? 'covered' : corner;
    });
    return { ...each, corners, centre: face.centre, first: hasFirstToken(seat, i) };
  });
}

/** The laid cards that touch a cell, each with the corner (0 to 3) that lies there. */
export function touching(seat: SeatView, cell: Cell): { readonly laid: LaidCard; readonly corner: number }[] {
  const laid = new Map(seat.laid.map((each) => [keyOf(each.cell), each]));
  return TOWARDS.flatMap(([dx, dy], corner) => {
    const found = laid.get(keyOf(beside(cell, [-dx, -dy])));
    return found ? [{ laid: found, corner }] : [];
  });
}
