/** API of reports, blocks and moderation. */
import { apiUrl } from '../base/addresses';
import { asGuest } from '../net/api';
import { wordsOf } from '../net/problem';
import type { BlockedPerson, Measure, NewReport, ReportResponse } from '../net/types';
import { findText } from 'virtual:words/moderation';

export type Whom = Pick<NewReport, 'table' | 'line' | 'seat' | 'name'>;

export const report = (wanted: NewReport): Promise<unknown> =>
  asGuest(apiUrl('reports'), { method: 'POST', body: wanted });

export const block = (whom: Whom): Promise<unknown> => asGuest(apiUrl('blocks'), { method: 'POST', body: whom });

export const listBlocked = (): Promise<readonly BlockedPerson[]> => asGuest(apiUrl('blocks'), {});

export const lift = (person: string): Promise<unknown> => asGuest(apiUrl('block', person), { method: 'DELETE' });

export const openReports = (): Promise<readonly ReportResponse[]> => asGuest(apiUrl('openReports'), {});

export const decide = (id: number, measure: Measure): Promise<unknown> =>
  asGuest(apiUrl('openReport', id), { method: 'POST', body: measure });

/** The sentence for a refusal; those that only this part meets have their words here. */
export const faultOf = (thrown: unknown): string => wordsOf(thrown, findText);
