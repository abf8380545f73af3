/** Which sounds belong to what happened at the table. */
import type { Event, StepTold } from '../net/types';

export type Sound = 'lay' | 'slide' | 'point' | 'turn' | 'end';

export interface Heard {
  readonly sound: Sound;
  /** Seconds from now. */
  readonly after: number;
  /** How many times, one after the other: points are counted. */
  readonly times: number;
}

/** In this order they are heard, and so far apart. */
const ORDER: readonly (readonly [Sound, number])[] = [
  ['lay', 0],
  ['point', 0.16],
  ['slide', 0.34],
  ['turn', 0.6],
  ['end', 0.6],
];
const MOST_POINTS = 5;

function soundOf(event: Event, viewer: number | null): readonly [Sound, number] | null {
  switch (event.type) {
    case 'starter_laid':
      return ['lay', 1];
    case 'card_placed':
      return ['lay', 1];
    case 'card_drawn':
    case 'card_taken':
    case 'tybor_acted':
      return ['slide', 1];
    case 'turn_began':
      return event.seat === viewer ? ['turn', 1] : null;
    case 'game_ended':
      return ['end', 1];
    default:
      return null;
  }
}

const pointsOf = (event: Event): number =>
  event.type === 'card_placed' ? (event.points?.points ?? 0) : event.type === 'tybor_acted' ? event.points : 0;

/** What is to be heard of `steps` by whoever has the seat `viewer`: each sound once, however much was missed. */
export function heardOf(steps: readonly StepTold[], viewer: number | null): readonly Heard[] {
  const events = steps.flatMap((step) => step.events);
  const found = new Map<Sound, number>();
  for (const event of events) {
    const [sound, times] = soundOf(event, viewer) ?? [];
    if (sound) found.set(sound, times ?? 1);
    const points = pointsOf(event);
    if (points) found.set('point', Math.min(MOST_POINTS, points));
  }
  if (found.has('end')) found.delete('turn');
  return ORDER.flatMap(([sound, after]) => {
    const times = found.get(sound);
    return times ? [{ sound, after, times }] : [];
  });
}
