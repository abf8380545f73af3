/** The scribe's note under a finished game: names, date, number of leaves; for losers, what was good. */

import { list, locale, t } from '../../i18n/index.svelte';
import type { EventOf, Result, StepMessage, View } from '../../net/types';
import type { People } from '../../game/story';
import { cardName } from '../../game/words';
import { say } from 'virtual:words/table/end';

type Placed = EventOf<'card_placed'>;

/** The real day, in the reader's language. */
const day = (date: number): string => new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(date);

/** Seat of the codex on the leaf: the winner's; against Tybor always the reader's. */
export const shownSeat = (result: Result): number => result.winners[0] ?? 0;

export function lineOf(view: View, result: Result, people: People, at: number): string {
  const date = day(at);
  const count = view.seats[shownSeat(result)]?.laid.length ?? 0;
  if (view.tybor) return result.winners.length ? say('end.line_pen', { date }) : say('end.line_tybor', { date, count });
  const players = result.winners.map(people.nameOf);
  if (players.length > 1) return say('end.line_shared', { players: list(players), date });
  return say('end.line', { player: players[0] ?? '', date, count });
}

const scoredBy = (log: readonly StepMessage[], seat: number): Placed[] =>
  log
    .flatMap(({ events }) => events)
    .filter((event): event is Placed => event.type === 'card_placed' && event.seat === seat && event.points !== null);

const pointsOf = ({ points }: Placed): number => points?.points ?? 0;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** The card that scored most for a seat, in words; null if none scored. */
export function bestOf(log: readonly StepMessage[], seat: number): string | null {
  const best = scoredBy(log, seat).toSorted((a, b) => pointsOf(b) - pointsOf(a))[0];
  if (!best || best.card === null) return null;
  return say('end.best', { card: cardName(best.card), points: t('score.points', { count: pointsOf(best) }) });
}

/** With less than this from its objectives, or from gold cards, a seat left most to others there. */
const FEW = 4;

/** One thing to try, by where points were missing. */
export function adviceOf(result: Result, log: readonly StepMessage[], seat: number): string {
  const goals = sum((result.objectives[seat] ?? []).map(({ points }) => points));
  if (goals < FEW) return say('end.try_objectives');
  const gold = sum(
    scoredBy(log, seat)
      .filter(({ back }) => back?.deck === 'gold')
      .map(pointsOf),
  );
  return gold < FEW ? say('end.try_gold') : say('end.try_start');
}

/** Whether the reader sat at the table and did not win. */
export const isLost = (view: View, result: Result): boolean =>
  view.viewer !== null && !result.winners.includes(view.viewer);
