/** Comparison of the kept placements and the plan. Each number is the server's. */

import { t } from '../i18n/index.svelte';
import type { Preview, Symbol } from '../net/types';
import { SYMBOLS } from '../cards/catalogue';
import type { Letter } from './kept.svelte';
import { previewOf, samePlan, type Placement } from './plan';
import type { Session } from './session.svelte';
import { cardName, cellName, effectWords, tally, type Part } from './words';

/** One of the compared placements. */
export interface Candidate {
  /** Null for a plan that is not kept. */
  readonly letter: Letter | null;
  readonly placement: Placement;
  readonly preview: Preview;
  /** Whether it is the current plan. */
  readonly planned: boolean;
  /** "A: fly agaric on 1,1". */
  readonly name: string;
}

const faceWords = ({ card, side }: Placement): string => t(`compare.face_${side}`, { card: cardName(card) });

export function placementName(placement: Placement, letter: Letter | null): string {
  const words = { face: faceWords(placement), cell: cellName(placement.cell) };
  return letter ? t('compare.pick', { ...words, letter }) : t('compare.plan', words);
}

/** The placements kept, in the order of their letters, and then the plan if it is another one. */
export function candidatesOf({ view, kept, placement }: Session): Candidate[] {
  if (!view) return [];
  const planned = placement && !kept.letterOf(placement) ? [{ ...placement, letter: null }] : [];
  return [...kept.list, ...planned].flatMap(({ letter, ...one }) => {
    const preview = previewOf(view, one);
    const name = placementName(one, letter);
    const isPlan = placement !== null && samePlan(placement, one);
    return preview ? [{ letter, placement: one, preview, planned: isPlan, name }] : [];
  });
}

/** Change of one symbol's count. */
export interface SymbolChange {
  readonly symbol: Symbol;
  readonly count: number;
}

/** Net change of each symbol by a placement, covered ones deducted; unchanged ones are left out. */
export function symbolChanges({ gained, covered }: Preview): SymbolChange[] {
  const lost = tally(covered.map(({ symbol }) => symbol));
  return SYMBOLS.map((symbol, i) => ({ symbol, count: (gained[i] ?? 0) - (lost[i] ?? 0) })).filter(
    ({ count }) => count !== 0,
  );
}

export const PARTS: readonly Part[] = ['points', 'symbols', 'cells', 'gold', 'objectives'];

/** Whether a placement does anything of this kind; points are always said. */
export const does = (part: Part, preview: Preview): boolean => effectWords(preview, part).length > 0;
