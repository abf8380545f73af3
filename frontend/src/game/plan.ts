/** Planning of a turn: pure functions of a View and a plan. The server decides the legal actions. */

import { keyOf, sameCell, type CellKey } from '../codex/geometry';
import type { Action, CardId, Cell, Preview, Refusal, SeatView, Side, Source, View } from '../net/types';

/** Sources in the order of the table. */
export const SOURCES = ['resource-deck', 'resource-1', 'resource-2', 'gold-deck', 'gold-1', 'gold-2'] as const;

/** A hand card with its side, and perhaps a cell. */
export interface Plan {
  readonly card: CardId;
  readonly side: Side;
  readonly cell: Cell | null;
}

/** A plan that names its cell. */
export type Placement = Plan & { readonly cell: Cell };

/** Why a plan is no longer possible: a reason of the server's, or that the card or the turn is gone. */
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

/** Whether a placement can be planned: the server sends the effects of each, even while others play. */
export const mayPlan = (view: View): boolean => view.previews.length > 0;

/** Effects of laying this side of this card, by cell. */
export function previewsOf(view: View, card: CardId, side: Side): ReadonlyMap<CellKey, Preview> {
  const fitting = view.previews.filter((preview) => preview.card === card && preview.side === side);
  return new Map(fitting.map((preview) => [keyOf(preview.cell), preview]));
}

/** Effects of the plan, once it has a cell. */
export function previewOf(view: View, plan: Plan | null): Preview | null {
  if (!plan?.cell) return null;
  return previewsOf(view, plan.card, plan.side).get(keyOf(plan.cell)) ?? null;
}

/** Why this side's cost is not met, if so. */
export function unpaid(view: View, card: CardId, side: Side): Refusal | null {
  return view.unpaid.find((face) => face.card === card && face.side === side)?.refusal ?? null;
}

/** The server's reason why no card can lie on `cell`. */
export function blockedAt(view: View, cell: Cell): Refusal | null {
  return view.blocked.find((mark) => sameCell(mark.cell, cell))?.refusal ?? null;
}

/** The face-up card at a source, if any. */
export function faceUp(view: View, source: Source): CardId | null {
  const [deck, slot] = source.split('-') as ['resource' | 'gold', string];
  return slot === 'deck' ? null : (view.market[deck][slot === '1' ? 0 : 1] ?? null);
}

/** Whether a source has cards. */
export function holds(view: View, source: Source): boolean {
  if (source === 'resource-deck') return view.decks.resource.count > 0;
  if (source === 'gold-deck') return view.decks.gold.count > 0;
  return faceUp(view, source) !== null;
}

/** Sources to draw from: the server's, or, while the turn is only planned, all that have cards. */
export function sourcesOf(view: View): readonly Source[] {
  if (view.phase === 'draw') return view.legal.flatMap((action) => (action.type === 'draw' ? [action.source] : []));
  return view.phase === 'place' && isAwaited(view) ? SOURCES.filter((source) => holds(view, source)) : [];
}

/** Whether the turn ends with the placement: drawing is impossible or pointless. */
export function endsWithPlacement(view: View): boolean {
  return lastWithoutDraw(view) || SOURCES.every((source) => !holds(view, source));
}

/**
 * Whether this is the last turn, without a draw: Tybor would react to it, except in games of the first version (R4).
 */
export function lastWithoutDraw(view: View): boolean {
  return ownSeat(view)?.turns_left === 1 && (view.tybor === null || view.rules === 1);
}

/** The turn as sent, in one message. */
export function turnOf(plan: Placement, source: Source | null): readonly Action[] {
  const place: Action = { type: 'place', card: plan.card, side: plan.side, cell: plan.cell };
  return source ? [place, { type: 'draw', source }] : [place];
}

/** The valid part of the plan: the card is in the hand, the cell is open. */
export function surviving(plan: Plan | null, view: View): Plan | null {
  if (!plan || !mayPlan(view) || !inHand(view, plan.card)) return null;
  if (!plan.cell || previewOf(view, plan)) return plan;
  return { ...plan, cell: null };
}

const inHand = (view: View, card: CardId): boolean => ownSeat(view)?.hand.some((held) => held.card === card) ?? false;

/** Why a planned placement is impossible now; null if possible. */
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
