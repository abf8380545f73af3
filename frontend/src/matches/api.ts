/** API of deals played at several tables. */
import { apiUrl, pageUrl } from '../base/addresses';
import { asGuest } from '../net/api';
import { guestToken } from '../net/guest';
import { ask } from '../net/http';
import type { TableAnswer } from '../net/types';
import type { components } from '../net/wire.gen';

type Schemas = components['schemas'];

export type DealResult = Schemas['DealResult'];
export type DealResults = Schemas['DealResults'];
export type MatchResponse = Schemas['MatchResponse'];

export const resultsOf = (table: string): Promise<DealResults> =>
  ask(apiUrl('results', table), { token: guestToken() });

/** Sit down with the deal of a finished table, `bot` where other people sat; returns the address. */
export const challenge = async (table: string, seat: number, bot: string): Promise<string> =>
  pageUrl(
    'table',
    (await asGuest<TableAnswer>(apiUrl('challenge', table), { method: 'POST', body: { seat, bot } })).table.id,
  );

/** Deal new cards that everyone with the link plays once. */
export const openMatch = (seats: number, bot: string): Promise<MatchResponse> =>
  asGuest(apiUrl('matches'), { method: 'POST', body: { seats, bot } });

export const fetchMatch = (id: string): Promise<MatchResponse> => ask(apiUrl('match', id), { token: guestToken() });

/** Sit down at the reader's table of a match; returns the address. */
export const playMatch = async (id: string): Promise<string> =>
  pageUrl('table', (await asGuest<TableAnswer>(apiUrl('playMatch', id), { method: 'POST' })).table.id);
