/** API of the pages about games, ratings and people. */
import { apiUrl, pageUrl } from '../base/addresses';
import { guestToken } from '../net/guest';
import { ask } from '../net/http';
import type { MyGames, Person, SeatStanding, Standing } from '../net/types';

/** Our games; of the finished ones those before the one at the table `before`. Null if we have no identity yet. */
export async function myGames(before?: string): Promise<MyGames | null> {
  const token = guestToken();
  const query = before === undefined ? '' : `?before=${encodeURIComponent(before)}`;
  return token ? ask<MyGames>(apiUrl('myGames') + query, { token }) : null;
}

export const leaders = (seats: number): Promise<readonly Standing[]> => ask(`${apiUrl('people')}?seats=${seats}`);

export const programLeaders = (seats: number): Promise<readonly Standing[]> =>
  ask(`${apiUrl('programLeaders')}?seats=${seats}`);

export const personNamed = (name: string): Promise<Person> => ask(apiUrl('person', name));

export const standingsAt = (table: string): Promise<readonly SeatStanding[]> => ask(apiUrl('standings', table));

let asked: { table: string; standings: Promise<readonly SeatStanding[]> } | null = null;

/** Ratings at a table when we came there: every plate asks, the server is asked once. */
export async function standingOf(table: string, seat: number): Promise<Standing | null> {
  if (asked?.table !== table) asked = { table, standings: standingsAt(table).catch(() => []) };
  return (await asked.standings).find((one) => one.seat === seat)?.standing ?? null;
}

export const personAddress = (name: string): string => pageUrl('person', name);
