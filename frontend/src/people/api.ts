/** API of the account. */
import { apiUrl } from '../base/addresses';
import { account, signedIn, signedOut } from '../net/account.svelte';
import { deviceAt, keepDevice } from '../net/devices';
import { forgetGuest, guestToken } from '../net/guest';
import { ask } from '../net/http';
import type { AccountInfo, MadeToken, ProgramInfo, RecoveryCodes, Session, TokenInfo } from '../net/types';

const own = (): string | null => account()?.token ?? null;

function keep(session: Session): Session {
  signedIn(session);
  keepDevice(session.name, session.device);
  return session;
}

/** Take an account; the guest that this browser was becomes it. */
export async function signUp(name: string, password: string): Promise<Session> {
  const session = await ask<Session>(apiUrl('account'), {
    method: 'POST',
    body: { name, password },
    token: guestToken(),
  });
  forgetGuest();
  return keep(session);
}

export const signIn = async (name: string, password: string): Promise<Session> =>
  keep(
    await ask<Session>(apiUrl('accountSession'), { method: 'POST', body: { name, password, device: deviceAt(name) } }),
  );

/** Get back in with a recovery code, and take another password. */
export const recover = async (name: string, code: string, password: string): Promise<Session> =>
  keep(await ask<Session>(apiUrl('accountRecovery'), { method: 'POST', body: { name, code, new: password } }));

export const accountInfo = (): Promise<AccountInfo> => ask(apiUrl('account'), { token: own() });

/** Rename the account, in place of a name given by a moderator. */
export const chooseName = (name: string): Promise<AccountInfo> =>
  ask(apiUrl('accountName'), { method: 'PUT', body: { name }, token: own() });

export const newCodes = async (password: string): Promise<readonly string[]> =>
  (await ask<RecoveryCodes>(apiUrl('accountCodes'), { method: 'POST', body: { password }, token: own() })).codes;

export const changePassword = async (password: string, next: string): Promise<Session> =>
  keep(await ask<Session>(apiUrl('accountPassword'), { method: 'PUT', body: { password, new: next }, token: own() }));

/** End all sessions, and void the tokens of the reader's programs unless they are to stay. */
export async function signOutEverywhere(programs: boolean): Promise<void> {
  await ask(`${apiUrl('accountSessions')}?programs=${programs}`, { method: 'DELETE', token: own() });
  signedOut();
}

export async function deleteAccount(password: string): Promise<void> {
  await ask(apiUrl('account'), { method: 'DELETE', body: { password }, token: own() });
  signedOut();
}

/** Everything that is stored about the account. */
export const exportAccount = (): Promise<unknown> => ask(apiUrl('accountExport'), { token: own() });

export const myPrograms = (): Promise<readonly ProgramInfo[]> => ask(apiUrl('accountPrograms'), { token: own() });

export const createProgram = (name: string): Promise<ProgramInfo> =>
  ask(apiUrl('accountPrograms'), { method: 'POST', body: { name }, token: own() });

/** Set whether anyone may enter a program in tournaments. */
export async function setUpProgram(name: string, forAll: boolean): Promise<void> {
  await ask(apiUrl('accountProgram', name), { method: 'PUT', body: { for_all: forAll }, token: own() });
}

export async function removeProgram(name: string): Promise<void> {
  await ask(apiUrl('accountProgram', name), { method: 'DELETE', token: own() });
}

export const myTokens = (): Promise<readonly TokenInfo[]> => ask(apiUrl('accountTokens'), { token: own() });

/** Code of the refusal if the password was not given within the last minutes. */
export const PASSWORD_NEEDED = 'password.needed';

/** Make an access token, for a program or for the account itself; returns its text, which is shown only once. */
export async function makeToken(
  name: string,
  scope: TokenInfo['scope'],
  program: string | null,
  password: string | null,
): Promise<string> {
  const body = { name, scope, program, password };
  return (await ask<MadeToken>(apiUrl('accountTokens'), { method: 'POST', body, token: own() })).token;
}

export async function revokeToken(id: string): Promise<void> {
  await ask(apiUrl('accountToken', id), { method: 'DELETE', token: own() });
}
