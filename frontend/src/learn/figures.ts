/** Figures of the rules page, and the verdict of the rules; written by tools/generate_tutorial.py. */

import type { CardId, Cell, Counts, Reason, Seat, Side, Symbol } from '../net/types';

interface LaidInFigure {
  readonly card: CardId;
  readonly side: Side;
  readonly cell: Cell;
}

/** A card that a figure tries to lay. */
interface Tried extends LaidInFigure {
  /** Why it cannot be laid; null if it can. */
  readonly reason: Reason | null;
  /** Card whose hidden corner forbids it. */
  readonly blame: Cell | null;
  readonly covered: readonly Cell[];
  readonly lost: readonly Symbol[];
  readonly after: Counts;
  readonly points: number;
}

export interface Figure {
  readonly laid: readonly LaidInFigure[];
  readonly symbols: Counts;
  readonly tried: Tried | null;
  readonly objective: CardId | null;
  readonly copies: readonly (readonly Cell[])[];
  /** Points of the objective. */
  readonly points: number;
}

/** A gold card beside an objective, and whether it corresponds for Tybor. */
export interface Matching {
  readonly gold: CardId;
  readonly objective: CardId;
  readonly corresponds: boolean;
}

export interface TurnDrawn {
  /** Counted from the round in which the end is triggered. */
  readonly round: number;
  readonly seat: Seat;
  readonly triggers: boolean;
  readonly last: boolean;
}
