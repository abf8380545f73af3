/** The final scoring as a film: what is shown when, from the result that the server counted. */
import { describe, expect, it } from 'vitest';
import type { Result, View } from '../../src/net/types';
import { Film } from '../../src/table/end/film.svelte';
import { storyboardOf, type Beat } from '../../src/table/end/storyboard';
import { moment } from './moment';

const over = (name: string): { view: View; result: Result } => {
  const { view } = moment(name);
  if (!view.result) throw new Error('not over');
  return { view, result: view.result };
};
const length = (beats: readonly Beat[]): number => beats.reduce((sum, { ms }) => sum + ms, 0);

/** The same game with `count` seats: the first ones, or the first of all again. */
function seated(count: number): { view: View; result: Result } {
  const { view, result } = over('over');
  const many = <T>(all: readonly T[]): T[] => [...all, ...all].slice(0, count);
  const seats = many(view.seats).map((each, seat) => ({ ...each, seat }));
  const [objectives, totals] = [many(result.objectives), many(result.totals)];
  return { view: { ...view, seats }, result: { ...result, objectives, totals } };
}

describe.each(['over', 'solo-over'])('the storyboard of %s', (name) => {
  const { view, result } = over(name);
  const beats = storyboardOf(view, result);

  it('lays every objective once, the common ones first, and secrets from the lowest total up', () => {
    const laid = beats.flatMap((beat) => (beat.type === 'objective' ? [beat] : []));
    expect(laid.filter(({ owner }) => owner === null).map(({ card }) => card)).toEqual(view.common_objectives);
    const owners = laid.flatMap(({ owner }) => (owner === null ? [] : [owner]));
    expect(laid.slice(view.common_objectives.length).every(({ owner }) => owner !== null)).toBe(true);
    expect([...owners].sort()).toEqual(result.objectives.flatMap((each, seat) => (each.length === 3 ? [seat] : [])));
    const totals = owners.map((owner) => result.totals[owner] ?? 0);
    expect(totals).toEqual([...totals].sort((a, b) => a - b));
  });

  it('lights exactly the cells that the server counted', () => {
    for (const { seat } of view.seats) {
      const lit = beats.flatMap((beat) => (beat.type === 'copy' && beat.seat === seat ? [beat.cells] : []));
      expect(lit).toEqual(result.objectives[seat]?.flatMap(({ found }) => found.map(({ cells }) => cells)));
      expect(lit.every((cells) => cells.length > 0)).toBe(true);
    }
  });

  it('ends with the totals', () => {
    const film = new Film(view, result, false, () => undefined);
    expect(view.seats.map(({ seat }) => film.scoreOf(seat))).toEqual(view.seats.map(({ score }) => score));
    film.skip();
    expect(view.seats.map(({ seat }) => film.scoreOf(seat))).toEqual(result.totals);
  });

  it('counts the reader last, and is silent before the last token moves', () => {
    const first = beats.findIndex(({ type }) => type === 'objective');
    const next = beats.findIndex(({ type }, at) => at > first && type === 'objective');
    const order = beats.slice(first, next).flatMap((beat) => (beat.type === 'gain' ? [beat.seat] : []));
    expect(order.at(-1)).toBe(view.viewer);
    const last = beats.findLastIndex((beat) => beat.type === 'gain' && beat.points > 0);
    if (last >= 0) expect(beats[last - 1]?.type).toBe('hush');
  });

  it('is leafed through as one picture for each objective, and one of the winner', () => {
    const film = new Film(view, result, true, () => undefined);
    film.start();
    let pictures = 0;
    for (; !film.over; pictures++) film.next();
    expect(pictures).toBe(beats.filter(({ type }) => type === 'objective').length + 1);
  });
});

describe('the length of the film', () => {
  it.each([2, 3, 4])('is eight to twelve seconds for %i seats', (count) => {
    const { view, result } = seated(count);
    const ms = length(storyboardOf(view, result));
    expect(ms).toBeGreaterThanOrEqual(8_000);
    expect(ms).toBeLessThanOrEqual(12_050);
  });

  it('stays within that however much there is to count', () => {
    const { view, result } = seated(4);
    const rich = result.objectives.map((each) =>
      each.map((score) => ({
        ...score,
        copies: 6,
        points: 12,
        found: Array.from({ length: 6 }, () => ({ cells: [] })),
      })),
    );
    expect(length(storyboardOf(view, { ...result, objectives: rich }))).toBeLessThanOrEqual(12_100);
  });
});
