/** The lobby's side of the server: tables and the people at them. Play goes through the socket (`TableStore`). */
import { becomeGuest, forgetGuest, guestToken, keepSeat, tokenFor } from './guest';
import { ApiError, ask, type Request } from './http';
import { freshId } from './id';
import type { NewTable, TableInfo } from './types';

/** Ask as a guest; if the server does not know us any more, as a new one. */
async function asGuest<T>(path: string, request: Request): Promise<T> {
  try {
    return await ask<T>(path, { ...request, token: await becomeGuest() });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'token.invalid')) throw error;
    forgetGuest();
    return ask<T>(path, { ...request, token: await becomeGuest() });
  }
}

const at = (id: string): string => `/tables/${encodeURIComponent(id)}`;

export const openTable = (table: NewTable): Promise<TableInfo> =>
  asGuest('/tables', { method: 'POST', body: table, key: freshId() });

export const listedTables = (): Promise<readonly TableInfo[]> => ask('/tables');

export const socketUrl = (id: string): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/v1${at(id)}/socket`;

export { guestToken, tokenFor };

export const myTables = (): Promise<readonly TableInfo[]> => ask('/guests/me/tables', { token: guestToken() });

const sat: ((table: string) => void)[] = [];

/** Hear when this browser sits down at a table; returns how to stop. */
export function joined(hearing: (table: string) => void): () => void {
  sat.push(hearing);
  return () => void sat.splice(sat.indexOf(hearing), 1);
}

export async function joinTable(id: string): Promise<void> {
  await asGuest(`${at(id)}/join`, { method: 'POST' });
  for (const hearing of [...sat]) hearing(id);
}

export const leaveTable = (id: string): Promise<unknown> => withKey(id, '/leave');
export const addBot = (id: string, bot: string): Promise<unknown> => withKey(id, '/bots', { bot });
export const removeBot = (id: string, seat: number): Promise<unknown> =>
  ask(`${at(id)}/bots/${seat}`, { method: 'DELETE', token: tokenFor(id) });
export const rematch = (id: string): Promise<{ readonly id: string }> => withKey(id, '/rematch');

export async function takeSeat(token: string): Promise<{ readonly id: string }> {
  const table = await ask<{ readonly id: string }>('/seat', { token });
  keepSeat(table.id, token);
  return table;
}

function withKey<T>(id: string, what: string, body?: unknown): Promise<T> {
  return ask<T>(at(id) + what, { method: 'POST', token: tokenFor(id), ...(body !== undefined && { body }) });
}
