/** The clocks one may choose from: from a quick game to one that takes weeks. */
import type { Clock } from '../net/types';

const KINDS = {
  none: null,
  quick: { kind: 'real_time', seconds: 300, increment: 10 },
  usual: { kind: 'real_time', seconds: 900, increment: 20 },
  calm: { kind: 'real_time', seconds: 1800, increment: 30 },
  day: { kind: 'correspondence', days: 1 },
  days: { kind: 'correspondence', days: 3 },
  week: { kind: 'correspondence', days: 7 },
} as const satisfies Record<string, Clock | null>;

export type ClockKey = keyof typeof KINDS;
export const CLOCKS = Object.keys(KINDS) as ClockKey[];
export const clockOf = (key: ClockKey): Clock | null => KINDS[key];
