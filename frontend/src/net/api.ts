/** API of the lobby: tables and the people at them. Play goes through the socket (`TableStore`). */
import { linkTo, SERVERLESS } from '../base/place';
import { save } from '../base/files';
import { isOnDevice } from './transport';
import { badgeApp } from '../base/icon';
import { apiUrl, pageUrl } from '../base/addresses';
import { account } from './account.svelte';
import { becomeGuest, forgetGuest, guestToken, keepSeat, seatKept, tokenFor } from './guest';
import { ApiError, ask, type Request } from './http';
import { freshId } from './id';
import { seatAddress } from './seat';
import type {
  Colour,
  Evening,
  GuestInfo,
  InvitationCode,
  NewTable,
  Opponents,
  ProgramHere,
  TableAnswer,
  TableInfo,
  Waiting,
} from './types';

/** Request with our token; if the server does not know our guest any more, as a new one. */
export async function asGuest<T>(url: string, request: Request): Promise<T> {
  const own = account();
  try {
    return await ask<T>(url, { ...request, token: await becomeGuest() });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'token.invalid')) throw error;
    if (own) throw new ApiError('account.none', error.status);
    forgetGuest();
    return ask<T>(url, { ...request, token: await becomeGuest() });
  }
}

/** Request with the token of our seat at a table. */
export const seated = <T>(id: string, url: string, request: Request): Promise<T> =>
  ask<T>(url, { ...request, token: tokenFor(id) });

/** Our chosen portrait; null for the creature that goes with our name. */
export async function ownPortrait(): Promise<number | null> {
  const token = guestToken();
  return token ? ((await ask<GuestInfo>(apiUrl('me'), { token })).portrait ?? null) : null;
}

export const choosePortrait = (portrait: number | null): Promise<unknown> =>
  asGuest(apiUrl('myPortrait'), { method: 'PUT', body: { portrait } });

export const listedTables = async (): Promise<readonly TableInfo[]> => (SERVERLESS ? [] : ask(apiUrl('tables')));

/** The tables where we sit or sat, the youngest first. */
export async function myTables(): Promise<readonly TableAnswer[]> {
  const token = guestToken();
  return token ? ask(apiUrl('myTables'), { token }) : [];
}

/** Games in which it is our turn, longest waiting first; the installed app's icon shows their number. */
export async function waitingTables(): Promise<Waiting> {
  const token = guestToken();
  const waiting = token ? await ask<Waiting>(apiUrl('myWaiting'), { token }) : { tables: [], alone: [] };
  badgeApp(waiting.tables.length);
  return waiting;
}

/** The opponents made for people, and whether they are ready. */
export const opponents = (): Promise<Opponents> => ask(apiUrl('opponents'));

/** Let them get ready, if they are not. */
export const prepareOpponents = (): Promise<Opponents> => ask(apiUrl('prepareOpponents'), { method: 'POST' });

/** Open a table and sit at it. */
export const openTable = async (table: NewTable): Promise<TableInfo> =>
  (await asGuest<TableAnswer>(apiUrl('tables'), { method: 'POST', body: table, key: freshId() })).table;

/** The invitation link of a table, and the same as a QR code. */
export const invitation = (id: string): Promise<InvitationCode> => ask(apiUrl('invitation', id));

/** Whether a link only works on the server's own machine, and not from a phone. */
export const opensHereOnly = (link: string): boolean =>
  /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(link).hostname);

/** Take the first empty seat, with tokens of a colour, or of one that is left. */
export const joinTable = (id: string, colour: Colour | null = null): Promise<TableAnswer> =>
  asGuest(apiUrl('joinTable', id) + (colour ? `?colour=${colour}` : ''), { method: 'POST' });

/** Choose the colour of our tokens before play; null for one that is left. */
export const chooseColour = (id: string, colour: Colour | null): Promise<TableAnswer> =>
  seated(id, apiUrl('colour', id), { method: 'PUT', body: { colour } });

export const leaveTable = (id: string): Promise<TableAnswer> =>
  seated(id, apiUrl('leaveTable', id), { method: 'POST' });

/** Take our seat back from its stand-in. */
export const takeBack = (id: string): Promise<TableAnswer> =>
  seated(id, apiUrl('returnToTable', id), { method: 'POST' });

/** Call a stand-in for an absent player. */
export const callStandIn = (id: string, seat: number): Promise<TableAnswer> =>
  seated(id, apiUrl('standIn', id, seat), { method: 'POST' });

/** Close our table before play begins. */
export const closeTable = (id: string): Promise<TableAnswer> =>
  seated(id, apiUrl('closeTable', id), { method: 'POST' });

export const addBot = (id: string, name: string, seat?: number): Promise<TableAnswer> =>
  seated(id, apiUrl('tableBots', id), { method: 'POST', body: { name, seat } });

/** Invite a program to a free seat; resolves when it sits there. */
export const inviteProgram = (id: string, name: string): Promise<TableAnswer> =>
  seated(id, apiUrl('tablePrograms', id), { method: 'POST', body: { name } });

/** Bots that the server can seat: its own, weakest first, then other packages' and the host's. */
export const botNames = (): Promise<readonly string[]> => ask(apiUrl('bots'));

export const programsHere = (): Promise<readonly ProgramHere[]> => ask(apiUrl('programs'));

export const removeBot = (id: string, seat: number): Promise<TableAnswer> =>
  seated(id, apiUrl('tableBot', id, seat), { method: 'DELETE' });

/** Play again with the same people; returns the address of the new table. */
export async function rematch(id: string): Promise<string> {
  const { table } = await seated<TableAnswer>(id, apiUrl('rematch', id), { method: 'POST' });
  return rematchAddress(id, table.id);
}

/** Decline a rematch for now. */
export const declineRematch = (id: string): Promise<unknown> => seated(id, apiUrl('rematch', id), { method: 'DELETE' });

/** Number of wins of each, over a game and its rematches among the same people. */
export const eveningAt = (id: string): Promise<Evening> => ask(apiUrl('evening', id));

/** The address of a rematch; a private seat goes along. */
export function rematchAddress(id: string, next: string): string {
  const seat = seatKept(id);
  if (seat) keepSeat(next, seat);
  return pageUrl('table', next);
}

/** The private link of our seat, for any device. */
export async function seatLink(id: string): Promise<string> {
  const { token } = await seated<{ readonly token: string }>(id, apiUrl('seatToken', id), { method: 'POST' });
  return linkTo(seatAddress(id, token));
}

/** The public description of a table, and our seat there. */
export const tableAnswer = (id: string): Promise<TableAnswer> => seated(id, apiUrl('table', id), {});

/** Whether `token` gives a seat at the table `id`; if so it is kept. */
export async function takeSeat(id: string, token: string): Promise<boolean> {
  const { viewer } = await ask<TableAnswer>(apiUrl('table', id), { token });
  if (viewer !== null) keepSeat(id, token);
  return viewer !== null;
}

/** The record of a finished game, as a file has it. */
export const recordOf = async (table: string): Promise<string> =>
  JSON.stringify(await seated<unknown>(table, apiUrl('record', table), {}));

/** Click handler of a link to a game's record: a server's is fetched, this device's is saved from here. */
export function keepRecord(event: MouseEvent, table: string): void {
  if (!isOnDevice(table)) return;
  event.preventDefault();
  void recordOf(table).then((record) =>
    save(new Blob([record, '\n'], { type: 'application/json' }), `codex-naturalis-${table.slice(0, 8)}.json`),
  );
}
