/**
 * The colours of a table's seats, for all its tokens and lines: chosen before play, sent by the server. Without them,
 * as in a record, a seat has the colour of its number.
 */
import { getContext, setContext } from 'svelte';
import type { Colour, SeatInfo } from '../net/types';

type Seats = { readonly seats: readonly Pick<SeatInfo, 'seat' | 'colour'>[] };
type Table = () => Seats | null | undefined;

export const COLOURS = ['red', 'blue', 'green', 'yellow'] as const satisfies readonly Colour[];
const KEY = Symbol('table');

/** The colour of a seat of `table`. */
export const colourAt = (table: Seats | null | undefined, seat: number): Colour =>
  table?.seats.find((each) => each.seat === seat)?.colour ?? COLOURS[seat] ?? 'red';

/** Draw all that lies within this component in the colours of `table`. */
export const provideColours = (table: Table): void => void setContext(KEY, table);

/** The colour of each seat of the table around this component. */
export function seatColours(): (seat: number) => Colour {
  const table = getContext<Table | undefined>(KEY);
  return (seat) => colourAt(table?.(), seat);
}
