/** Words of the pages of a deal: results by seat, and where two games with the same cards diverge. */
import { pageUrl } from '../base/addresses';
import type { StepMessage } from '../net/types';
import type { DealResult } from './api';

/** The results of one seat, the best first. */
export interface SeatResults {
  readonly seat: number;
  readonly results: readonly DealResult[];
}

export function bySeat(results: readonly DealResult[]): SeatResults[] {
  const seats = [...new Set(results.map(({ seat }) => seat))].sort((a, b) => a - b);
  return seats.map((seat) => ({ seat, results: results.filter((each) => each.seat === seat) }));
}

/** The address of two games side by side, in the seat that is compared. */
export const besideAddress = (table: string, other: string, seat: number): string =>
  `${pageUrl('beside', table)}?with=${encodeURIComponent(other)}&seat=${seat}`;

/** The other table and the seat in an address. */
export function besideIn(search: string): { readonly other: string; readonly seat: number } {
  const values = new URLSearchParams(search);
  const seat = Number(values.get('seat') ?? 0);
  return { other: values.get('with') ?? '', seat: Number.isInteger(seat) && seat >= 0 && seat < 4 ? seat : 0 };
}

/** The first version that differs between two games; null if they are equal. */
export function partingOf(one: readonly StepMessage[], other: readonly StepMessage[]): number | null {
  const same = one.findIndex((step, index) => JSON.stringify(step) !== JSON.stringify(other[index]));
  if (same >= 0) return same + 1;
  return other.length > one.length ? one.length + 1 : null;
}
