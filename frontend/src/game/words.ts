/** Words for the game's facts: cards, cells, symbols, scores and refusals. Events have their own file. */

import {
  SYMBOLS,
  faceOf,
  kindOf,
  objectiveFacts,
  playableFacts,
  type CornerContent,
  type SymbolName,
} from '../cards/catalogue';
import { list, withLabel, phrases, t, findText } from '../i18n/index.svelte';
import { seatName as nameAt } from './names';
import type {
  Back,
  CardId,
  Cell,
  Counts,
  Facts,
  ObjectiveChange,
  ObjectiveScore,
  Outlook,
  Preview,
  Refusal,
  Score,
  SeatView,
  Side,
  TableInfo,
} from '../net/types';
import type { ShownCard } from '../codex/config';
import type { Loss } from './plan';

export const cellName = ([x, y]: Cell): string => `${x},${y}`.replaceAll('-', '−');

export const kingdomName = (kingdom: Back['kingdom']): string => findText(`symbol.kingdom.${kingdom}`) ?? kingdom;

/** "3 fungi". */
export function countedSymbols(symbol: SymbolName, count: number): string {
  return t('symbol.counted', { count, symbol: t(`symbol.${symbol}`, { count }) });
}

/** "2 fungi and 1 quill", for the symbols there are any of; null when there are none. */
export function countedAll(counts: readonly number[]): string | null {
  const some = SYMBOLS.flatMap((symbol, i) => (counts[i] ? [countedSymbols(symbol, counts[i])] : []));
  return some.length ? list(some) : null;
}

/** Count of each symbol, in the order of all counts. */
export const tally = (symbols: readonly (SymbolName | null)[]): number[] =>
  SYMBOLS.map((symbol) => symbols.filter((each) => each === symbol).length);

export function cardName(card: CardId): string {
  const kind = kindOf(card);
  if (kind === 'starter') return t('card.starter');
  if (kind === 'objective') return objectiveName(card);
  const name = t(`card.name.${((card - 1) % 40) + 1}` as 'card.name.1');
  return kind === 'gold' ? t('card.gold', { name }) : name;
}

/** The same, set apart inside a sentence. */
export const quoteCard = (card: CardId): string => t('card.quoted', { name: cardName(card) });

export const backName = ({ deck, kingdom }: Back): string =>
  t(deck === 'gold' ? 'card.back.gold' : 'card.back.resource', { kingdom: kingdomName(kingdom) });

/** A card as far as the viewer knows it. */
export function shownName({ card, side, back }: ShownCard): string {
  if (card !== null && (side === 'front' || kindOf(card) === 'starter')) return cardName(card);
  return back ? t('card.face_down', { back: backName(back) }) : t('card.starter');
}

/** Everything printed on one side, to be heard. */
export function spokenCard(card: CardId, side: Side): string {
  const kind = kindOf(card);
  if (kind === 'objective') return phrases([objectiveName(card), objectiveWorth(card)]);
  const back = kind !== 'starter' ? backOf(card) : null;
  return phrases([shownName({ card, side, back }), printedWords(card, side)]);
}

/** The same without the name, for a card that can be laid. */
export function printedWords(card: CardId, side: Side): string {
  const kind = kindOf(card);
  const face = faceOf(card, side);
  const facts = kind === 'starter' || side === 'back' ? [] : frontFacts(card);
  return phrases([
    ...facts,
    ...(face.centre.length ? [t('card.about.centre', { symbols: countedAll(tally(face.centre)) ?? '' })] : []),
    t('card.about.corners', { corners: face.corners.map(cornerName).join(', ') }),
  ]);
}

export function backOf(card: CardId): Back {
  const { deck, kingdom } = playableFacts(card);
  return { deck, kingdom };
}

function frontFacts(card: CardId): string[] {
  const { deck, kingdom, points, per, cost } = playableFacts(card);
  const costs = countedAll(tally(cost));
  return [
    backName({ deck, kingdom }),
    ...(points ? [worth(points, per)] : []),
    ...(costs ? [t('card.about.costs', { symbols: costs })] : []),
  ];
}

