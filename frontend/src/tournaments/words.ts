/** How times, clocks, scores and players of a tournament are said. */
import { botName } from '../game/levels';
import { locale } from '../i18n/index.svelte';
import type { TournamentInfo, TournamentPlan, TournamentPlayer, TournamentResponse } from './api';
import { say } from 'virtual:words/tournaments';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** When something begins, in the reader's own time. */
export const dateWords = (seconds: number): string =>
  new Intl.DateTimeFormat(locale(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(seconds * 1000);

export const hourWords = (seconds: number): string =>
  new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(seconds * 1000);

/** A span: 2 d 4 h, 3 h 5 min, 12 min, 0:42. */
export function spanWords(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  const unit = (value: number, name: 'day' | 'hour' | 'minute' | 'second'): string =>
    new Intl.NumberFormat(locale(), { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
  if (left >= DAY) return `${unit(Math.floor(left / DAY), 'day')} ${unit(Math.floor((left % DAY) / HOUR), 'hour')}`;
  if (left >= HOUR)
    return `${unit(Math.floor(left / HOUR), 'hour')} ${unit(Math.floor((left % HOUR) / MINUTE), 'minute')}`;
  return left >= MINUTE ? unit(Math.ceil(left / MINUTE), 'minute') : unit(left, 'second');
}

function clockWords({ clock }: TournamentPlan): string {
  if (clock.kind === 'correspondence') return say('tournament.clock_days', { count: clock.days });
  const minutes = new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(clock.seconds / MINUTE);
  return say('tournament.clock_time', { minutes, increment: clock.increment ?? 0 });
}

/** Words that stay on one line. */
const unbroken = (words: string): string => words.replaceAll(' ', '\u00a0');

/** The plan in a line, which breaks between its parts only. */
export function planWords({ plan, listed }: Pick<TournamentInfo, 'plan' | 'listed'>): string {
  const length =
    plan.kind === 'arena'
      ? say('tournament.minutes', { count: plan.minutes ?? 0 })
      : plan.kind === 'knockout'
        ? null
        : say('tournament.rounds', { count: plan.rounds ?? 0 });
  const parts = [say(`tournament.kind_${plan.kind}`), say('tournament.seats', { count: plan.seats ?? 2 })];
  const rest = [length, clockWords(plan), plan.rated ? say('tournament.rated') : null];
  return [...parts, ...rest, listed ? null : say('tournament.unlisted')]
    .filter((part) => part !== null)
    .map(unbroken)
    .join('\u00a0· ');
}

/** A score with as many decimals as it needs, at most two. */
export const scoreWords = (value: number): string =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits: 2 }).format(value);

type Standing = TournamentResponse['standings'][number];

/** Whether another has the same score and Buchholz, so that the games between them decide. */
export const isTied = (one: Standing, all: readonly Standing[]): boolean =>
  all.some((each) => each.player !== one.player && each.score === one.score && each.buchholz === one.buchholz);

/** Players by their numbers, house bots by the names of their characters; several of one bot are numbered. */
export function namesOf(players: readonly TournamentPlayer[]): ReadonlyMap<string, string> {
  const seen = new Map<string, number>();
  return new Map(
    players.map((player) => {
      const which = seen.get(player.name) ?? 0;
      if (player.bot) seen.set(player.name, which + 1);
      const name = player.bot ? botName(player.name) : player.name;
      return [player.id, which && player.bot ? `${name} ${which + 1}` : name];
    }),
  );
}
