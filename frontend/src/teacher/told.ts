/** What the teacher says, in words. */

import { locale, named, t } from '../i18n/index.svelte';
import type { Action, Source, View } from '../net/types';
import { faceUp } from '../game/plan';
import { cardName, cellName, objectiveName, quoted } from '../game/words';
import { numberOf } from '../game/numbers';
import type { Advice, Cause, Player, Turn, Why, Worth } from '../net/teach';
import { say } from 'virtual:words/teacher';

const number = (value: number, signed: boolean): string =>
  new Intl.NumberFormat(locale(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: signed ? 'exceptZero' : 'auto',
  })
    .format(value)
    .replace('-', '−');

/** "4.2", as the reader writes it. */
export const points = (value: number): string => number(Math.abs(value), false);
/** "+4.2" or "−0.3". */
export const signed = (value: number): string => number(value, true);
export const percent = (part: number): string => new Intl.NumberFormat(locale()).format(Math.round(100 * part));

function sourceWords(source: Source, view: View): string {
  const card = faceUp(view, source);
  if (card !== null) return say('hint.take', { card: quoted(card) });
  return say(source === 'gold-deck' ? 'hint.take_gold_deck' : 'hint.take_resource_deck');
}

function actionWords(action: Action, view: View): string {
  switch (action.type) {
    case 'place':
      return say(action.side === 'front' ? 'hint.place_front' : 'hint.place_back', {
        card: cardName(action.card),
        cell: cellName(action.cell),
      });
    case 'draw':
      return sourceWords(action.source, view);
    case 'side':
      return say('hint.side', { side: t(`card.side.${action.side}`) });
    case 'objective':
      return say('hint.objective', { objective: objectiveName(action.card) });
  }
}

/** A turn, seen from the moment before it. */
export const turnWords = (turn: Turn, view: View): string => turn.map((action) => actionWords(action, view)).join(', ');

export function worthWords({ margin, win }: Worth): string {
  const even = Math.abs(margin) < 0.05;
  const ahead = even ? say('hint.even') : say(margin > 0 ? 'hint.ahead' : 'hint.behind', { points: points(margin) });
  return `${ahead} · ${say('hint.win', { percent: percent(win) })}`;
}

/** What advice is ranked by: half the victory and half how clear it is, out of 100. */
export const markWords = ({ merit }: Worth): string => say('hint.mark', { count: percent(merit) });

function objectiveWords({ objectives }: Why): string[] {
  return objectives.flatMap(({ objective, points: count, closer }) => {
    const named = { objective: objectiveName(objective) };
    if (count > 0) return [say('hint.objective_points', { ...named, count })];
    if (count < 0) return [say('hint.objective_loss', { ...named, count: -count })];
    return closer ? [say('hint.objective_closer', named)] : [];
  });
}

function goldWords({ golds }: Why): string[] {
  return golds.map(({ card, before, after }) => {
    const named = { card: quoted(card) };
    if (before === after)
      return after ? say('hint.gold_drawn', { ...named, count: after }) : say('hint.gold_drawn_ready', named);
    if (!after) return say('hint.gold_ready', named);
    return say('hint.gold_changes', { ...named, count: after, before });
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

/** What the turn that was played lacks of the best one, as far as single reasons tell. */
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
      .map(({ card }) => say('hint.worse_gold', { card: quoted(card) })),
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
  const parts = [markWords(advice.worth), worthWords(advice.worth), ...whyWords(advice.why)];
  return `${named(numberedWords(index), turnWords(advice.turn, view))}. ${parts.join('; ')}.`;
}
