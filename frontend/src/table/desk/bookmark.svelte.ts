/** The reader's plans at a table, kept by this tab through reloads and navigation. */
import { untrack } from 'svelte';
import { LETTERS, type Noted } from '../../game/kept.svelte';
import type { Session } from '../../game/session.svelte';

/** From now on keep what `session` plans at `table`, and begin with what was kept before; without a table do nothing. */
export function keepPlans(session: Session, table: string | undefined): void {
  let key: string | null = null;
  $effect(() => {
    const viewer = session.view?.viewer ?? null;
    if (table === undefined || viewer === null) return;
    if (key === null) {
      const before = (key = `codex.plan.${table}.${viewer}`);
      untrack(() => session.resume(recallNotes(before)));
    }
    write(key, session.noted);
  });
}

function recallNotes(key: string): readonly Noted[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return Array.isArray(found) ? found.filter(isNoted) : [];
  } catch {
    return [];
  }
}

/** Where nothing can be stored it lasts as long as the page. */
function write(key: string, noted: readonly Noted[]): void {
  try {
    if (noted.length) sessionStorage.setItem(key, JSON.stringify(noted));
    else sessionStorage.removeItem(key);
  } catch {
    return;
  }
}

function isNoted(value: unknown): value is Noted {
  if (typeof value !== 'object' || value === null) return false;
  const { card, side, cell, letter } = value as Partial<Record<keyof Noted, unknown>>;
  return typeof card === 'number' && (side === 'front' || side === 'back') && isCell(cell) && isLetter(letter);
}

const isCell = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length === 2 && value.every(Number.isInteger));

const isLetter = (value: unknown): boolean => value === null || LETTERS.some((letter) => letter === value);
