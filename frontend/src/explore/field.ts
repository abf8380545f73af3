/** Where things stand in a plot of rates: beside one another where there is room, and never one upon the other. */
import { LEAST, type Rate } from './rates';

/** One thing in a plot: `x` and `y` of its middle, in pixels. */
export interface Spot {
  readonly rate: Rate;
  readonly x: number;
  readonly y: number;
  /** Height that its value has, where it had to make room. */
  readonly from?: number;
}

export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly marks: readonly number[];
}

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2] as const;
const MOST_MARKS = 6;

/** A scale that holds all values, its ends on a mark, with as many marks as fit. */
export function scaleAround(values: readonly number[]): Scale {
  const from = Math.min(...values);
  const to = Math.max(...values);
  const step = STEPS.find((each) => (to - from) / each <= MOST_MARKS) ?? STEPS[STEPS.length - 1] ?? 1;
  const first = Math.max(0, Math.floor(from / step + 1e-9));
  const last = Math.max(first + 1, Math.min(Math.round(1 / step), Math.ceil(to / step - 1e-9)));
  const marks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { low: first * step, high: last * step, marks };
}

/** Rates that there are enough seats for, from the lowest to the highest. */
export const reliableRates = (rates: readonly Rate[]): Rate[] =>
  rates
    .filter((each) => each.number >= LEAST)
    .sort((one, other) => (one.rate ?? 0) - (other.rate ?? 0) || Number(one.key) - Number(other.key));

/** Places round things of one size along a line, as near to it as they can be without touching. */
export function swarm(rates: readonly Rate[], across: (rate: number) => number, size: number): Spot[] {
  const spots: Spot[] = [];
  for (const rate of rates) {
    const x = across(rate.rate ?? 0);
    const near = spots.filter((each) => Math.abs(each.x - x) < size);
    const heights = near.flatMap((each) => {
      const off = Math.sqrt(size * size - (each.x - x) ** 2);
      return [each.y - off, each.y + off];
    });
    const free = [0, ...heights]
      .sort((one, other) => Math.abs(one) - Math.abs(other) || one - other)
      .find((y) => near.every((each) => Math.hypot(each.x - x, each.y - y) > size - 1e-6));
    spots.push({ rate, x, y: free ?? 0 });
  }
  return spots;
}

const ROUNDS = 400;

/** Pushes pictures up and down from their places until none lies upon another, if there is room between 0 and `floor`. */
export function apart(spots: readonly Spot[], [width, height]: readonly [number, number], floor: number): Spot[] {
  const within = (y: number): number => Math.min(floor - height / 2, Math.max(height / 2, y));
  const ys = spots.map(({ y }) => within(y));
  let pushed = true;
  for (let round = 0; pushed && round < ROUNDS; round += 1) {
    pushed = false;
    for (const [at, one] of spots.entries())
      for (const [later, other] of spots.entries()) {
        const [y, below] = [ys[at] ?? 0, ys[later] ?? 0];
        const missing = height - Math.abs(below - y);
        if (later <= at || Math.abs(one.x - other.x) >= width || missing < 0.01) continue;
        const sign = below >= y ? 1 : -1;
        ys[at] = within(y - (sign * missing) / 2);
        ys[later] = within(below + (sign * missing) / 2);
        pushed = true;
      }
  }
  return spots.map((spot, at) => ({ ...spot, y: ys[at] ?? spot.y, from: spot.y }));
}
