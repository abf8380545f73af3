/** The server's side of reports, blocks and moderation. */
import type { Values } from '../i18n/index.svelte';
import { asGuest } from '../net/api';
import { ApiError } from '../net/http';
import { wordsOf } from '../net/problem';
import type { BlockedPerson, Measure, NewReport, ReportTold } from '../net/types';
import { say } from './words.svelte';
import en from './words/en.gen';

export type Whom = Pick<NewReport, 'table' | 'line' | 'seat' | 'name'>;

export const report = (wanted: NewReport): Promise<unknown> => asGuest('/reports', { method: 'POST', body: wanted });

export const block = (whom: Whom): Promise<unknown> => asGuest('/blocks', { method: 'POST', body: whom });

export const blocked = (): Promise<readonly BlockedPerson[]> => asGuest('/blocks', {});

export const lift = (person: string): Promise<unknown> =>
  asGuest(`/blocks/${encodeURIComponent(person)}`, { method: 'DELETE' });

export const openReports = (): Promise<readonly ReportTold[]> => asGuest('/moderation/reports', {});

export const decide = (id: number, measure: Measure): Promise<unknown> =>
  asGuest(`/moderation/reports/${id}`, { method: 'POST', body: measure });

/** The sentence for a refusal; those that only this part meets have their words here. */
export function faultOf(thrown: unknown): string {
  const key = thrown instanceof ApiError ? `error.${thrown.code}` : '';
  if (!(thrown instanceof ApiError) || !(key in en)) return wordsOf(thrown);
  return (say as (key: string, values?: Values) => string)(key, thrown.facts as Values);
}
