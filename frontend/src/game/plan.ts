/** A turn being thought about: pure questions about a View and a plan. What may be done was decided by the server. */

import { keyOf, sameCell, type CellKey } from '../board/geometry';
import type { Action, CardId, Cell, Preview, Refusal, SeatView, Side, Source, View } from '../net/types';

/** The sources in the order in which they lie on the table. */
export const SOURCES = ['resource-deck', 'resource-1', 'resource-2', 'gold-deck', 'gold-1', 'gold-2'] as const;

/** A hand card, the side it lies on, and perhaps where it is to go. */
export interface Plan {
  readonly card: CardId;
  readonly side: Side;
  readonly cell: Cell | null;
}

/** A plan that names its cell. */
export type Placement = Plan & { readonly cell: Cell };

/** Why a plan that was possible is so no longer: a reason of the server's, or that the card or the turn is gone. */
export interface Loss {
  readonly card: CardId;
  readonly cell: Cell;
  readonly why: 'hand' | 'cell' | 'laid' | 'turn' | Refusal;
}

export const other = (side: Side): Side => (side === 'front' ? 'back' : 'front');

export const ownSeat = (view: View): SeatView | null =>
  view.viewer === null ? null : (view.seats[view.viewer] ?? null);

export const isAwaited = (view: View): boolean => view.viewer !== null && view.awaited.includes(view.viewer);

export const samePlan = (a: Plan, b: Plan): boolean =>
  a.card === b.card && a.side === b.side && (a.cell && b.cell ? sameCell(a.cell, b.cell) : a.cell === b.cell);

/** Whether a placement can be thought about: the server says what each would do, while others play too. */
export const mayPlan = (view: View): boolean => view.previews.length > 0;

/** What laying this side of this card would do, by cell. */
export function previewsOf(view: View, card: CardId, side: Side): ReadonlyMap<CellKey, Preview> {
  const fitting = view.previews.filter((preview) => preview.card === card && preview.side === side);
  return new Map(fitting.map((preview) => [keyOf(preview.cell), preview]));
}

/** What the plan would do, once it names a cell. */
export function previewOf(view: View, plan: Plan | null): Preview | null {
  if (!plan?.cell) return null;
  return previewsOf(view, plan.card, plan.side).get(keyOf(plan.cell)) ?? null;
}

/** Why this side of this card cannot be paid for, if so. */
export function unpaid(view: View, card: CardId, side: Side): Refusal | null {
  return view.unpaid.find((face) => face.card === card && face.side === side)?.refusal ?? null;
}

/** Why nothing can lie on `cell`, as far as the server said. */
export function blockedAt(view: View, cell: Cell): Refusal | null {
  return view.blocked.find((mark) => sameCell(mark.cell, cell))?.refusal ?? null;
}

/** The card that lies face up at a source, if one does. */
export function faceUp(view: View, source: Source): CardId | null {
  const [deck, slot] = source.split('-') as ['resource' | 'gold', string];
  return slot === 'deck' ? null : (view.market[deck][slot === '1' ? 0 : 1] ?? null);
}

/** Whether anything lies at a source. */
export function holds(view: View, source: Source): boolean {
  if (source === 'resource-deck') return view.decks.resource.count > 0;
  if (source === 'gold-deck') return view.decks.gold.count > 0;
  return faceUp(view, source) !== null;
}

/** What can be taken: as the server says, or, while the turn is only planned, whatever lies there. */
export function sourcesOf(view: View): readonly Source[] {
  if (view.phase === 'draw') return view.legal.flatMap((action) => (action.type === 'draw' ? [action.source] : []));
  return view.phase === 'place' && isAwaited(view) ? SOURCES.filter((source) => holds(view, source)) : [];
}

/** Whether the turn ends with the placement: there is nothing to draw, or nothing to draw for. */
export function endsWithPlacement(view: View): boolean {
  return lastWithoutDraw(view) || SOURCES.every((source) => !holds(view, source));
}

/** Whether this is the last turn and has no draw: Tybor would act on it, except in games of the first version (R4). */
export function lastWithoutDraw(view: View): boolean {
  return ownSeat(view)?.turns_left === 1 && (view.tybor === null || view.rules === 1);
}

/** The turn as it is sent: all of it at once. */
export function turnOf(plan: Placement, source: Source | null): readonly Action[] {
  const place: Action = { type: 'place', card: plan.card, side: plan.side, cell: plan.cell };
  return source ? [place, { type: 'draw', source }] : [place];
}

/** The plan as far as it still makes sense now: the card is in the hand, the cell is open. */
export function surviving(plan: Plan | null, view: View): Plan | null {
  if (!plan || !mayPlan(view) || !inHand(view, plan.card)) return null;
  if (!plan.cell || previewOf(view, plan)) return plan;
  return { ...plan, cell: null };
}

const inHand = (view: View, card: CardId): boolean => ownSeat(view)?.hand.some((held) => held.card === card) ?? false;

/** Why a planned placement is impossible now; null as long as it is not. */
export function lossOf(plan: Plan, view: View): Loss | null {
  const seat = ownSeat(view);
  const { card, cell } = plan;
  if (!seat || !cell || previewOf(view, plan)) return null;
  return { card, cell, why: lostFor(seat, { ...plan, cell }, view) };
}

function lostFor(seat: SeatView, { card, side, cell }: Placement, view: View): Loss['why'] {
  if (view.phase === 'over' || seat.turns_left === 0) return 'turn';
  if (!inHand(view, card)) return 'hand';
  if (!mayPlan(view)) return 'laid';
  return unpaid(view, card, side) ?? blockedAt(view, cell) ?? 'cell';
}
