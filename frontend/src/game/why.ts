/** Explanation of scores: the count, its basis, and the ruling behind it. */

import type { Outline } from '../codex/config';
import { objectiveFacts } from '../cards/catalogue';
import { list, phrases, t } from '../i18n/index.svelte';
import type { CardId, Counts, Event, EventOf, ObjectiveScore, StepMessage, View } from '../net/types';
import { cellName, cardName, countedWords, scoreWhy } from './words';

/** Composition of a player's total: all that scored, from the first placement on; `seat` null is Tybor. */
export interface Total {
  readonly type: 'total';
  readonly seat: number | null;
  /** Points on the track. */
  readonly track: number;
  readonly parts: readonly Scored[];
  readonly total: number;
}

/**
 * Scores that can be explained: a placement, a gold card that Tybor scored, a seat's objectives at the end, or a total.
 */
export type Scored = EventOf<'card_placed'> | EventOf<'tybor_acted'> | EventOf<'objectives_scored'> | Total;

/** One sum laid out. */
export interface Count {
  /** The card that scores, to be drawn. */
  readonly card: CardId | null;
  readonly title: string;
  /** "2 corners × 2". */
  readonly sum: string;
  /** Its cells on the codex. */
  readonly where: string | null;
  readonly points: number;
  readonly rule: Rule;
  /** The same, drawn. */
  readonly rings: readonly Outline[];
}

export type Rule = 'flat' | 'corner' | 'object' | 'pattern' | 'set' | 'tybor' | 'start';

/** The rulings that each rule of counting rests on. */
export const RULINGS: { readonly [R in Rule]: string } = {
  flat: 'R7',
  corner: 'R11',
  object: 'R10',
  pattern: 'R6, R22, R23',
  set: 'R24',
  tybor: 'S5, S6',
  start: 'S3',
};

/** Explainable score of an event, if it scored. */
export function scoredIn(event: Event): Scored | null {
  if (event.type === 'card_placed') return event.points ? event : null;
  if (event.type === 'tybor_acted') return event.outcome === 'scored_gold' ? event : null;
  return event.type === 'objectives_scored' ? event : null;
}

/** The card that scored, and those whose corners it covers if they were counted. */
function placedRings({ cell, covered, points }: EventOf<'card_placed'>): Outline[] {
  const below: Outline[] =
    points?.per === 'corner' ? covered.map((each) => ({ cells: [each.cell], tone: 'last' })) : [];
  return [...below, { cells: [cell], tone: 'gold' }];
}

function whyPlaced(event: EventOf<'card_placed'>): Count[] {
  const { card, cell, covered, points } = event;
  if (!points) return [];
  const corners = list(covered.map((each) => cellName(each.cell)));
  return [
    {
      card,
      title: card === null ? '' : t('table.laid', { card: cardName(card), cell: cellName(cell) }),
      sum: scoreWhy(points) ?? t('aid.why.printed'),
      where: points.per === 'corner' ? t('aid.why.corners', { cells: corners }) : null,
      points: points.points,
      rule: points.per === null ? 'flat' : points.per === 'corner' ? 'corner' : 'object',
      rings: placedRings(event),
    },
  ];
}

function goal(score: ObjectiveScore, counts: Counts): Count {
  const { id, copies, points, found } = score;
  const cells = found.filter((copy) => copy.cells.length).map((copy) => copy.cells.map(cellName).join(' · '));
  return {
    card: id,
    title: countedWords(score, counts, true),
    sum: t('score.counted', { copies, each: objectiveFacts(id).points }),
    where: cells.length ? t('aid.why.copies', { cells: phrases(cells) }) : null,
    points,
    rule: objectiveFacts(id).pattern.length ? 'pattern' : 'set',
    rings: found.filter((copy) => copy.cells.length).map((copy) => ({ cells: copy.cells, tone: 'gold' })),
  };
}

function tybors({ gold, points }: EventOf<'tybor_acted'>): Count[] {
  const title = gold === null ? '' : cardName(gold);
  return [{ card: gold, title, sum: t('aid.why.printed'), where: null, points, rule: 'tybor', rings: [] }];
}

/** Tybor's initial points. */
const headStart = (points: number): Count[] =>
  points ? [{ card: null, title: t('aid.why.start'), sum: '', where: null, points, rule: 'start', rings: [] }] : [];

const sumOf = (counts: readonly Count[]): number => counts.reduce((sum, { points }) => sum + points, 0);

/** Every sum of a score; `counts` are the symbols that the seat shows now. */
export function countsOf(scored: Scored, counts: Counts): Count[] {
  switch (scored.type) {
    case 'card_placed':
      return whyPlaced(scored);
    case 'tybor_acted':
      return tybors(scored);
    case 'objectives_scored':
      return scored.objectives.map((score) => goal(score, counts));
    case 'total': {
      const parts = scored.parts.flatMap((part) => countsOf(part, counts));
      return scored.seat === null ? [...headStart(scored.total - sumOf(parts)), ...parts] : parts;
    }
  }
}

/** Drawing while no single sum is pointed at: for a total, the cards that the objectives counted. */
export function ringsOf(scored: Scored, counts: Counts): Outline[] {
  const shown = scored.type === 'total' ? scored.parts.filter(({ type }) => type === 'objectives_scored') : [scored];
  return shown.flatMap((part) => countsOf(part, counts)).flatMap(({ rings }) => rings);
}

/** Composition of a total, for a seat or for Tybor, once the game is over. */
export function totalOf(view: View, log: readonly StepMessage[], seat: number | null): Total | null {
  const all = log.flatMap(({ events }) => events.flatMap((event) => scoredIn(event) ?? []));
  const parts = all.filter((part) => (part.type === 'tybor_acted' ? null : part.seat) === seat);
  if (!view.result) return null;
  if (seat === null) {
    const { score } = view.tybor ?? { score: 0 };
    return { type: 'total', seat, track: score, parts, total: score };
  }
  return { type: 'total', seat, track: view.seats[seat]?.score ?? 0, parts, total: view.result.totals[seat] ?? 0 };
}
