/** Games of this device beside those of a server: their players have separate names here, and nothing is sent. */
import { apiUrl, pageUrl } from '../base/addresses';
import { recall, remember } from '../base/memory';
import { settings } from '../base/settings.svelte';
import { t } from '../i18n/index.svelte';
import { keepSeat } from './guest';
import { ApiError, ask, type Request } from './http';
import { freshId } from './id';
import type { GuestInfo, MyGames, NewTable, TableAnswer } from './types';

const KEY = 'codex.device';

/** Whether there are games here: else there is nothing to ask the engine for. */
export const playedHere = (): boolean => recall(KEY) !== null;

async function becomeHere(): Promise<string> {
  const name = settings.name.trim() || t('lobby.guest');
  const { token } = await ask<GuestInfo>(apiUrl('guests'), { method: 'POST', body: { name }, here: true });
  remember(KEY, token);
  return token;
}

/** Ask as the player of this device; as a new one where the browser has forgotten its games. */
async function asHere<T>(url: string, request: Request = {}): Promise<T> {
  try {
    return await ask<T>(url, { ...request, token: recall(KEY) ?? (await becomeHere()), here: true });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'token.invalid')) throw error;
    return ask<T>(url, { ...request, token: await becomeHere(), here: true });
  }
}

/** Open a table on this device; returns its address. */
export async function openHere(wanted: NewTable): Promise<string> {
  const { table } = await asHere<TableAnswer>(apiUrl('tables'), { method: 'POST', body: wanted, key: freshId() });
  keepSeat(table.id, recall(KEY));
  return pageUrl('table', table.id);
}

/** The games of this device; those against Tybor that are over are not among them. */
export const gamesHere = (): Promise<MyGames> => asHere(apiUrl('myGames'));
