/** Advice as it is drawn on the codex. */

import type { AdvisedMark } from '../board/config';
import { keyOf, type CellKey } from '../board/geometry';
import { backOf } from '../table/words';
import { LETTERS, PLAYED } from './letters';
import type { Advice, Reviewed } from './types';

/** A mark for each cell where somebody is advised to lay a card. */
export function advisedOf(turns: readonly Advice[]): AdvisedMark[] {
  const marks = new Map<CellKey, AdvisedMark & { letters: string[] }>();
  turns.forEach(({ turn: [first] }, index) => {
    if (first?.type !== 'place') return;
    const { card, side, cell } = first;
    const mark = marks.get(keyOf(cell)) ?? { cell, letters: [], shown: { card, side, back: backOf(card) } };
    mark.letters.push(LETTERS[index] ?? `${index + 1}`);
    marks.set(keyOf(cell), mark);
  });
  return [...marks.values()];
}

/** What was played, and the best turn if that was another one. */
export function judgedOf({ played, compared }: Reviewed): AdvisedMark[] {
  const best = compared.loss > 0 ? compared.better.slice(0, 1) : [];
  const marks = advisedOf(best);
  const [first] = played;
  if (first?.type !== 'place') return marks;
  const { card, side, cell } = first;
  const there = marks.find((mark) => keyOf(mark.cell) === keyOf(cell));
  if (there) return [{ ...there, letters: [...there.letters, PLAYED] }];
  return [...marks, { cell, letters: [PLAYED], shown: { card, side, back: backOf(card) } }];
}