function worth(count: number, per: SymbolName | 'corner' | null): string {
  if (per === null) return t('card.about.worth', { count });
  if (per === 'corner') return t('card.about.per_corner', { count });
  return t('card.about.per_object', { count, symbol: t(`symbol.${per}`, { count: 1 }) });
}

function cornerName(corner: CornerContent): string {
  if (corner === 'empty' || corner === 'hidden') return t(`card.about.${corner}`);
  return t(`symbol.${corner}`, { count: 1 });
}

/** Condition of an objective. */
export function objectiveName(card: CardId): string {
  const { pattern, symbols } = objectiveFacts(card);
  if (!pattern.length) return t('objective.set', { symbols: countedAll(tally(symbols)) ?? '' });
  const names = pattern.map((cell) => findText(`objective.kingdom.${cell.kingdom}`) ?? cell.kingdom);
  const [top = '', middle = '', bottom = ''] = names;
  const [first, , last] = pattern;
  if (top === bottom)
    return t(first && first.x > 0 ? 'objective.diagonal_rising' : 'objective.diagonal_falling', { kingdom: top });
  if (top === middle)
    return t(last && last.x > 0 ? 'objective.column_bottom_right' : 'objective.column_bottom_left', {
      kingdom: top,
      other: bottom,
    });
  return t(first && first.x > 0 ? 'objective.column_top_right' : 'objective.column_top_left', {
    kingdom: middle,
    other: top,
  });
}

export function objectiveWorth(card: CardId): string {
  const { pattern, points } = objectiveFacts(card);
  return t(pattern.length ? 'objective.each' : 'objective.each_set', { count: points });
}

/** How often an objective is complete, worded as final once the game is over. */
export function timesWords(copies: number, over: boolean): string {
  if (copies) return t('objective.times', { count: copies });
  return t(over ? 'objective.never' : 'objective.not_yet');
}

/** How often a seat fulfils an objective, and for a set what it counts. */
export function countedWords({ id, copies }: ObjectiveScore, counts: Counts, over = false): string {
  const wanted = objectiveFacts(id).symbols;
  const has = SYMBOLS.flatMap((symbol, i) => (wanted.includes(symbol) ? [countedSymbols(symbol, counts[i] ?? 0)] : []));
  return withLabel(has.length ? list(has) : objectiveName(id), timesWords(copies, over));
}

/** Where one more card would complete an objective, or the missing symbols. */
export function outlookWords({ completions, missing }: Outlook): string {
  const wanted = countedAll(missing);
  if (wanted) return t('aid.missing', { symbols: wanted });
  const kingdoms = [...new Set(completions.map(({ kingdom }) => kingdom))];
  if (!kingdoms.length) return t('aid.no_single_card');
  const places = kingdoms.map((kingdom) => {
    const cells = completions.filter((each) => each.kingdom === kingdom).map(({ cell }) => cellName(cell));
    return t('aid.place', { kingdom: kingdomName(kingdom as Back['kingdom']), cells: cells.join(' · ') });
  });
  return t('aid.completes', { places: phrases(places) });
}

/** Why a placement scores, if the points need an explanation: "2 corners × 2". */
export function scoreWhy({ each, times, per }: Score): string | null {
  if (per === null) return null;
  if (per === 'corner') return t('score.corner', { count: times, each });
  return t('score.object', { count: times, symbol: t(`symbol.${per}`, { count: times }), each });
}

const isCell = (fact: unknown): fact is Cell => Array.isArray(fact) && fact.length === 2;

/** The values a sentence about a refusal names, as words. */
function factWords(facts: Facts): Record<string, string | number> {
  const words: Record<string, string | number> = {};
  for (const [name, fact] of Object.entries(facts)) {
    words[name] = isCell(fact) ? cellName(fact) : Array.isArray(fact) ? fact.join(', ') : (fact as string | number);
  }
  const symbol = SYMBOLS.find((each) => each === facts['symbol']);
  const need = facts['need'];
  if (symbol && typeof need === 'number') words['need'] = countedSymbols(symbol, need);
  return words;
}

