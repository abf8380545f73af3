/** The table's props for a finished game. */

import type { SeatInfo, TableInfo, View } from '../net/types';

/** No requests: the game is over. */
export const nothing = { onWish: (): void => {}, onAsk: (): void => {} };

/** The people of the game, without their presence. */
export function seatedAt(table: TableInfo | null, seat: number): SeatInfo | undefined {
  const info = table?.seats[seat];
  return info && { ...info, connected: true };
}

/** A table for one moment of a game, without a server; seats without a name are planners'. */
export function tableFor(id: string, view: View, nameOf: (seat: number) => string | null): TableInfo {
  const seats = view.seats.map(({ seat }) => {
    const kind = seat === view.viewer ? ('guest' as const) : ('bot' as const);
    return {
      seat,
      kind,
      name: nameOf(seat) ?? 'planner',
      connected: true,
      stand_in: null,
      mark: null,
      portrait: null,
      colour: null,
    };
  });
  const table = {
    id,
    options: view.options,
    listed: false,
    stage: 'playing' as const,
    seats,
    host: '',
    host_seat: null,
    created: 0,
    version: 0,
    rematch: null,
    what_if: null,
    commitment: null,
    hints: false,
    rated: false,
    programs: false,
    tournament: null,
    daily: null,
    clock: null,
    stand_in: null,
    notes: [],
  };
  return table;
}
