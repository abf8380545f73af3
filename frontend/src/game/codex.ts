/** Properties of the codex drawing, from a View and a plan. */

import type {
  BlockedMark,
  CodexConfig,
  CompletionMark,
  Ghost,
  KeptGhost,
  LaidCard,
  Outline,
  Target,
} from '../codex/config';
import { keyOf, sameCell, type CellKey } from '../codex/geometry';
import { list, locale, t } from '../i18n/index.svelte';
import type { CardId, Cell, ObjectiveScore, Outlook, SeatView, Symbol, View } from '../net/types';
import type { Kept } from './kept.svelte';
import { mayPlan, previewOf, previewsOf, type Plan } from './plan';
import { memoize, keptOf } from './same';
import { backOf, cellName, shownName } from './words';

export interface CodexWishes {
  readonly onWish: (cell: Cell) => void;
  readonly onAsk: (cell: Cell) => void;
}

const sameCard = memoize<LaidCard>();
const sameTarget = memoize<Target>();
const cardOf = keptOf<LaidCard>();
const cardsOf = keptOf<readonly LaidCard[]>();
const targetOf = keptOf<Target>();

const laidCard = (laid: SeatView['laid'][number], first: boolean, named: string): LaidCard =>
  sameCard([named, first, laid.cell, laid.card, laid.side, laid.back?.deck, laid.back?.kingdom].join(), () => ({
    ...laid,
    first,
    name: t(first ? 'table.laid_first' : 'table.laid', { card: shownName(laid), cell: cellName(laid.cell) }),
  }));

/** Whether the first-player token lies on a card of a codex: on the first player's starter. */
export const hasFirstToken = (seat: number, place: number): boolean => seat === 0 && place === 0;

/** The cards of a codex: the very same array while nothing is laid. */
export function laidCards({ seat, laid }: Pick<SeatView, 'seat' | 'laid'>): readonly LaidCard[] {
  const named = locale();
  return cardsOf(laid, named, () =>
    laid.map((each, i) => cardOf(each, named, () => laidCard(each, hasFirstToken(seat, i), named))),
  );
}

function targetName(cell: Cell, points: number | null): string {
  const named = { cell: cellName(cell) };
  if (points === null) return t('table.open_cell', named);
  return points ? t('table.open_cell_points', { ...named, count: points }) : t('table.open_cell_nothing', named);
}

/** The open cells, with the points the chosen side of the chosen card gives on each. */
export function targetsOf(view: View, seat: SeatView, plan: Plan | null, aside: readonly Kept[] = []): Target[] {
  const previews = plan ? previewsOf(view, plan.card, plan.side) : null;
  const named = locale();
  return seat.open.map((cell) => {
    const preview = previews?.get(keyOf(cell));
    const points = preview ? (preview.points?.points ?? 0) : null;
    const letters = aside.filter((one) => sameCell(one.cell, cell)).map(({ letter }) => letter);
    const make = (): Target => {
      const name = targetName(cell, points);
      return { cell, points, name: letters.length ? t('compare.on_cell', { name, letters: list(letters) }) : name };
    };
    const key = [named, points, ...letters].join();
    return targetOf(cell, key, () => sameTarget([cell, key].join(), make));
  });
}

function ghostOf(view: View, plan: Plan): Ghost | null {
  const preview = previewOf(view, plan);
  if (!preview || !plan.cell) return null;
  const shown = { card: plan.card, side: plan.side, back: backOf(plan.card) };
  return { ...shown, cell: plan.cell, points: preview.points?.points ?? 0, name: shownName(shown) };
}

/** The kept placements on the codex, each with its letter. */
const keptGhosts = (aside: readonly Kept[]): KeptGhost[] =>
  aside.map(({ card, side, cell, letter }, i) => ({
    ...{ card, side, cell, letter, back: backOf(card) },
    place: aside.slice(0, i).filter((one) => sameCell(one.cell, cell)).length,
  }));

const marksOf = (view: View): BlockedMark[] =>
  view.blocked.map(({ cell }) => ({ cell, name: t('table.closed_cell', { cell: cellName(cell) }) }));

/** Progress of a seat's objectives, now or at the end, when none is secret any more. */
export const scoresOf = (view: View, seat: SeatView): readonly ObjectiveScore[] =>
  view.result?.objectives[seat.seat] ?? seat.progress;

/** The one among objectives that were counted for a seat that is not for everyone, if it is known. */
export const secretOf = (view: View, scores: readonly ObjectiveScore[]): CardId | null =>
  scores.map(({ id }) => id).find((id) => !view.common_objectives.includes(id)) ?? null;

/** The cards of each copy of an objective, ringed. */
export function copiesOf(seat: SeatView, objective: CardId | null, view: View): Outline[] {
  const found = scoresOf(view, seat).find(({ id }) => id === objective)?.found ?? [];
  return found.filter(({ cells }) => cells.length).map(({ cells }) => ({ cells, tone: 'gold' }));
}

/** The server's list of ways to fulfil an objective once more on this codex, if it is the reader's own. */
export const outlookOf = (view: View, seat: SeatView, objective: CardId | null): Outlook | null =>
  (seat.seat === view.viewer && view.outlook.find((each) => each.objective === objective)) || null;

/** The open cells that would complete an objective: all of them, or those for the card taken up. */
function completionsOf(outlook: Outlook | null, plan: Plan | null): CompletionMark[] {
  const marks = new Map<CellKey, { cell: Cell; kingdoms: Symbol[] }>();
  for (const { cell, kingdom } of outlook?.completions ?? []) {
    if (plan && backOf(plan.card).kingdom !== kingdom) continue;
    const mark = marks.get(keyOf(cell)) ?? { cell, kingdoms: [] };
    mark.kingdoms.push(kingdom);
    marks.set(keyOf(cell), mark);
  }
  return [...marks.values()];
}

function outlinesOf(view: View, seat: SeatView, mine: boolean, objective: CardId | null): Outline[] {
  if (objective !== null) return copiesOf(seat, objective, view);
  const last = seat.laid.at(-1);
  return !mine && last && seat.laid.length > 1 ? [{ cells: [last.cell], tone: 'last' }] : [];
}

/** Inputs of one codex drawing: its seat, the plan, and the objective shown. */
export function codexOf(
  view: View,
  seat: SeatView,
  name: string,
  plan: Plan | null,
  objective: CardId | null,
  wishes: CodexWishes,
  aside: readonly Kept[] = [],
): CodexConfig {
  const mine = seat.seat === view.viewer;
  const choosing = mine && mayPlan(view);
  const count = seat.laid.length;
  return {
    label: mine ? t('table.your_codex', { count }) : t('table.codex_of', { player: name, count }),
    placed: laidCards(seat),
    targets: choosing ? targetsOf(view, seat, plan, aside) : [],
    room: view.phase === 'over' ? [] : seat.open,
    blocked: choosing ? marksOf(view) : [],
    ghost: choosing && plan ? ghostOf(view, plan) : null,
    kept: choosing ? keptGhosts(aside) : [],
    outlines: outlinesOf(view, seat, mine, objective),
    completions: completionsOf(outlookOf(view, seat, objective), choosing ? plan : null),
    viewOnly: !choosing,
    ...wishes,
  };
}
