import { locale } from '../i18n/index.svelte';
import { say } from 'virtual:words/solo';
import type { SoloGame, SoloTally } from '../net/types';

/** Outcome of a game: the winner and the margin. */
export function outcomeOf({ points, tybor }: Pick<SoloGame, 'points' | 'tybor'>): string {
  const count = Math.abs(points - tybor);
  if (count === 0) return say('solo.level_with');
  return points > tybor ? say('solo.won_by', { count }) : say('solo.lost_by', { count });
}

/** The part of the games won, as a percentage; null before the first game. */
export const rateOf = ({ won, played }: Pick<SoloTally, 'won' | 'played'>): string | null =>
  played ? new Intl.NumberFormat(locale(), { style: 'percent' }).format(won / played) : null;
