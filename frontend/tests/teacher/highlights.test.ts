import { describe, expect, it } from 'vitest';
import type { Review, Reviewed, Verdict } from '../../src/net/teach';
import { highlightsOf } from '../../src/teacher/highlights';

const [ME, OTHER] = [0, 1];

/** A turn of `seat`, from `version` to the next but one, and what was lost in it. */
function turnOf(version: number, seat: number, verdict: Verdict, loss = 0): Reviewed {
  const worth = { margin: 0, win: 0.5, merit: 0.5 };
  const compared = { worth, verdict, loss, points: 0, drawn: 0, gained: 0, better: [], cause: null, why: null };
  return { version, after: version + 2, turn: version / 2, seat, played: [], compared, chance: 0 };
}

/** A review in which `leads` says how far the first seat was ahead at every second version. */
function reviewOf(turns: readonly Reviewed[], leads: readonly number[], turning: readonly number[] = []): Review {
  const curve = leads.map((lead, i) => ({ version: 2 * i, margins: [lead, -lead], wins: [0.5, 0.5] }));
  const budget = { searched: 1, drawn: 1, final: 1, curve: 1 };
  return { edition: 1, seed: 'seed', budget, curve, turns, players: [], turning };
}

const found = (review: Review, seat: number | null): Record<string, number> =>
  Object.fromEntries(highlightsOf(review, seat).map(({ kind, turn }) => [kind, turn.version]));

describe('the three turns that a review begins with', () => {
  const turns = [
    turnOf(0, ME, 'forced'),
    turnOf(2, ME, 'best'),
    turnOf(4, OTHER, 'blunder', 9),
    turnOf(6, ME, 'best'),
    turnOf(8, ME, 'mistake', 3),
    turnOf(10, ME, 'inaccurate', 5),
    turnOf(12, OTHER, 'best'),
  ];
  const leads = [0, 0, 1, 2, 8, 4, 3, 20];

  it('are the one that swung most, the best that brought most, and the one that lost most', () => {
    const review = reviewOf(turns, [0, 0, 1, 2, 2, 8, 4, 4], [2, 8]);
    expect(found(review, ME)).toEqual({ turning: 8, best_turn: 2, try_this: 10 });
  });
  it('follow the curve, not the order of play', () => {
    expect(found(reviewOf(turns, leads, [2, 6]), ME)).toMatchObject({ turning: 6, best_turn: 6 });
  });
  it('are those of who looks, or of everybody', () => {
    const review = reviewOf(turns, leads, [12]);
    expect(found(review, ME)).toEqual({ best_turn: 6, try_this: 10 });
    expect(found(review, OTHER)).toEqual({ turning: 12, best_turn: 12, try_this: 4 });
    expect(found(review, null)).toMatchObject({ turning: 12, try_this: 4 });
  });
  it('count what was lost for the seat that lost it: a swing against its player is a swing', () => {
    const review = reviewOf([turnOf(2, ME, 'good'), turnOf(4, ME, 'good')], [0, 0, 2, -9], [2, 4]);
    expect(found(review, ME)).toEqual({ turning: 4 });
  });
  it('leave out the choices of the setup, which are not turns', () => {
    const setup = { ...turnOf(0, ME, 'blunder', 7), turn: 0 };
    expect(highlightsOf(reviewOf([setup], [0, 5], [0]), ME)).toEqual([]);
  });
});
