/** Renewal of tokens whose key or time is about to end: the server sends a new one with its answer. */
import { recallJson, remember } from '../base/memory';
import { renewedAccount } from './account.svelte';

/** Where this browser keeps the guest that it is. */
export const GUEST = 'codex.guest';

/** Keep `token` in the place of `before`, whosever that is. */
export function renew(before: string, token: string): void {
  if (renewedAccount(before, token)) return;
  const guest = recallJson(GUEST) as { token?: unknown } | null;
  if (guest?.token === before) remember(GUEST, JSON.stringify({ ...guest, token }));
}
