/** What the table's own parts need to be told when nobody plays any more. */

import type { SeatInfo, TableInfo, View } from '../net/types';
import type { Runner } from '../table/ScoreTrack.svelte';
import type { People } from '../table/story';

/** Nothing can be wished for: the game is over. */
export const nothing = { onWish: (): void => {}, onAsk: (): void => {} };

/** Everybody on the score track. */
export function runnersAt(view: View, { nameOf }: People): Runner[] {
  const seats = view.seats.map(({ seat, score }) => ({ key: `${seat}`, seat, name: nameOf(seat), score, plus: 0 }));
  return view.tybor ? [...seats, { key: 'tybor', seat: null, name: 'Tybor', score: view.tybor.score, plus: 0 }] : seats;
}

/** Who sat there; whether they look now is of no interest. */
export function seatedAt(table: TableInfo | null, seat: number): SeatInfo | undefined {
  const info = table?.seats[seat];
  return info && { ...info, connected: true };
}
