/** Properties of a codex drawing. It draws and reports gestures; the server decides the legal actions. */

import type { Back, CardId, Cell, Side, Symbol } from '../net/types';

/** A card as far as the viewer knows it: face down, perhaps only its back. */
export interface ShownCard {
  readonly card: CardId | null;
  readonly side: Side;
  readonly back: Back | null;
}

export interface LaidCard extends ShownCard {
  readonly cell: Cell;
  /** Whether the first-player token lies on it. */
  readonly first: boolean;
  /** Spoken name. */
  readonly name: string;
}

/** A cell where a card may be laid now. */
export interface Target {
  readonly cell: Cell;
  /** Points the chosen card would give there; null while no card is chosen. */
  readonly points: number | null;
  readonly name: string;
}

/** An empty cell that is closed, and why. */
export interface BlockedMark {
  readonly cell: Cell;
  readonly name: string;
}

/** A planned card: drawn, not laid. */
export interface Ghost extends ShownCard {
  readonly cell: Cell;
  readonly points: number;
  readonly name: string;
}

/** A planned card kept for comparison. */
export interface KeptGhost extends ShownCard {
  readonly cell: Cell;
  readonly letter: string;
  /** Number of others on the same cell before it. */
  readonly place: number;
}

/** An open cell where a card of one of these kingdoms would complete the objective shown. */
export interface CompletionMark {
  readonly cell: Cell;
  readonly kingdoms: readonly Symbol[];
}

/**
 * Cards that belong together, ringed: one copy of an objective, the cards covered by a placement, or those of a line of
 * the story.
 */
export interface Outline {
  readonly cells: readonly Cell[];
  readonly tone: 'gold' | 'loss' | 'last' | 'pointed';
}

/** A card that is advised, by one or more pieces of advice: the first one is drawn. */
export interface AdvisedMark {
  readonly cell: Cell;
  /** Its label: the numbers of the hints that lay a card here, or a sign. */
  readonly names: readonly string[];
  readonly shown: ShownCard;
}

export interface CodexConfig {
  /** Spoken name of the whole drawing. */
  readonly label: string;
  /** Oldest first: later cards lie on top. */
  readonly placed: readonly LaidCard[];
  readonly targets: readonly Target[];
  /** Cells to keep in sight besides those of the cards. */
  readonly room: readonly Cell[];
  readonly blocked: readonly BlockedMark[];
  readonly ghost: Ghost | null;
  /** Planned cards kept for comparison, lettered. */
  readonly kept?: readonly KeptGhost[];
  readonly outlines: readonly Outline[];
  /** Cells that would complete the objective shown. */
  readonly completions?: readonly CompletionMark[];
  /** Advice of the teacher. */
  readonly advised?: readonly AdvisedMark[];
  /** Whether the codex is read-only: another seat's, or of a finished game. */
  readonly viewOnly: boolean;
  /** A gesture towards an open cell, not yet an action. */
  readonly onWish?: (cell: Cell) => void;
  /** The reader asks why nothing can lie there. */
  readonly onAsk?: (cell: Cell) => void;
}
