import { apiUrl } from '../base/addresses';
import { recall, recallJson, remember } from '../base/memory';
import { settings } from '../base/settings.svelte';
import { t } from '../i18n/index.svelte';
import { account } from './account.svelte';
import { ApiError, ask } from './http';
import { GUEST } from './renew';
import type { GuestInfo } from './types';

/** Who we are on this server: a signed token that this browser keeps, and the name the server knows us by. */
interface Identity {
  readonly token: string;
  readonly name: string;
}

const seatKey = (table: string): string => `codex.seat.${table}`;

function recallGuest(): Identity | null {
  const found = recallJson(GUEST) as Partial<Identity> | null;
  return typeof found?.token === 'string' && typeof found.name === 'string' ? (found as Identity) : null;
}

const wantedName = (): string => settings.name.trim() || t('lobby.guest');

/** Our token: the account's if we are signed in, else the guest's of this browser. */
export const guestToken = (): string | null => (account() ?? recallGuest())?.token ?? null;

/** The key that opens a seat at `table`: a private one if its link was opened here, else the guest's. */
export const tokenFor = (table: string): string | null => seatKept(table) ?? guestToken();

/** The private key of a seat whose link was opened here. */
export const seatKept = (table: string): string | null => recall(seatKey(table));

export const keepSeat = (table: string, token: string | null): void => remember(seatKey(table), token);

/** Return our guest's token; create the guest, under the name in the settings, if there is none. */
export async function becomeGuest(): Promise<string> {
  const own = account();
  if (own) return own.token;
  const name = wantedName();
  const before = recallGuest();
  if (before?.name === name) return before.token;
  becoming ??= become(before, name).finally(() => (becoming = null));
  return becoming;
}

/** The request that creates or renames our guest, shared by all that wait for it (single flight). */
let becoming: Promise<string> | null = null;

async function become(before: Identity | null, name: string): Promise<string> {
  const token = before ? await rename(before.token, name) : await register(name);
  remember(GUEST, JSON.stringify({ token, name }));
  return token;
}

async function register(name: string): Promise<string> {
  return (await ask<GuestInfo>(apiUrl('guests'), { method: 'POST', body: { name } })).token;
}

async function rename(token: string, name: string): Promise<string> {
  try {
    await ask(apiUrl('me'), { method: 'PATCH', body: { name }, token });
    return recallGuest()?.token ?? token; // the answer may have renewed it
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return register(name);
    throw error;
  }
}

/** Forget who we were: the server does not know that token any more. */
export const forgetGuest = (): void => remember(GUEST, null);
