import { describe, expect, it } from 'vitest';
import { changed } from '../../src/net/patch';

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
    const next = changed(view, { score: 4 });
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
    expect(changed(view, { market: { gold: { 1: null } } }).market.gold).toEqual([5, null]);
  });

  it('puts a new array or object in the place of the old one', () => {
    expect(changed(view, { market: ['is', { gold: [] }] }).market).toEqual({ gold: [] });
  });

  it('takes items out of an array and adds others', () => {
    expect(changed(view, { seats: { 0: { laid: ['but', [0], [7, 8]] } } }).seats[0]?.laid).toEqual([2, 7, 8]);
  });

  it('makes an array of every row of values with every last value', () => {
    const each = (last: unknown) => [
      'each',
      ['card', 'side', 'cell'],
      [
        [7, 'front'],
        [8, 'back'],
      ],
      last,
    ];
    const expected = [
      { card: 7, side: 'front', cell: 5 },
      { card: 7, side: 'front', cell: 6 },
      { card: 8, side: 'back', cell: 5 },
      { card: 8, side: 'back', cell: 6 },
    ];
    expect(changed(view, { seats: each([5, 6]) }).seats).toEqual(expected);
    expect(changed(view, { seats: each({ at: ['market', 'gold'] }), market: { gold: { 0: 9 } } }).seats).toEqual(
      expected,
    );
  });

  it('may be nothing', () => {
    expect(changed(view, {})).toBe(view);
  });
});
