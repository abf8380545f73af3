/** Words of the daily deal's page: days, margins, the curve as numbers, and the text to share. */
import { linkTo } from '../base/place';
import { formatChange } from '../i18n/figures';
import { pageUrl } from '../base/addresses';
import { locale, t } from '../i18n/index.svelte';
import type { DailyBar, DailyPar, DailySeal, DailyResponse } from './api';
import { say } from 'virtual:words/daily';

const KEYS = ['novice', 'goldsmith', 'planner', 'reader', 'master'] as const;
const HOUR_SECONDS = 3600;
const MINUTE_SECONDS = 60;

export const dayWords = (day: string, dateStyle: 'full' | 'medium' = 'full'): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle, timeZone: 'UTC' }).format(new Date(day));

export const leftWords = (seconds: number): string => {
  const minutes = Math.max(0, Math.ceil(seconds / MINUTE_SECONDS));
  const perHour = HOUR_SECONDS / MINUTE_SECONDS;
  return say('daily.left', { hours: Math.floor(minutes / perHour), minutes: minutes % perHour });
};

export const levelWords = ({ level }: Pick<DailySeal, 'level'>): string => t(`lobby.solo_${level}`);

/** The name of the bot behind a level's key. */
export const botOf = (key: string): string => {
  const at = KEYS.findIndex((each) => each === key);
  return at < 0 ? key : `level:${at + 1}`;
};

export const marginOf = ({ points, tybor }: { readonly points: number; readonly tybor: number }): number =>
  points - tybor;

/** Par: the margin that the third of the five levels has on average, rounded; null while it is not worked out. */
export function parOf(par: readonly DailyPar[]): number | null {
  const planner = par.find(({ key }) => key === 'planner');
  return planner ? Math.round(marginOf(planner)) : null;
}

/** Number of people with less than a margin. */
export const beatenBy = (margin: number, curve: readonly DailyBar[]): number =>
  curve.reduce((sum, bar) => sum + (bar.margin < margin ? bar.people : 0), 0);

/** Every margin from the smallest to the largest, including empty ones. */
export function bars(curve: readonly DailyBar[], ...others: readonly number[]): DailyBar[] {
  const people = new Map(curve.map((bar) => [bar.margin, bar.people]));
  const margins = [...people.keys(), ...others];
  if (!margins.length) return [];
  const low = Math.min(...margins);
  return Array.from({ length: Math.max(...margins) - low + 1 }, (_, index) => ({
    margin: low + index,
    people: people.get(low + index) ?? 0,
  }));
}

/** How many colours the squares have, and the least points for each. */
const STEPS = [0, 1, 2, 3, 5] as const;
const SQUARES = ['⬜', '🟨', '🟩', '🟦', '🟪'] as const;

/** Index of the colour for a card's points, from 0 on. */
export const shadeOf = (points: number): number => STEPS.findLastIndex((least) => points >= least);

/** Text to share: the result, without any cards. */
export function shareText(daily: DailyResponse, streak: number): string {
  const { deal, result, scored, par } = daily;
  if (!result) return '';
  const standard = parOf(par);
  const margin = formatChange(marginOf(result));
  const words = { number: deal.number, level: levelWords(deal), points: result.points, tybor: result.tybor, margin };
  const first =
    standard === null ? say('daily.shared', words) : say('daily.shared_par', { ...words, par: formatChange(standard) });
  const squares = scored.map((points) => SQUARES[shadeOf(points)] ?? '').join('');
  const second =
    streak > 1 && (daily.counted || daily.by_guest)
      ? `${squares} · ${say('daily.streak', { count: streak })}`
      : squares;
  return [first, second, linkTo(pageUrl('day', deal.day))].join('\n');
}