export function refusalWords({ reason, facts }: Refusal): string {
  return findText(reason, factWords(facts)) ?? reason;
}

/** Words of the server's refusal of an action. */
export function answerWords(code: string, facts: Facts): string {
  return (
    findText(code, factWords(facts)) ?? findText(`error.${code}`, factWords(facts)) ?? t('error.unexplained', { code })
  );
}

/** Name of the guest or bot there; equal names get a number. */
export function seatName(table: TableInfo | null, seat: number): string {
  const names = table?.seats.map((each) => nameAt(table, each));
  const name = names?.[seat];
  if (!names || !name) return `${seat + 1}`;
  const alike = names.flatMap((other, place) => (other === name ? [place] : []));
  return alike.length > 1 ? `${name} ${alike.indexOf(seat) + 1}` : name;
}

/** Symbols counted at one seat, for screen readers. */
export const symbolsWords = (player: string, counts: Counts): string =>
  t('table.symbols', { player, symbols: countedAll(counts) ?? '0' });

/** A seat's total if the game ended now, with a remark if secret points are left out. */
export function projectedWords({ score, progress }: SeatView, whole: boolean): string {
  const points = t('score.points', { count: progress.reduce((sum, each) => sum + each.points, score) });
  return t(whole ? 'objective.projected' : 'objective.projected_open', { points });
}

/** Effect of a placement on an objective. */
export function changeWords({ objective, points }: ObjectiveChange): string {
  const words = { objective: objectiveName(objective), count: Math.abs(points) };
  return points > 0 ? t('plan.more', words) : t('plan.less', words);
}

/** Why a plan is gone. */
export function lossWords({ card, cell, why }: Loss): string {
  if (typeof why !== 'string') return t('plan.lost_why', { reason: refusalWords(why) });
  return t(`plan.lost_${why}`, { card: quoteCard(card), cell: cellName(cell) });
}

/** Kinds of effects of a placement. */
export type Part = 'points' | 'symbols' | 'cells' | 'gold' | 'objectives';

/** Effects of one kind of a placement; empty if none, but points are always said. */
export function effectWords(preview: Preview, part: Part): string[] {
  switch (part) {
    case 'points':
      if (preview.uncounted) return [];
      return [preview.points ? t('score.points', { count: preview.points.points }) : t('table.plan.no_points')];
    case 'symbols':
      return symbolWords(preview);
    case 'cells':
      return [
        ...(preview.opened.length ? [t('table.plan.opens', { count: preview.opened.length })] : []),
        ...(preview.closed.length ? [t('table.plan.closes', { count: preview.closed.length })] : []),
      ];
    case 'gold':
      return goldWords(preview);
    case 'objectives':
      return preview.objectives.map(changeWords);
  }
}

function symbolWords({ gained, covered }: Preview): string[] {
  const [wins, loses] = [countedAll(gained), countedAll(tally(covered.map(({ symbol }) => symbol)))];
  return [
    ...(wins ? [t('table.plan.wins', { symbols: wins })] : []),
    ...(loses ? [t('table.plan.loses', { symbols: loses })] : []),
  ];
}

const goldWords = ({ playable, unplayable }: Preview): string[] => [
  ...(playable.length ? [t('table.plan.playable', { cards: list(playable.map(cardName)) })] : []),
  ...(unplayable.length ? [t('table.plan.unplayable', { cards: list(unplayable.map(cardName)) })] : []),
];

/** Effects of a planned placement, for screen readers. */
export function planWords(preview: Preview): string {
  const why = preview.points && scoreWhy(preview.points);
  const rest = (['symbols', 'cells', 'gold', 'objectives'] as const).flatMap((part) => effectWords(preview, part));
  return phrases([...effectWords(preview, 'points'), ...(why ? [why] : []), ...rest]);
}
