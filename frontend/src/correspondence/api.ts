/** The server's side of slow games: a turn stored for when ours comes, and notes of our own. */
import { asGuest, seated } from '../net/api';
import { guestToken } from '../net/guest';
import { ask } from '../net/http';
import type { ConditionalTurn, ConditionalTurnResponse, PinnedNote } from '../net/types';

const TURN = '/conditional-turn';
const notesAt = (table: string): string => `/guests/me/notes/${encodeURIComponent(table)}`;

export const storedTurn = (table: string): Promise<ConditionalTurnResponse> => seated(table, TURN, {});

export const storeTurn = (table: string, body: ConditionalTurn): Promise<ConditionalTurnResponse> =>
  seated(table, TURN, { method: 'PUT', body });

export const withdrawTurn = (table: string): Promise<ConditionalTurnResponse> =>
  seated(table, TURN, { method: 'DELETE' });

/** Our notes at a table; strangers have none. */
export async function ownNotes(table: string): Promise<readonly PinnedNote[]> {
  const token = guestToken();
  return token ? ask(notesAt(table), { token }) : [];
}

/** Pin a note, or take it away if it is empty; returns all. */
export const pinNote = (table: string, body: PinnedNote): Promise<readonly PinnedNote[]> =>
  asGuest(notesAt(table), { method: 'PUT', body });
