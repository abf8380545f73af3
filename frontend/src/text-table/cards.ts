/** Cards, cells and the turn in sentences. Every one is said on the page and by the command line alike. */

import { sameCell } from '../codex/geometry';
import { SYMBOLS, kindOf, type SymbolName } from '../cards/catalogue';
import { list, phrases, t } from '../i18n/index.svelte';
import type { CardId, Cell, LaidCard, Preview, SeatView, Side, View } from '../net/types';
import { blockedAt, mayPlan, ownSeat, previewOf, previewsOf, unpaid, type Plan } from '../game/plan';
import {
  cardName,
  cellName,
  countedAll,
  planWords,
  quoteCard,
  refusalWords,
  objectiveWorth,
  shownName,
  printedWords,
  tally,
} from '../game/words';
import { seenOf, touching, type Corner, type Seen } from './laid';
import { say } from './say.svelte';

export const sideWord = (side: Side): string => t(`card.side.${side}`);

/** "Wolf, number 21": names are given twice, numbers only once. */
export const nameWithNumber = (card: CardId): string =>
  say('text.card.numbered', { card: cardName(card), number: card });

const CORNERS = ['text.corner.0', 'text.corner.1', 'text.corner.2', 'text.corner.3'] as const;
const cornerPlace = (corner: number): string => say(CORNERS[corner] ?? 'text.corner.0');

const contentWord = (content: SymbolName | 'empty'): string =>
  content === 'empty' ? t('card.about.empty') : t(`symbol.${content}`, { count: 1 });

/** What a laid card still shows, like corners together: symbols first, then bare and covered corners. */
function shownCorners(corners: readonly Corner[]): string[] {
  const kinds = [...new Set([...SYMBOLS.filter((symbol) => corners.includes(symbol)), ...OTHER_CORNERS])];
  return kinds.flatMap((kind) => {
    const places = list(corners.flatMap((corner, i) => (corner === kind ? [cornerPlace(i)] : [])));
    if (!places) return [];
    if (kind === 'covered' || kind === 'hidden') return [say(`text.card.${kind}`, { places })];
    if (corners.every((corner) => corner === kind)) return [say('text.card.four', { what: contentWord(kind) })];
    return [say('text.card.corner', { what: contentWord(kind), places })];
  });
}
const OTHER_CORNERS = ['empty', 'covered', 'hidden'] as const;

const centreWords = (centre: readonly SymbolName[]): string[] => {
  const symbols = countedAll(tally(centre));
  return symbols ? [t('card.about.centre', { symbols })] : [];
};

/** What is visible of a laid card. */
export const seenWords = ({ corners, centre, first }: Seen): string =>
  phrases([...centreWords(centre), ...shownCorners(corners), ...(first ? [t('table.first_player')] : [])]);

/** Which laid card: what lies face down is named if the reader knows it. */
export const laidName = ({ card, side, back }: LaidCard): string =>
  card === null ? shownName({ card, side, back }) : cardName(card);

const seenLine = (seen: Seen): string =>
  say('text.line', {
    what: cellName(seen.cell),
    value: phrases([laidName(seen), sideWord(seen.side), seenWords(seen)]),
  });

export const codexLines = (seat: SeatView): string[] => seenOf(seat).map(seenLine);

/** The cards and corners that a cell touches, as a map in words. */
export function whereWords(seat: SeatView, cell: Cell): string {
  const places = touching(seat, cell).map(({ laid, corner }) =>
    say('text.where.corner', {
      place: cornerPlace(corner),
      card: laidName(laid),
      cell: cellName(laid.cell),
    }),
  );
  return places.length ? say('text.where.at', { places: list(places) }) : '';
}

/** Whether a face's cost is met, and what is missing. */
function payWords(view: View, card: CardId, side: Side): string | null {
  const refusal = unpaid(view, card, side);
  if (refusal) return say('text.pay.not', { reason: refusalWords(refusal) });
  return handOf(view).includes(card) ? say(side === 'back' ? 'text.pay.free' : 'text.pay.can') : null;
}

