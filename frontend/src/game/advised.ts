/** Advice as it is drawn on the codex. */

import type { AdvisedMark } from '../codex/config';
import { keyOf, type CellKey } from '../codex/geometry';
import { backOf } from './words';
import { numberOf, PLAYED } from './numbers';
import type { Advice, Reviewed } from '../net/teach';
import type { Source } from '../net/types';

/** A mark for each cell where a hint places a card. */
export function advisedOf(turns: readonly Advice[]): AdvisedMark[] {
  const marks = new Map<CellKey, AdvisedMark & { names: string[] }>();
  turns.forEach(({ turn: [first] }, index) => {
    if (first?.type !== 'place') return;
    const { card, side, cell } = first;
    const mark = marks.get(keyOf(cell)) ?? { cell, names: [], shown: { card, side, back: backOf(card) } };
    mark.names.push(numberOf(index));
    marks.set(keyOf(cell), mark);
  });
  return [...marks.values()];
}

/** The slots of the market that advice takes a card from, and the numbers of the hints that do. */
export function takenBy(turns: readonly Advice[], only: Advice | null = null): ReadonlyMap<Source, string> {
  const slots = new Map<Source, string>();
  turns.forEach((advice, index) => {
    if (only && advice !== only) return;
    const draw = advice.turn.find(({ type }) => type === 'draw');
    if (draw?.type !== 'draw') return;
    slots.set(draw.source, [slots.get(draw.source), numberOf(index)].filter(Boolean).join('·'));
  });
  return slots;
}

/** The played turn, and the best one if it differs. */
export function judgedOf({ played, compared }: Reviewed): AdvisedMark[] {
  const best = compared.loss > 0 ? compared.better.slice(0, 1) : [];
  const marks = advisedOf(best);
  const [first] = played;
  if (first?.type !== 'place') return marks;
  const { card, side, cell } = first;
  const there = marks.find((mark) => keyOf(mark.cell) === keyOf(cell));
  if (there) return [{ ...there, names: [...there.names, PLAYED] }];
  return [...marks, { cell, names: [PLAYED], shown: { card, side, back: backOf(card) } }];
}
