/** Time left, from the server's last message and this page's clock only. */
import type { Heard } from '../net/table.svelte';
import type { ClockMessage } from '../net/types';

export interface Left {
  /** Seconds; null without a clock. */
  readonly left: number | null;
  readonly running: boolean;
  /** Seconds until a stand-in takes over, if that is expected. */
  readonly ends: number | null;
}

const DAY = 86_400;

/** Time of a seat at the moment `now` of `performance.now()`; null if unknown. */
export function leftOf(heard: Heard, seat: number, now: number): Left | null {
  const clock = heard.seats.find((each) => each.seat === seat);
  return clock ? afterSeconds(clock, Math.max(0, (now - heard.at) / 1000)) : null;
}

const afterSeconds = ({ left, running, ends }: ClockMessage, seconds: number): Left => ({
  left: left !== null && running ? Math.max(0, left - seconds) : left,
  running,
  ends: ends === null ? null : Math.max(0, ends - seconds),
});

/** Whether a stand-in is about to take over: the time is up, or the owner has gone. */
export const isLeaving = ({ left, ends }: Left): boolean =>
  ends !== null && (left === null || left <= 0 || ends < left);

const two = (value: number): string => String(value).padStart(2, '0');

/** Seconds as a clock shows them, 4:05 or 1:04:05; from a day on in words of the language, by `days`. */
export function digits(seconds: number, days: (days: number, hours: number) => string): string {
  const whole = Math.ceil(seconds);
  if (whole >= DAY) return days(Math.floor(whole / DAY), Math.floor((whole % DAY) / 3600));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

type Unit = 'd' | 'h' | 'm' | 's';

/** The largest unit of a time and the one below, as they are said; nothing is 0 seconds. */
export function parts(seconds: number): (readonly [Unit, number])[] {
  const whole = Math.ceil(seconds);
  const all = [
    ['d', Math.floor(whole / DAY)],
    ['h', Math.floor((whole % DAY) / 3600)],
    ['m', Math.floor((whole % 3600) / 60)],
    ['s', whole % 60],
  ] as const;
  const first = all.findIndex(([, count]) => count > 0);
  return first < 0 ? [['s', 0]] : all.slice(first, first + 2).filter(([, count]) => count > 0);
}

/** The remaining times at which the player is reminded. */
const WARNINGS = [60, 30, 10] as const;

/** The warning that was passed on the way from `before` to `after`, if any. */
export const warningBetween = (before: number, after: number): number | null =>
  WARNINGS.findLast((moment) => before > moment && after <= moment) ?? null;