/** One hand card in words: both its sides, and whether each can be paid. */
export function handSideLine(view: View, card: CardId, side: Side): string {
  const pay = payWords(view, card, side);
  if (kindOf(card) === 'objective') return objectiveWorth(card);
  return say('text.line', {
    what: sideTitle(side),
    value: phrases([printedWords(card, side), ...(pay ? [pay] : [])]),
  });
}

const sideTitle = (side: Side): string => say(`text.side.${side}`);

export const handOf = (view: View): readonly CardId[] =>
  (ownSeat(view)?.hand ?? []).flatMap(({ card }) => (card === null ? [] : [card]));

export function handLines(view: View): string[] {
  return handOf(view).flatMap((card, i) => [
    say('text.hand.card', { place: i + 1, card: nameWithNumber(card) }),
    ...(['front', 'back'] as const).map((side) => handSideLine(view, card, side)),
  ]);
}

/** Effects of placements, best first. */
export const bestFirst = (previews: Iterable<Preview>): Preview[] =>
  [...previews].sort((a, b) => (b.points?.points ?? 0) - (a.points?.points ?? 0) || b.opened.length - a.opened.length);

function previewLine(seat: SeatView, preview: Preview): string {
  const { cell } = preview;
  return say('text.line', { what: cellName(cell), value: phrases([planWords(preview), whereWords(seat, cell)]) });
}

/** The open cells for a face, with what each would give; or why there is nothing to say. */
export function openLines(view: View, seat: SeatView, card: CardId, side: Side): string[] {
  const refusal = unpaid(view, card, side);
  if (refusal) return [cannotPay(card, side, refusalWords(refusal))];
  return bestFirst(previewsOf(view, card, side).values()).map((preview) => previewLine(seat, preview));
}

/** The open cells of any codex, for no card in particular. */
export const emptyLines = (seat: SeatView): string[] =>
  seat.open.map((cell) => say('text.line', { what: cellName(cell), value: whereWords(seat, cell) }));

export const blockedLines = (view: View): string[] => view.blocked.map(({ refusal }) => refusalWords(refusal));

export function cannotPay(card: CardId, side: Side, reason: string): string {
  const words = t('table.guide.cell_unpaid', { card: quoteCard(card), reason });
  return side === 'front' ? `${sentence(words)} ${t('table.guide.unpaid_hint')}` : words;
}

/** A planned face: "“Wolf”, front". */
export const faceName = (card: CardId, side: Side): string =>
  say('text.face', { card: quoteCard(card), side: sideWord(side) });

/** Why a face may not lie on a cell, or its effects there. */
export function whyLines(view: View, seat: SeatView, plan: Plan & { readonly cell: Cell }): string[] {
  const { card, side, cell } = plan;
  const refusal = unpaid(view, card, side) ?? blockedAt(view, cell);
  if (seat.laid.some((laid) => sameCell(laid.cell, cell))) return [t('illegal.cell_taken', { cell: cellName(cell) })];
  if (refusal) return [unpaid(view, card, side) ? cannotPay(card, side, refusalWords(refusal)) : refusalWords(refusal)];
  const preview = previewOf(view, plan);
  if (preview) return [say('text.why.can', { face: faceName(card, side) }), previewLine(seat, preview)];
  return cellLines(view, seat, cell);
}

/** All about one cell. */
export function cellLines(view: View, seat: SeatView, cell: Cell): string[] {
  const laid = seenOf(seat).find((each) => sameCell(each.cell, cell));
  if (laid) return [seenLine(laid)];
  if (seat.open.some((open) => sameCell(open, cell))) {
    const line = say('text.cell.open', { cell: cellName(cell), where: whereWords(seat, cell) });
    return mayPlan(view) || view.phase === 'over' ? [line] : [line, say('text.cell.later')];
  }
  const refusal = seat === ownSeat(view) ? blockedAt(view, cell) : null;
  return [refusal ? refusalWords(refusal) : t('illegal.not_adjacent', { cell: cellName(cell) })];
}

/** A line as a complete sentence. */
export const sentence = (line: string): string => (/[.!?…]$/.test(line) ? line : `${line}.`);

export const sentences = (lines: readonly string[]): string => lines.filter(Boolean).map(sentence).join(' ');
