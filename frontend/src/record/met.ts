/** Creatures in the reader's codices: kept on this device, by game, so that none counts twice. */
import { recallJson, remember } from '../base/memory';

const KEY = 'codex.met';
/** Number of games kept; of older ones only the counts remain. */
const MOST = 400;

interface Met {
  readonly games: readonly string[];
  /** By the creature's number, 1 to 40. */
  readonly counts: Readonly<Record<string, number>>;
}

function readMet(): Met {
  const read = recallJson(KEY) as Partial<Met> | null;
  return { games: read?.games ?? [], counts: read?.counts ?? {} };
}

/** The creature of a resource or gold card, 1 to 40; null for other cards. */
export const creatureOf = (card: number | null): number | null =>
  card !== null && card >= 1 && card <= 80 ? ((card - 1) % 40) + 1 : null;

/** Count a finished codex of the reader's once, only its face-up cards. */
export function meet(table: string, laid: readonly { readonly card: number | null; readonly side: string }[]): void {
  const before = readMet();
  if (before.games.includes(table)) return;
  const shown = laid.filter(({ side }) => side === 'front').flatMap(({ card }) => creatureOf(card) ?? []);
  const counts: Record<string, number> = { ...before.counts };
  for (const creature of new Set(shown)) counts[creature] = (counts[creature] ?? 0) + 1;
  remember(KEY, JSON.stringify({ games: [...before.games, table].slice(-MOST), counts }));
}

/** Number of codices with the creature `number`. */
export const timesMet = (number: number): number => readMet().counts[number] ?? 0;
