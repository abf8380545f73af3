/**
 * Those who share this device: each is a guest of the server like any other, whose key is kept here. So the server
 * hides from each what it hides from everybody, and this page only decides whose eyes it opens.
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

/** Someone who is to sit down, with the colour they have chosen; null for one that is left. */
export interface Person {
  name: string;
  colour: Colour | null;
}

const keyOf = (table: string): string => `codex.around.${table}`;

/** Who sits at `table` on this device; empty where nobody does. */
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

/** Whose seat each is: drawn by lot when play began. */
export async function seatsOf(table: string, people: readonly Sitting[]): Promise<ReadonlyMap<number, Sitting>> {
  const told = await Promise.all(people.map(({ token }) => ask<TableAnswer>(apiUrl('table', table), { token })));
  return new Map(told.flatMap(({ viewer }, i) => (viewer === null ? [] : [[viewer, people[i] as Sitting] as const])));
}

/** The seat that is to act next among those on this device; null when it is nobody's turn here. */
export const nextSeat = (awaited: readonly number[], seats: ReadonlyMap<number, Sitting>): number | null =>
  awaited.find((seat) => seats.has(seat)) ?? null;
