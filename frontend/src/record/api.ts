/** API of replays. */
import { apiUrl } from '../base/addresses';
import { asGuest } from '../net/api';
import { guestToken } from '../net/guest';
import { ask } from '../net/http';
import type { Replay, TableAnswer } from '../net/types';
import { queryOf, type Eyes } from './address';

/** Source of a replay: a finished table, or a record from the reader. */
export type Origin = { readonly table: string } | { readonly record: string };

export const replayOf = (origin: Origin, eyes: Eyes): Promise<Replay> =>
  'table' in origin
    ? ask(apiUrl('replay', origin.table) + queryOf(eyes), { token: guestToken() })
    : ask(apiUrl('recordReplay') + queryOf(eyes), { method: 'POST', text: origin.record });

/** A table where a game goes on after `version`, with us in `seat` and `bot` in the others; returns its id. */
export async function whatIf(origin: Origin, version: number, seat: number, bot: string): Promise<string> {
  const { table } =
    'table' in origin
      ? await asGuest<TableAnswer>(apiUrl('whatIf', origin.table), { method: 'POST', body: { version, seat, bot } })
      : await asGuest<TableAnswer>(`${apiUrl('recordWhatIf')}?version=${version}&seat=${seat}&bot=${bot}`, {
          method: 'POST',
          text: origin.record,
        });
  return table.id;
}
