/** Private links to a seat. What opens it stands behind `#`, which browsers keep to themselves: no log ever holds it. */
import { pageUrl } from '../base/addresses';
import type { Place } from '../base/place';

export interface AskedSeat {
  readonly table: string;
  readonly token: string;
}

export const seatAddress = (table: string, token: string): string =>
  `${pageUrl('seat')}#${new URLSearchParams({ t: table, key: token })}`;

/** The seat in an address. Older links carry the token in their path. */
export function seatAsked({ path, search, hash }: Place): AskedSeat {
  const [, , old] = path.split('/');
  const said = new URLSearchParams(old ? search : hash);
  return { table: said.get('t') ?? '', token: old ?? said.get('key') ?? '' };
}
