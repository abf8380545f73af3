/** Sounds of the events at the table. The reader's own card is heard when it is planned. */
import { APART_MS } from '../game/motion';
import type { Event, EventOf, StepMessage } from '../net/types';

/** All sounds of the scriptorium; `instruments.ts` says how each is made. */
export const SOUNDS = [
  ...['lift', 'lay', 'take', 'page', 'quill', 'flourish', 'coin', 'turn', 'twenty'],
  ...['unveil', 'thread', 'brass', 'wax', 'win', 'loss'],
] as const;
export type Sound = (typeof SOUNDS)[number];

export interface Heard {
  readonly sound: Sound;
  /** Seconds from now. */
  readonly after: number;
  /** How many times, one after the other: points are counted. */
  readonly times: number;
}

/** Order of the sounds, and the delay between them. */
const ORDER: readonly (readonly [Sound, number])[] = [
  ['lay', 0],
  ['quill', 0.16],
  ['flourish', 0.16],
  ['take', 0.34],
  ['page', 0.34],
  ['twenty', 0.6],
  ['turn', 0.6],
  ['win', 0.6],
  ['loss', 0.6],
];
const MOST_STROKES = 4;
/** When the reader's own card has been heard, in seconds. */
const OWN_TAKEN = 0.34;
/** What Tybor goes through in a turn. */
const COLUMNS = 2;
/** From this many points on, a placement is worth a flourish. */
const FLOURISH = 5;

const pointsOf = (event: Event): number => (event.type === 'card_placed' ? (event.points?.points ?? 0) : 0);

function soundOf(event: Event, viewer: number | null): Sound | null {
  switch (event.type) {
    case 'starter_laid':
    case 'card_placed':
      return event.seat === viewer ? null : 'lay';
    case 'card_drawn':
      return 'page';
    case 'card_taken':
      return 'take';
    case 'end_triggered':
      return 'twenty';
    case 'turn_began':
      return event.seat === viewer ? 'turn' : null;
    case 'game_ended':
      return endOf(event.result.winners, viewer);
    default:
      return null;
  }
}

/** The cadence of an end, for who won, who lost, and who watched. */
export const endOf = (winners: readonly number[], viewer: number | null): Sound =>
  viewer === null || winners.includes(viewer) ? 'win' : 'loss';

/** Tybor, column by column, as his cards fly: he takes, and writes his points; where nothing is for him he turns a leaf. */
const heardOfTybor = (acts: readonly EventOf<'tybor_acted'>[]): Heard[] =>
  acts.flatMap(({ outcome, points }, index): Heard[] => {
    const after = OWN_TAKEN + ((index + 1) * APART_MS) / 1000;
    const sound = outcome === 'nothing' ? 'page' : 'take';
    const times = Math.min(MOST_STROKES, points);
    return [{ sound, after, times: 1 }, ...(points ? [{ sound: 'quill' as const, after: after + 0.16, times }] : [])];
  });

/**
 * Sounds of `steps` for the holder of the seat `viewer`: each once, however much was missed. Where the final scoring is
 * `staged` the end has its own sounds there.
 */
export function heardOf(steps: readonly StepMessage[], viewer: number | null, staged = false): readonly Heard[] {
  const found = new Map<Sound, number>();
  for (const event of steps.flatMap((step) => step.events)) {
    const sound = soundOf(event, viewer);
    if (sound) found.set(sound, 1);
    const points = pointsOf(event);
    if (points >= FLOURISH) found.set('flourish', 1);
    if (points) found.set('quill', Math.min(MOST_STROKES, points));
  }
  const over = found.has('win') || found.has('loss');
  if (over) for (const silent of ['turn', 'twenty'] as const) found.delete(silent);
  if (staged) for (const silent of ['win', 'loss'] as const) found.delete(silent);
  const acts = steps.flatMap(({ events }) => events.filter((event) => event.type === 'tybor_acted')).slice(-COLUMNS);
  const others = ORDER.flatMap(([sound, after]): Heard[] => {
    const times = found.get(sound);
    return times ? [{ sound, after, times }] : [];
  });
  return [...others, ...heardOfTybor(acts)].sort((a, b) => a.after - b.after);
}
