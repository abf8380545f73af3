/** The server's side of deals that several tables have. */
import { asGuest } from '../net/api';
import { guestToken } from '../net/guest';
import { ask } from '../net/http';
import type { TableAnswer } from '../net/types';
import type { components } from '../net/wire.gen';

type Schemas = components['schemas'];

export type DealResult = Schemas['DealResult'];
export type DealResults = Schemas['DealResults'];
export type MatchResponse = Schemas['MatchResponse'];

const at = (table: string): string => `/tables/${encodeURIComponent(table)}`;

export const resultsOf = (table: string): Promise<DealResults> => ask(`${at(table)}/results`, { token: guestToken() });

/** Sit down with the deal of a finished table, `bot` where other people sat; returns the address. */
export const challenge = async (table: string, seat: number, bot: string): Promise<string> =>
  `/t/${(await asGuest<TableAnswer>(`${at(table)}/challenge`, { method: 'POST', body: { seat, bot } })).table.id}`;

const match = (id: string): string => `/matches/${encodeURIComponent(id)}`;

/** Deal new cards that everyone with the link plays once. */
export const openMatch = (seats: number, bot: string): Promise<MatchResponse> =>
  asGuest('/matches', { method: 'POST', body: { seats, bot } });

export const fetchMatch = (id: string): Promise<MatchResponse> => ask(match(id), { token: guestToken() });

/** Sit down at one's own table of a match; returns the address. */
export const playMatch = async (id: string): Promise<string> =>
  `/t/${(await asGuest<TableAnswer>(`${match(id)}/play`, { method: 'POST' })).table.id}`;
