/** API of the queue: wait for others, poll, stop. */
import { apiUrl } from '../base/addresses';
import { asGuest } from '../net/api';
import { guestToken } from '../net/guest';
import type { Seek, Seeking, TableAnswer } from '../net/types';

export const seek = (wanted: Seek): Promise<Seeking> => asGuest(apiUrl('playNow'), { method: 'PUT', body: wanted });

export const look = (): Promise<Seeking> => asGuest(apiUrl('playNow'), {});

export const takeBot = async (): Promise<string> =>
  (await asGuest<TableAnswer>(apiUrl('playNowBot'), { method: 'POST' })).table.id;

/** Wait no longer; it is sent even if the page goes away, and if it never arrives the server finds out by itself. */
export function stop(): void {
  const token = guestToken();
  if (!token) return;
  const init: RequestInit = { method: 'DELETE', keepalive: true, headers: { authorization: `Bearer ${token}` } };
  void fetch(apiUrl('playNow'), init).catch(() => undefined);
}
