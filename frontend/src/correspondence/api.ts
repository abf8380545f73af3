/** API of slow games: a stored turn, and our notes. */
import { apiUrl } from '../base/addresses';
import { asGuest, seated } from '../net/api';
import { guestToken } from '../net/guest';
import { ask } from '../net/http';
import type { ConditionalTurn, ConditionalTurnResponse, PinnedNote } from '../net/types';

export const storedTurn = (table: string): Promise<ConditionalTurnResponse> =>
  seated(table, apiUrl('conditionalTurn', table), {});

export const storeTurn = (table: string, body: ConditionalTurn): Promise<ConditionalTurnResponse> =>
  seated(table, apiUrl('conditionalTurn', table), { method: 'PUT', body });

export const withdrawTurn = (table: string): Promise<ConditionalTurnResponse> =>
  seated(table, apiUrl('conditionalTurn', table), { method: 'DELETE' });

/** Our notes at a table; strangers have none. */
export async function ownNotes(table: string): Promise<readonly PinnedNote[]> {
  const token = guestToken();
  return token ? ask(apiUrl('myNotes', table), { token }) : [];
}

/** Pin a note, or take it away if it is empty; returns all. */
export const pinNote = (table: string, body: PinnedNote): Promise<readonly PinnedNote[]> =>
  asGuest(apiUrl('myNotes', table), { method: 'PUT', body });
