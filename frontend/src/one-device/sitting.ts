/**
 * The people who share this device: each is an ordinary guest of the server, whose key is kept here. So the server
 * hides secrets from each as usual, and this page only decides whose view it shows.
 */
import { apiUrl } from '../base/addresses';
import { recallJson, remember } from '../base/memory';
import type { Wishes } from '../lobby/rules/rules';
import { ask } from '../net/http';
import { freshId } from '../net/id';
import type { Colour, GuestInfo, NewTable, TableAnswer } from '../net/types';

export interface Sitting {
  readonly name: string;
  readonly token: string;
}

/** A person to seat, with their chosen colour; null for one that is left. */
export interface Person {
  name: string;
  colour: Colour | null;
}

const keyOf = (table: string): string => `codex.around.${table}`;

/** The people of this device at `table`; may be empty. */
export function sittingAt(table: string): readonly Sitting[] {
  const found = recallJson(keyOf(table));
  return Array.isArray(found) ? (found as Sitting[]) : [];
}

/** Seat people at a new table with these rules; returns its id. */
export async function seatAll(wished: readonly Person[], rules: Wishes): Promise<string> {
  const people: (Sitting & Person)[] = [];
  for (const { name, colour } of wished) {
    const { token } = await ask<GuestInfo>(apiUrl('guests'), { method: 'POST', body: { name } });
    people.push({ name, colour, token });
  }
  const [host, ...others] = people;
  if (!host) throw new Error('nobody plays');
  const wanted: NewTable = { seats: people.length, ...rules, colour: host.colour };
  const { table } = await ask<TableAnswer>(apiUrl('tables'), {
    method: 'POST',
    body: wanted,
    token: host.token,
    key: freshId(),
  });
  remember(keyOf(table.id), JSON.stringify(people.map(({ name, token }) => ({ name, token }))));
  for (const { colour, token } of others)
    await ask(apiUrl('joinTable', table.id) + (colour ? `?colour=${colour}` : ''), { method: 'POST', token });
  return table.id;
}

/** Seat of each person: drawn by lot when play began. */
export async function seatsOf(table: string, people: readonly Sitting[]): Promise<ReadonlyMap<number, Sitting>> {
  const answers = await Promise.all(people.map(({ token }) => ask<TableAnswer>(apiUrl('table', table), { token })));
  return new Map(
    answers.flatMap(({ viewer }, i) => (viewer === null ? [] : [[viewer, people[i] as Sitting] as const])),
  );
}

/** The next seat of this device to act; null if none is. */
export const nextSeat = (awaited: readonly number[], seats: ReadonlyMap<number, Sitting>): number | null =>
  awaited.find((seat) => seats.has(seat)) ?? null;
