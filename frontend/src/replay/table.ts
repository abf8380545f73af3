/** What the table's own parts need to be told when nobody plays any more. */

import type { SeatInfo, TableInfo } from '../net/types';

/** Nothing can be wished for: the game is over. */
export const nothing = { onWish: (): void => {}, onAsk: (): void => {} };

/** Who sat there; whether they look now is of no interest. */
export function seatedAt(table: TableInfo | null, seat: number): SeatInfo | undefined {
  const info = table?.seats[seat];
  return info && { ...info, connected: true };
}
