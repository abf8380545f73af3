/** The commitments this browser saw before games were over: only what was seen early proves anything later. */

import { recallJson, remember } from '../base/memory';
import type { TableInfo } from './types';

const KEY = 'codex.seals';
/** Tables remembered, the youngest last. */
const MOST = 200;

function readWitnessed(): [string, string][] {
  const known = recallJson(KEY);
  const entries: unknown[] = Array.isArray(known) ? known : [];
  return entries.filter(
    (entry): entry is [string, string] => Array.isArray(entry) && entry.every((part) => typeof part === 'string'),
  );
}

/** Remember the commitment of a table that is not over; the first one counts. */
export function witness(table: TableInfo): void {
  if (!table.commitment || table.stage === 'over') return;
  const seals = readWitnessed();
  if (seals.some(([id]) => id === table.id)) return;
  remember(KEY, JSON.stringify([...seals, [table.id, table.commitment]].slice(-MOST)));
}

/** The commitment of a table as this browser saw it before the end. */
export const commitmentSeen = (id: string): string | null =>
  readWitnessed().find(([known]) => known === id)?.[1] ?? null;
