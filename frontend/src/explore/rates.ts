/** Rates of a group of games, from the server's counts. */
import type { Group } from './api';

/** Value of a victory in the server's sums, divisible by any number of winners. */
const VICTORY = 12;
/** Minimum number of seats for a rate. */
export const LEAST = 200;
/** Standard deviations on each side of a 95 % interval. */
const Z = 1.96;

export const TOPICS = ['cards', 'objectives', 'starters', 'openings', 'seats'] as const;
export type Topic = (typeof TOPICS)[number];

/** Ways to count a card: in the first hand, drawn later, either of them, laid face up or down, in the hand at the end. */
export const WAYS = ['held', 'dealt', 'drawn', 'up', 'down', 'left'] as const;
export type Way = (typeof WAYS)[number];

export interface Rate {
  readonly key: string;
  readonly number: number;
  /** Part of the games won, and the ends of its interval; none for too few. */
  readonly rate: number | null;
  readonly low: number;
  readonly high: number;
  /** A number beside it: points a placement, part of those who fulfilled it, points at the end. */
  readonly beside: number | null;
}

/** Wilson's interval: it stays between 0 and 1, for small numbers too. */
export function rateOf(key: string, number: number, won: number, beside: number | null = null): Rate {
  if (number < LEAST) return { key, number, rate: null, low: 0, high: 0, beside };
  const part = won / VICTORY / number;
  const middle = (part + (Z * Z) / (2 * number)) / (1 + (Z * Z) / number);
  const half = (Z / (1 + (Z * Z) / number)) * Math.sqrt((part * (1 - part)) / number + (Z * Z) / (4 * number * number));
  return { key, number, rate: part, low: middle - half, high: middle + half, beside };
}

/** Where a rate lies, as sure as its interval is. */
export const sideOf = ({ low, high }: Rate, base: number): 'above' | 'below' | 'within' =>
  low > base ? 'above' : high < base ? 'below' : 'within';

const over = (sum: number, number: number): number | null => (number ? sum / number : null);

/** Average win rate of all seats in the group. */
export function baseOf({ tally }: Group): number {
  const number = tally.seats.reduce((sum, [count]) => sum + count, 0);
  return number ? tally.seats.reduce((sum, [, won]) => sum + won, 0) / VICTORY / number : 0;
}

export function cardRates({ tally }: Group, way: Way): Rate[] {
  return tally.cards.map((card, index) => {
    const [dealt, dealtWon, drawn, drawnWon, up, upWon, points, down, downWon, left, leftWon] = card;
    const counts: Record<Way, readonly [number, number]> = {
      held: [dealt + drawn, dealtWon + drawnWon],
      dealt: [dealt, dealtWon],
      drawn: [drawn, drawnWon],
      up: [up, upWon],
      down: [down, downWon],
      left: [left, leftWon],
    };
    return rateOf(String(index + 1), ...counts[way], over(points, up));
  });
}

const FIRST_OBJECTIVE = 87;
export const objectiveRates = ({ tally }: Group): Rate[] =>
  tally.objectives.map(([, kept, won, , points], index) =>
    rateOf(String(FIRST_OBJECTIVE + index), kept, won, over(points, kept)),
  );

/** How often an objective is kept where it is offered. */
export const keptPart = ({ tally }: Group, card: number): number | null => {
  const objective = tally.objectives[card - FIRST_OBJECTIVE];
  return objective ? over(objective[1], objective[0]) : null;
};

const FIRST_STARTER = 81;
export const starterRates = ({ tally }: Group): Rate[] =>
  tally.starters.map(([number, won, points], index) => {
    const side = index % 2 ? 'back' : 'front';
    return rateOf(`${String(FIRST_STARTER + Math.floor(index / 2))} ${side}`, number, won, over(points, number));
  });

export const openingRates = ({ tally }: Group): Rate[] => {
  const all = Object.values(tally.openings).reduce((sum, [number]) => sum + number, 0);
  return Object.entries(tally.openings).map(([key, [number, won]]) => rateOf(key, number, won, over(number, all)));
};

export const seatRates = ({ tally }: Group): Rate[] =>
  tally.seats.map(([number, won, points], seat) => rateOf(String(seat), number, won, over(points, number)));

/** The ends of a scale that holds all intervals and the base, and the marks on it: 5, 10 or 20 hundredths apart. */
export function scaleOf(rates: readonly Rate[], base: number): { low: number; high: number; marks: number[] } {
  const known = rates.filter(({ rate }) => rate !== null);
  const from = Math.min(base, ...known.map(({ low }) => low));
  const to = Math.max(base, ...known.map(({ high }) => high));
  const step = to - from > 0.5 ? 0.2 : to - from > 0.2 ? 0.1 : 0.05;
  const low = Math.max(0, Math.floor((from - 0.004) / step) * step);
  const high = Math.min(1, Math.ceil((to + 0.004) / step) * step);
  const marks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, index) => low + index * step);
  return { low, high, marks };
}
