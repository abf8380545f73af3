import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../src/net/types';
import { Holding } from '../../../src/table/desk/holding.svelte';
import { sessionAt } from '../../text/session';

const SOMEWHERE = { x: 120, y: 80 };

/** A hand over a desk on which one cell is open, and what was laid from it. */
function over(cell: Cell | null): {
  holding: Holding;
  card: number;
  laid: Cell[];
  session: ReturnType<typeof sessionAt>;
} {
  const session = sessionAt('place');
  const card = session.view?.previews[0]?.card;
  if (card === undefined) throw new Error('nothing to take up');
  const laid: Cell[] = [];
  const holding = new Holding({ session: () => session, cellAt: () => cell, lay: (at) => void laid.push(at) });
  return { holding, card, laid, session };
}

describe('a card that is dragged', () => {
  it('is taken up, follows the finger, and is laid where it is let go', () => {
    const { holding, card, laid, session } = over([1, 1]);
    holding.drag.begin(card);
    expect(session.plan?.card).toBe(card);
    holding.drag.move(SOMEWHERE);
    expect(holding.held).toEqual({ card, ...SOMEWHERE });
    holding.drag.drop(SOMEWHERE);
    expect(holding.held).toBeNull();
    expect(laid).toEqual([[1, 1]]);
  });

  it('is laid nowhere beside the cells, or when the drag is broken off', () => {
    const beside = over(null);
    beside.holding.drag.begin(beside.card);
    beside.holding.drag.drop(SOMEWHERE);
    expect(beside.laid).toEqual([]);
    const broken = over([1, 1]);
    broken.holding.drag.begin(broken.card);
    broken.holding.drag.drop(null);
    expect(broken.laid).toEqual([]);
    expect(broken.holding.held).toBeNull();
  });
});
