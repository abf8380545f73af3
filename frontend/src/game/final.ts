/** The winners and the margin in words. */

import { list, t } from '../i18n/index.svelte';
import type { Result, View } from '../net/types';
import type { People } from './story';

export interface Headline {
  readonly title: string;
  readonly margin: string | null;
}

export const sumOf = (result: Result, seat: number): number => result.totals[seat] ?? 0;

function titleOf({ winners }: Result, { viewer, nameOf }: People): string {
  const [winner] = winners;
  if (winner === undefined) return t('score.tybor_wins');
  if (winners.length > 1) return t('score.shared', { players: list(winners.map(nameOf)) });
  return winner === viewer ? t('score.you_win') : t('score.wins', { player: nameOf(winner) });
}

export function headlineOf(view: View, result: Result, people: People): Headline {
  const totals = [...result.totals, ...(view.tybor ? [view.tybor.score] : [])].sort((a, b) => b - a);
  const count = (totals[0] ?? 0) - (totals[1] ?? 0);
  return { title: titleOf(result, people), margin: count > 0 ? t('score.margin', { count }) : null };
}
