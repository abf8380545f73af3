/** From a View and a plan to what the codex drawing is told. */

import type { BlockedMark, CodexConfig, Ghost, LaidCard, Outline, Target } from '../board/config';
import { keyOf } from '../board/geometry';
import { t } from '../i18n/index.svelte';
import type { CardId, Cell, ObjectiveScore, SeatView, View } from '../net/types';
import { isAwaited, previewOf, previewsOf, type Plan } from './plan';
import { backOf, cellName, shownName } from './words';

export interface CodexWishes {
  readonly onWish: (cell: Cell) => void;
  readonly onAsk: (cell: Cell) => void;
}

export function laidCards(seat: SeatView): LaidCard[] {
  return seat.laid.map((laid) => ({
    ...laid,
    name: t('table.laid', { card: shownName(laid), cell: cellName(laid.cell) }),
  }));
}

function targetName(cell: Cell, points: number | null): string {
  const named = { cell: cellName(cell) };
  if (points === null) return t('table.open_cell', named);
  return points ? t('table.open_cell_points', { ...named, count: points }) : t('table.open_cell_nothing', named);
}

/** The open cells, with the points the chosen side of the chosen card gives on each. */
export function targetsOf(view: View, seat: SeatView, plan: Plan | null): Target[] {
  const previews = plan ? previewsOf(view, plan.card, plan.side) : null;
  return seat.open.map((cell) => {
    const preview = previews?.get(keyOf(cell));
    const points = preview ? (preview.points?.points ?? 0) : null;
    return { cell, points, name: targetName(cell, points) };
  });
}

function ghostOf(view: View, plan: Plan): Ghost | null {
  const preview = previewOf(view, plan);
  if (!preview || !plan.cell) return null;
  const shown = { card: plan.card, side: plan.side, back: backOf(plan.card) };
  return { ...shown, cell: plan.cell, points: preview.points?.points ?? 0, name: shownName(shown) };
}

const marksOf = (view: View): BlockedMark[] =>
  view.blocked.map(({ cell }) => ({ cell, name: t('table.closed_cell', { cell: cellName(cell) }) }));

/** How far a seat's objectives are: so far, or at the end, when nothing is secret any more. */
export const scoresOf = (view: View, seat: SeatView): readonly ObjectiveScore[] =>
  view.result?.objectives[seat.seat] ?? seat.progress;

/** The cards of each copy of an objective, ringed. */
export function copiesOf(seat: SeatView, objective: CardId | null, view: View): Outline[] {
  const found = scoresOf(view, seat).find(({ id }) => id === objective)?.found ?? [];
  return found.filter(({ cells }) => cells.length).map(({ cells }) => ({ cells, tone: 'gold' }));
}

function outlinesOf(view: View, seat: SeatView, mine: boolean, objective: CardId | null): Outline[] {
  if (objective !== null) return copiesOf(seat, objective, view);
  const last = seat.laid.at(-1);
  return !mine && last && seat.laid.length > 1 ? [{ cells: [last.cell], tone: 'last' }] : [];
}

/** Everything about one codex: whose, what is planned on it, and which objective is shown. */
export function codexOf(
  view: View,
  seat: SeatView,
  name: string,
  plan: Plan | null,
  objective: CardId | null,
  wishes: CodexWishes,
): CodexConfig {
  const mine = seat.seat === view.viewer;
  const choosing = mine && view.phase === 'place' && isAwaited(view);
  const count = seat.laid.length;
  return {
    label: mine ? t('table.your_codex', { count }) : t('table.codex_of', { player: name, count }),
    placed: laidCards(seat),
    targets: choosing ? targetsOf(view, seat, plan) : [],
    room: view.phase === 'over' ? [] : seat.open,
    blocked: choosing ? marksOf(view) : [],
    ghost: choosing && plan ? ghostOf(view, plan) : null,
    outlines: outlinesOf(view, seat, mine, objective),
    viewOnly: !choosing,
    ...wishes,
  };
}
