/** API of the teacher. Slow answers are polled. */
import { apiUrl } from '../base/addresses';
import { asGuest } from '../net/api';
import { tokenFor } from '../net/guest';
import { ask } from '../net/http';
import type { TableStore } from '../net/table.svelte';
import type { Origin } from '../record/api';
import type { Exercise, HintResponse, ReviewResponse, Tried, Turn } from '../net/teach';

/** What is known of the table where advice is asked for. */
export type Asked = Pick<TableStore, 'advise' | 'table'>;

export function hintFor({ advise, table }: Asked): Promise<HintResponse> {
  if (advise) return advise();
  const id = table?.id ?? '';
  return ask(apiUrl('hint', id), { method: 'POST', token: tokenFor(id) });
}

/** The review if there is one; only a table's is kept where one can look without asking for it. */
export const reviewOf = async (origin: Origin): Promise<ReviewResponse | null> =>
  'table' in origin ? ask<ReviewResponse>(apiUrl('review', origin.table)) : null;

export const askReview = (origin: Origin): Promise<ReviewResponse> =>
  'table' in origin
    ? asGuest(apiUrl('review', origin.table), { method: 'POST' })
    : asGuest(apiUrl('recordReview'), { method: 'POST', text: origin.record });

export const exerciseAt = (origin: Origin, version: number): Promise<Exercise> =>
  'table' in origin
    ? ask(`${apiUrl('exercise', origin.table)}?version=${version}`)
    : ask(`${apiUrl('recordExercise')}?version=${version}`, { method: 'POST', text: origin.record });

export const tryTurn = (origin: Origin, version: number, turn: Turn): Promise<Tried> =>
  'table' in origin
    ? asGuest(apiUrl('exercise', origin.table), { method: 'POST', body: { version, turn } })
    : asGuest(apiUrl('recordExerciseTry'), { method: 'POST', body: { record: origin.record, version, turn } });
