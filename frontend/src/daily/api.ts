/** API of the daily deal. */
import { apiUrl, pageUrl } from '../base/addresses';
import { asGuest } from '../net/api';
import { guestToken } from '../net/guest';
import { ask } from '../net/http';
import type { TableAnswer } from '../net/types';
import type { components } from '../net/wire.gen';

type Schemas = components['schemas'];

export type DailyToday = Schemas['DailyToday'];
export type DailyResponse = Schemas['DailyResponse'];
export type DailyResult = Schemas['DailyResult'];
export type DailyBar = Schemas['DailyBar'];
export type DailyPar = Schemas['DailyPar'];
export type DailySeal = Schemas['DailySeal'];
export type PastDay = Schemas['PastDay'];

export const today = (): Promise<DailyToday> => ask(apiUrl('daily'), { token: guestToken() });
export const fetchDay = (day: string): Promise<DailyResponse> => ask(apiUrl('day', day), { token: guestToken() });

/** Sit down at our table with the deal of a day; returns its address. */
export const playDay = async (day: string): Promise<string> =>
  pageUrl('table', (await asGuest<TableAnswer>(apiUrl('playDay', day), { method: 'POST' })).table.id);

/** Where the record lies that opens the seal of a day. */
export const openedAt = (day: string): string => apiUrl('dayRecord', day);
