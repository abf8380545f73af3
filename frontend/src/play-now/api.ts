/** The queue's side of the server: wait for others, ask how it goes, stop. */
import { asGuest } from '../net/api';
import { guestToken } from '../net/guest';
import type { Seek, Seeking, TableAnswer } from '../net/types';

const PATH = '/play-now';

export const seek = (wanted: Seek): Promise<Seeking> => asGuest(PATH, { method: 'PUT', body: wanted });

export const look = (): Promise<Seeking> => asGuest(PATH, {});

export const takeBot = async (): Promise<string> =>
  (await asGuest<TableAnswer>(`${PATH}/bot`, { method: 'POST' })).table.id;

/** Wait no longer; it is sent even if the page goes away, and if it never arrives the server finds out by itself. */
export function stop(): void {
  const token = guestToken();
  if (!token) return;
  const init: RequestInit = { method: 'DELETE', keepalive: true, headers: { authorization: `Bearer ${token}` } };
  void fetch(`/api/v1${PATH}`, init).catch(() => undefined);
}
