import { beforeEach, describe, expect, it } from 'vitest';
import { speak } from '../../src/i18n/index.svelte';
import type { StepMessage } from '../../src/net/types';
import { countsOf, ringsOf, scoredIn, totalOf } from '../../src/game/why';
import { moment } from '../table/moment';

beforeEach(() => speak('en'));
const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

describe.each(['over', 'solo-over'])('a total of %s', (name) => {
  const { view, log } = moment(name);

  it('lists every placement that scored and every objective, and they add up', () => {
    for (const { seat, symbols, score } of view.seats) {
      const total = totalOf(view, log, seat);
      if (!total) throw new Error('the game is not over');
      const counts = countsOf(total, symbols);
      expect(sum(counts.map(({ points }) => points))).toBe(view.result?.totals[seat]);
      const onTrack = counts.filter(({ rule }) => rule !== 'pattern' && rule !== 'set');
      expect(sum(onTrack.map(({ points }) => points))).toBe(score);
      expect(onTrack.every(({ rings, title }) => rings.length > 0 && title)).toBe(true);
      expect(total.track).toBe(score);
    }
  });

  it('draws what the objectives were counted from, or the one sum that is pointed at', () => {
    const [seat] = view.seats;
    const total = seat && totalOf(view, log, seat.seat);
    if (!total) throw new Error('the game is not over');
    const copies = view.result?.objectives[seat.seat]?.flatMap(({ found }) => found) ?? [];
    const cells = copies.filter((copy) => copy.cells.length).map((copy) => copy.cells);
    expect(ringsOf(total, seat.symbols).map((ring) => ring.cells)).toEqual(cells);
  });
});

it("Tybor's total lists what he scored, after his head start", () => {
  const { view, log } = moment('solo-over');
  if (!view.tybor) throw new Error('nobody plays against Tybor');
  const symbols = view.seats[0]?.symbols ?? [0, 0, 0, 0, 0, 0, 0];
  const total = totalOf(view, log, null);
  if (!total) throw new Error('the game is not over');
  expect(sum(countsOf(total, symbols).map(({ points }) => points))).toBe(view.tybor.score);
  const ahead = { ...view, tybor: { ...view.tybor, score: view.tybor.score + 4 } };
  const started = totalOf(ahead, log, null);
  expect(started && countsOf(started, symbols)[0]).toMatchObject({ rule: 'start', points: 4 });
});

it('there is no total before the end, and no question about what scored nothing', () => {
  const { view, log } = moment('place');
  expect(totalOf(view, log, 0)).toBeNull();
  const nothing = log.flatMap(({ events }: StepMessage) => events).filter((event) => event.type === 'card_taken');
  expect(nothing.map(scoredIn).every((scored) => scored === null)).toBe(true);
});
