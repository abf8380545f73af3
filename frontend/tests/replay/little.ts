/** A little game of two: two choices each in the setup, then three turns of which the last ends the game. */
import type { Event, Replay, View } from '../../src/net/types';

const seat = (number: number): View['seats'][number] =>
  ({ seat: number, laid: [], hand: [], score: 0, progress: [], open: [] }) as unknown as View['seats'][number];

const FIRST = {
  phase: 'side',
  round: 0,
  seats: [seat(0), seat(1)],
  common_objectives: [],
  tybor: null,
  result: null,
} as unknown as View;

const placed = (by: number): Event => ({ type: 'card_placed', seat: by }) as unknown as Event;
const drawn = (by: number): Event => ({ type: 'card_drawn', seat: by, card: null }) as unknown as Event;

export const LITTLE: Replay = {
  eyes: 'all',
  first: FIRST,
  steps: [
    { seat: 0, events: [], change: {} },
    { seat: 1, events: [], change: { phase: ['is', 'objective'] } },
    { seat: 1, events: [], change: {} },
    { seat: 0, events: [], change: { phase: ['is', 'place'], round: ['is', 1] } },
    { seat: 0, events: [placed(0)], change: { seats: { 0: { score: ['is', 2] } } } },
    { seat: 0, events: [drawn(0)], change: {} },
    { seat: 1, events: [placed(1)], change: { seats: { 1: { score: ['is', 5] } } } },
    { seat: 1, events: [drawn(1)], change: { round: ['is', 2] } },
    {
      seat: 0,
      events: [placed(0)],
      change: {
        phase: ['is', 'over'],
        result: ['is', { totals: [7, 6], winners: [0], objectives: [], tie_break: null }],
      },
    },
  ],
};
