/** Why a score is what it is: the count, what it rests on, and the ruling behind it. */

import type { Outline } from '../board/config';
import { objectiveFacts } from '../cards/catalogue';
import { list, t } from '../i18n/index.svelte';
import type { CardId, Counts, Event, EventOf, ObjectiveScore } from '../net/types';
import { cellName, cardName, countedWords, scoreWhy } from './words';

/** What can be asked about: a placement, a gold card that Tybor scored, or a seat's objectives at the end. */
export type Scored = EventOf<'card_placed'> | EventOf<'tybor_acted'> | EventOf<'objectives_scored'>;

/** One sum laid out. */
export interface Count {
  /** The card that scores, to be drawn. */
  readonly card: CardId | null;
  readonly title: string;
  /** "2 corners × 2". */
  readonly sum: string;
  /** Where on the codex it is to be seen. */
  readonly where: string | null;
  readonly points: number;
  readonly rule: Rule;
}

export type Rule = 'flat' | 'corner' | 'object' | 'pattern' | 'set' | 'tybor';

/** The rulings that each rule of counting rests on. */
export const RULINGS: { readonly [R in Rule]: string } = {
  flat: 'R7',
  corner: 'R11',
  object: 'R10',
  pattern: 'R6, R22, R23',
  set: 'R6',
  tybor: 'S5, S6',
};

/** What there is to explain about an event, if it scored. */
export function scoredIn(event: Event): Scored | null {
  if (event.type === 'card_placed') return event.points ? event : null;
  if (event.type === 'tybor_acted') return event.outcome === 'scored_gold' ? event : null;
  return event.type === 'objectives_scored' ? event : null;
}

function placed({ card, cell, covered, points }: EventOf<'card_placed'>): Count[] {
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
    },
  ];
}

function goal(score: ObjectiveScore, counts: Counts): Count {
  const { id, copies, points, found } = score;
  const cells = found.filter((copy) => copy.cells.length).map((copy) => copy.cells.map(cellName).join(' · '));
  return {
    card: id,
    title: countedWords(score, counts),
    sum: t('score.counted', { copies, each: objectiveFacts(id).points }),
    where: cells.length ? t('aid.why.copies', { cells: cells.join('; ') }) : null,
    points,
    rule: objectiveFacts(id).pattern.length ? 'pattern' : 'set',
  };
}

/** Every sum of a score; `counts` are the symbols that the seat shows now. */
export function countsOf(scored: Scored, counts: Counts): Count[] {
  if (scored.type === 'card_placed') return placed(scored);
  if (scored.type === 'objectives_scored') return scored.objectives.map((score) => goal(score, counts));
  const { gold, points } = scored;
  const title = gold === null ? '' : cardName(gold);
  return [{ card: gold, title, sum: t('aid.why.printed'), where: null, points, rule: 'tybor' }];
}

/** The card that scored, and those whose corners it covers, ringed on the codex. */
export function ringsOf(scored: Scored): Outline[] {
  if (scored.type === 'tybor_acted') return [];
  if (scored.type === 'objectives_scored')
    return scored.objectives
      .flatMap(({ found }) => found)
      .filter(({ cells }) => cells.length)
      .map(({ cells }) => ({ cells, tone: 'gold' }));
  const below: Outline[] =
    scored.points?.per === 'corner' ? scored.covered.map(({ cell }) => ({ cells: [cell], tone: 'last' })) : [];
  return [...below, { cells: [scored.cell], tone: 'gold' }];
}
