import type { CardId, Cell } from '../../net/types';
import type { Drag } from './drag';
import type { Session } from '../../game/session.svelte';

export interface Held {
  readonly card: CardId;
  readonly x: number;
  readonly y: number;
}

/** Interface of the desk for a dragged card. */
export interface Beneath {
  readonly session: () => Session;
  /** The open cell at a point of the window. */
  readonly cellAt: (at: { x: number; y: number }) => Cell | null | undefined;
  readonly lay: (cell: Cell) => void;
}

/** Where a card is that has just been taken up: nowhere in the window. */
const NOWHERE = -999;

/** The card that hangs from the finger, from the hand to the cell it is laid on. */
export class Holding {
  held = $state.raw<Held | null>(null);
  readonly drag: Drag;

  constructor({ session, cellAt, lay }: Beneath) {
    this.drag = {
      begin: (card) => {
        const { plan } = session();
        if (plan?.card !== card || plan.cell) session().lift(card);
        this.held = { card, x: NOWHERE, y: NOWHERE };
      },
      move: (at) => void (this.held &&= { ...this.held, ...at }),
      drop: (at) => {
        const cell = at && cellAt(at);
        if (cell) lay(cell);
        this.held = null;
      },
    };
  }
}
