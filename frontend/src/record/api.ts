/** The server's side of looking back. */
import { asGuest } from '../net/api';
import { guestToken } from '../net/guest';
import { ask } from '../net/http';
import type { Replay, TableAnswer } from '../net/types';
import { queryOf, type Eyes } from './address';

/** Where a replay comes from: a finished table, or a record that the reader brought along. */
export type Origin = { readonly table: string } | { readonly record: string };

const at = (table: string): string => `/tables/${encodeURIComponent(table)}`;

export const replayOf = (origin: Origin, eyes: Eyes): Promise<Replay> =>
  'table' in origin
    ? ask(`${at(origin.table)}/replay${queryOf(eyes)}`, { token: guestToken() })
    : ask(`/replays${queryOf(eyes)}`, { method: 'POST', text: origin.record });

/** A table where a game goes on after `version`, with us in `seat` and `bot` in the others; returns its id. */
export async function whatIf(origin: Origin, version: number, seat: number, bot: string): Promise<string> {
  const { table } =
    'table' in origin
      ? await asGuest<TableAnswer>(`${at(origin.table)}/what-if`, { method: 'POST', body: { version, seat, bot } })
      : await asGuest<TableAnswer>(`/replays/what-if?version=${version}&seat=${seat}&bot=${bot}`, {
          method: 'POST',
          text: origin.record,
        });
  return table.id;
}
