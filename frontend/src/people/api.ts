/** The account's side of the server. */
import { account, signedIn, signedOut } from '../net/account.svelte';
import { deviceAt, keepDevice } from '../net/devices';
import { forgetGuest, guestToken } from '../net/guest';
import { ask } from '../net/http';
import type { AccountInfo, RecoveryCodes, Session } from '../net/types';

const own = (): string | null => account()?.token ?? null;

function keep(session: Session): Session {
  signedIn(session);
  keepDevice(session.name, session.device);
  return session;
}

/** Take an account; the guest that this browser was becomes it. */
export async function signUp(name: string, password: string): Promise<Session> {
  const session = await ask<Session>('/account', { method: 'POST', body: { name, password }, token: guestToken() });
  forgetGuest();
  return keep(session);
}

export const signIn = async (name: string, password: string): Promise<Session> =>
  keep(await ask<Session>('/account/session', { method: 'POST', body: { name, password, device: deviceAt(name) } }));

/** Get back in with a recovery code, and take another password. */
export const recover = async (name: string, code: string, password: string): Promise<Session> =>
  keep(await ask<Session>('/account/recovery', { method: 'POST', body: { name, code, new: password } }));

export const accountInfo = (): Promise<AccountInfo> => ask('/account', { token: own() });

export const newCodes = async (password: string): Promise<readonly string[]> =>
  (await ask<RecoveryCodes>('/account/codes', { method: 'POST', body: { password }, token: own() })).codes;

export const changePassword = async (password: string, next: string): Promise<Session> =>
  keep(await ask<Session>('/account/password', { method: 'PUT', body: { password, new: next }, token: own() }));

export async function signOutEverywhere(): Promise<void> {
  await ask('/account/sessions', { method: 'DELETE', token: own() });
  signedOut();
}

export async function deleteAccount(password: string): Promise<void> {
  await ask('/account', { method: 'DELETE', body: { password }, token: own() });
  signedOut();
}
