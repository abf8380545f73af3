/** Deals played again: results seat by seat, addresses, and where two games part. */
import { describe, expect, it } from 'vitest';
import type { DealResult } from '../src/matches/api';
import { besideAddress, besideIn, bySeat, partingOf } from '../src/matches/words';
import type { StepMessage } from '../src/net/types';

const result = (seat: number, rank: number): DealResult => ({
  ...{ table: `${seat}-${rank}`, name: 'Ada', seat, points: 20 - rank, tybor: null, won: rank === 1 },
  ...{ rank, share: null, attempt: 1, own: false },
});
const step = (version: number, seat: number): StepMessage => ({
  version,
  seat,
  events: [{ type: 'turn_began', seat, round: version }] as unknown as StepMessage['events'],
});

describe('the results of a deal', () => {
  it('stand seat by seat in the order told', () => {
    const rows = [result(1, 1), result(0, 1), result(0, 2)];
    expect(bySeat(rows)).toEqual([
      { seat: 0, results: [rows[1], rows[2]] },
      { seat: 1, results: [rows[0]] },
    ]);
  });
});

describe('two games side by side', () => {
  it('have an address that is read back', () => {
    const address = besideAddress('one', 'two/2', 3);
    expect(besideIn(address.slice(address.indexOf('?')))).toEqual({ other: 'two/2', seat: 3 });
    expect(besideIn('?with=x&seat=9').seat).toBe(0);
  });

  it('part at the first version that differs, also if one only goes on', () => {
    const one = [step(1, 0), step(2, 1), step(3, 0)];
    expect(partingOf(one, [step(1, 0), step(2, 0), step(3, 0)])).toBe(2);
    expect(partingOf(one, one.slice(0, 2))).toBe(3);
    expect(partingOf(one.slice(0, 2), one)).toBe(3);
    expect(partingOf(one, [...one])).toBe(null);
  });
});
