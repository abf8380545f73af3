import { describe, expect, it } from 'vitest';
import { changed } from '../../src/replay/change';

describe('a change', () => {
  const view = {
    score: 3,
    seats: [
      { laid: [1, 2], name: 'a' },
      { laid: [], name: 'b' },
    ],
    market: { gold: [5, 6] },
  };

  it('sets a field and leaves the others as they are', () => {
    const next = changed(view, { score: ['is', 4] });
    expect(next).toEqual({ ...view, score: 4 });
    expect(next.seats).toBe(view.seats);
  });

  it('adds to an array, deep inside, and keeps what it does not name', () => {
    const next = changed(view, { seats: { 0: { laid: ['and', [3]] } } });
    expect(next.seats[0]?.laid).toEqual([1, 2, 3]);
    expect(next.seats[1]).toBe(view.seats[1]);
    expect(next.market).toBe(view.market);
    expect(view.seats[0]?.laid).toEqual([1, 2]);
  });

  it('replaces one place of an array', () => {
    expect(changed(view, { market: { gold: { 1: ['is', null] } } }).market.gold).toEqual([5, null]);
  });

  it('may be nothing', () => {
    expect(changed(view, {})).toBe(view);
  });
});
