/** In which of the reader's codices each creature has lain: kept on this device, by game, so that none counts twice. */
import { recallJson, remember } from '../base/memory';

const KEY = 'codex.met';
/** Games that are kept; of older ones only the counts remain. */
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

/** Count a finished codex of the reader's, the faces of its cards only, once. */
export function meet(table: string, laid: readonly { readonly card: number | null; readonly side: string }[]): void {
  const before = readMet();
  if (before.games.includes(table)) return;
  const shown = laid.filter(({ side }) => side === 'front').flatMap(({ card }) => creatureOf(card) ?? []);
  const counts: Record<string, number> = { ...before.counts };
  for (const creature of new Set(shown)) counts[creature] = (counts[creature] ?? 0) + 1;
  remember(KEY, JSON.stringify({ games: [...before.games, table].slice(-MOST), counts }));
}

/** In how many codices the creature `number` has lain. */
export const timesMet = (number: number): number => readMet().counts[number] ?? 0;
