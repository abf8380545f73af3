/** Advice of the teacher in words. */

import { formatChange, formatFixed, formatPercent } from '../i18n/figures';
import { withLabel, t } from '../i18n/index.svelte';
import { keyOf } from '../codex/geometry';
import type { Action, LaidCard, Source, View } from '../net/types';
import { faceUp } from '../game/plan';
import { cardName, cellName, objectiveName, quoteCard, shownName } from '../game/words';
import { numberOf } from '../game/numbers';
import type { Advice, Cause, Player, Reviewed, Turn, Why, Worth } from '../net/teach';
import { say } from 'virtual:words/teacher';

function sourceWords(source: Source, view: View): string {
  const card = faceUp(view, source);
  if (card !== null) return say('hint.take', { card: quoteCard(card) });
  return say(source === 'gold-deck' ? 'hint.take_gold_deck' : 'hint.take_resource_deck');
}

/** From a card to the cells that touch its corners, as all corners are ordered. */
const TOWARDS = [
  ['text.corner.0', -1, 1],
  ['text.corner.1', 1, 1],
  ['text.corner.2', -1, -1],
  ['text.corner.3', 1, -1],
] as const;
type Placement = Extract<Action, { type: 'place' }>;

/** A placement by the numbers of its cell, for those who know a codex by them. */
function placedByNumbers({ card, side, cell }: Placement): string {
  const words = { card: cardName(card), cell: cellName(cell) };
  return say(side === 'front' ? 'hint.place_front' : 'hint.place_back', words);
}

/** A placement by what one sees: the corner of the card laid last that it covers. */
function placedByCorner(placement: Placement, view: View): string {
  const laid = view.seats[view.awaited[0] ?? view.viewer ?? 0]?.laid ?? [];
  const [x, y] = placement.cell;
  const cornerOf = (one: LaidCard) => TOWARDS.find(([, right, up]) => keyOf(one.cell) === keyOf([x - right, y - up]));
  const below = laid.findLast(cornerOf);
  const [corner] = (below && cornerOf(below)) ?? [];
  if (!below || !corner) return placedByNumbers(placement);
  const name = below.card === null ? shownName(below) : cardName(below.card);
  const words = { card: cardName(placement.card), corner: say(corner), laid: t('card.quoted', { name }) };
  return say(placement.side === 'front' ? 'hint.place_front_at' : 'hint.place_back_at', words);
}

function actionWords(action: Action, view: View, placed: typeof placedByCorner): string {
  switch (action.type) {
    case 'place':
      return placed(action, view);
    case 'draw':
      return sourceWords(action.source, view);
    case 'side':
      return say('hint.side', { side: t(`card.side.${action.side}`) });
    case 'objective':
      return say('hint.objective', { objective: objectiveName(action.card) });
  }
}

/** A turn, described from the position before it. */
export const turnWords = (turn: Turn, view: View, placed = placedByCorner): string =>
  turn.map((action) => actionWords(action, view, placed)).join(', ');

/** A better turn, and the difference in points; null if there is none. */
export function betterWords({ compared }: Reviewed, view: View): string | null {
  const best = compared.loss > 0 ? compared.better[0] : undefined;
  return best
    ? say('review.better_by', { turn: turnWords(best.turn, view), gain: formatChange(compared.points, 1, 1) })
    : null;
}

export function worthWords({ margin, win }: Worth): string {
  const even = Math.abs(margin) < 0.05;
  const ahead = even
    ? say('hint.even')
    : say(margin > 0 ? 'hint.ahead' : 'hint.behind', { points: formatFixed(Math.abs(margin)) });
  return `${ahead} · ${say('hint.win', { percent: formatPercent(win) })}`;
}

/** What advice is ranked by: half the victory and half how clear it is, out of 100. */
export const markWords = ({ merit }: Worth): string => say('hint.mark', { count: formatPercent(merit) });

function objectiveWords({ objectives }: Why): string[] {
  return objectives.flatMap(({ objective, points: count, closer }) => {
    const name = { objective: objectiveName(objective) };
    if (count > 0) return [say('hint.objective_points', { ...name, count })];
    if (count < 0) return [say('hint.objective_loss', { ...name, count: -count })];
    return closer ? [say('hint.objective_closer', name)] : [];
  });
}

function goldWords({ golds }: Why): string[] {
  return golds.map(({ card, before, after }) => {
    const name = { card: quoteCard(card) };
    if (before === after)
      return after ? say('hint.gold_drawn', { ...name, count: after }) : say('hint.gold_drawn_ready', name);
    if (!after) return say('hint.gold_ready', name);
    return say('hint.gold_changes', { ...name, count: after, before });
  });
}

/** Why a turn is a good one. */
export function whyWords(why: Why | null): string[] {
  if (!why) return [];
  return [
    ...(why.points ? [say('hint.points', { count: why.points })] : []),
    ...objectiveWords(why),
    ...goldWords(why),
    ...(why.opened ? [say('hint.opens', { count: why.opened })] : []),
    ...(why.closed ? [say('hint.closes', { count: why.closed })] : []),
  ];
}

/** Advantages of the best turn over the played one, as far as single reasons show. */
export function worseWords(played: Why | null | undefined, best: Why | null): string[] {
  if (!played || !best) return [];
  const serves = ({ points: count, closer }: Why['objectives'][number]): boolean => count > 0 || closer;
  const served = played.objectives.filter(serves).map(({ objective }) => objective);
  const paid = played.golds.filter(({ after }) => !after).map(({ card }) => card);
  return [
    ...(played.points < best.points ? [say('hint.worse_points', { count: best.points - played.points })] : []),
    ...best.objectives
      .filter((one) => serves(one) && !served.includes(one.objective))
      .map(({ objective }) => say('hint.worse_objective', { objective: objectiveName(objective) })),
    ...best.golds
      .filter(({ card, after }) => !after && !paid.includes(card))
      .map(({ card }) => say('hint.worse_gold', { card: quoteCard(card) })),
    ...objectiveWords({ ...played, objectives: played.objectives.filter(({ points: count }) => count < 0) }),
    ...(played.opened < best.opened ? [say('hint.worse_opens', { count: best.opened - played.opened })] : []),
    ...(played.closed > best.closed ? [say('hint.worse_closes', { count: played.closed - best.closed })] : []),
  ];
}

/** What most of the turns worth another look are about, if at least two are and half of all. */
export function themeWords(causes: Player['causes']): string | null {
  const counted = Object.entries(causes) as [Cause, number][];
  const all = counted.reduce((sum, [, count]) => sum + count, 0);
  const [most] = counted.sort((one, other) => other[1] - one[1]);
  if (!most || most[1] < 2 || 2 * most[1] < all) return null;
  return say(`review.theme_${most[0]}`, { count: most[1], all });
}

/** "Hint 1". */
export const numberedWords = (index: number): string => say('hint.numbered', { number: numberOf(index) });

/** One piece of advice as a line to be heard. */
export function adviceLine(advice: Advice, index: number, view: View): string {
  const { worth, why } = advice;
  const parts = [...(worth ? [markWords(worth), worthWords(worth)] : []), ...whyWords(why)];
  const what = withLabel(numberedWords(index), turnWords(advice.turn, view, placedByNumbers));
  return parts.length ? `${what}. ${parts.join('; ')}.` : `${what}.`;
}
