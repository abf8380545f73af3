/** Clocks and notes of a table in words. */
import { list, t } from '../i18n/index.svelte';
import { botName } from './levels';
import type { Clock, Note } from '../net/types';
import { digits, parts } from './clock-time';

/** A clock in a few words, as it is chosen. */
export const clockName = (clock: Clock | null): string =>
  clock === null
    ? t('clock.none')
    : clock.kind === 'real_time'
      ? t('clock.real', { minutes: clock.seconds / 60, seconds: clock.increment })
      : t('clock.days', { count: clock.days });

/** Its meaning; `standIn` is the bot that takes over. */
export function clockText(clock: Clock | null, standIn: string): string {
  const bot = botName(standIn);
  if (clock === null) return t('clock.none_text');
  return clock.kind === 'real_time'
    ? t('clock.real_text', { minutes: clock.seconds / 60, seconds: clock.increment, bot })
    : t('clock.days_text', { count: clock.days, bot });
}

/** Seconds as a clock shows them. */
export const timeShown = (seconds: number): string =>
  digits(seconds, (days, hours) => t('clock.short_d', { days, hours }));

/** Seconds as they are said: "4 minutes and 5 seconds". */
export const timeSaid = (seconds: number): string =>
  list(parts(seconds).map(([unit, count]) => t(`clock.${unit}`, { count })));

interface People {
  readonly viewer: number | null;
  readonly nameOf: (seat: number) => string;
}

/** A note as a sentence. */
export function noteWords({ kind, seat, bot, name }: Note, { viewer, nameOf }: People): string {
  if (kind === 'closed_by_host' || kind === 'closed_gone' || kind === 'closed_untouched') return t(`note.${kind}`);
  if (kind === 'declined') return t('note.declined', { player: name ?? '' });
  const who = { player: seat === null ? '' : nameOf(seat), bot: botName(bot ?? '') };
  return seat === viewer ? t(`note.${kind}_you`, who) : t(`note.${kind}_they`, who);
}

const same = (one: Note | undefined, other: Note): boolean =>
  one?.version === other.version &&
  one.kind === other.kind &&
  one.seat === other.seat &&
  one.bot === other.bot &&
  one.name === other.name;

/** The notes after those of `before`. The server keeps only the last few, so the list stops growing. */
export function newNotes(before: readonly Note[], notes: readonly Note[]): readonly Note[] {
  let known = notes.length;
  // Known is the longest beginning of the list that `before` ends in.
  while (!notes.slice(0, known).every((note, index) => same(before[before.length - known + index], note))) known--;
  return notes.slice(known);
}
