/** Events at a table since this browser's last visit, by the version it saw last. */
import { recallJson, remember } from '../base/memory';
import type { StepMessage } from '../net/types';

const KEY = 'codex.looked';
/** Tables remembered; the one looked at longest ago is forgotten first. */
const MOST = 50;

type Looked = Readonly<Record<string, number>>;

function readLooked(): Looked {
  const found = recallJson(KEY);
  if (typeof found !== 'object' || found === null) return {};
  return Object.fromEntries(Object.entries(found).filter(([, version]) => Number.isInteger(version)));
}

/** The version that was seen last; null for a table that was never looked at here. */
export const lastLooked = (table: string): number | null => readLooked()[table] ?? null;

export function look(table: string, version: number): void {
  const { [table]: before, ...others } = readLooked();
  if (before === version) return;
  const kept = Object.entries(others).slice(1 - MOST);
  remember(KEY, JSON.stringify({ ...Object.fromEntries(kept), [table]: version }));
}

/** Events after `version`: actions of others, and stored turns that the server played. */
export function sinceThen(log: readonly StepMessage[], version: number | null): StepMessage[] {
  return version ? log.filter((step) => step.version > version) : [];
}
