/** Guide: one line that says what to do now, and one that says how near the end is. */

import { list, t } from '../i18n/index.svelte';
import { botName, isLevel, STAND_IN } from './levels';
import { opponents } from './opponents.svelte';
import type { View } from '../net/types';
import { SOURCES, holds, isAwaited, lastWithoutDraw, ownSeat } from './plan';
import type { Session } from './session.svelte';
import { quoteCard, refusalWords } from './words';

const others = (view: View, session: Session): string =>
  list(view.awaited.filter((seat) => seat !== view.viewer).map(session.people.nameOf));

/** Who is playing, and how long that may take if it is an opponent that thinks. */
function waitingFor(seat: number, session: Session): string {
  const player = session.people.nameOf(seat);
  const info = session.store.table?.seats.find((each) => each.seat === seat);
  const name = info?.kind === 'bot' ? info.name : null;
  if (!isLevel(name)) return t('table.guide.wait', { player });
  if (opponents.partOf(name) !== 1) return t('levels.stands_in', { player, other: botName(STAND_IN) });
  const count = opponents.secondsOf(name);
  return count ? t('levels.thinking', { player, count }) : t('table.guide.wait', { player });
}

function waiting(view: View, session: Session): string {
  if (session.sending) return t('table.guide.sending');
  if (view.turn !== null) return waitingFor(view.turn, session);
  return t('table.guide.wait_choice', { players: others(view, session) });
}

export function guideOf(view: View, session: Session): string {
  const card = session.plan ? quoteCard(session.plan.card) : '';
  switch (session.asked) {
    case 'cell': {
      const refusal = session.unpaid;
      return refusal
        ? t('table.guide.cell_unpaid', { card, reason: refusalWords(refusal) })
        : t('table.guide.cell', { card });
    }
    case 'source':
      return t(session.stands ? 'plan.stands' : 'table.guide.source');
    case 'confirm': {
      if (session.stands) return t('plan.stands_confirm');
      if (session.short) return t('table.guide.confirm_short');
      const empty = SOURCES.every((source) => !holds(view, source)) && !lastWithoutDraw(view);
      return t(empty ? 'table.guide.confirm_empty' : 'table.guide.confirm');
    }
    case 'wait':
      return waiting(view, session);
    default:
      return t(`table.guide.${session.asked}`);
  }
}

/** What the reader can plan while others play. */
export function aheadOf({ ahead, plan, unpaid }: Session): string | null {
  if (!ahead) return null;
  if (!plan) return t('plan.ahead_card');
  if (plan.cell) return t('plan.ahead_ready');
  const card = quoteCard(plan.card);
  if (unpaid) return t('table.guide.cell_unpaid', { card, reason: refusalWords(unpaid) });
  return t('plan.ahead_cell', { card });
}

/** Why the end has begun, as worded in the story. */
export function causeOf(session: Session): string | null {
  const events = session.store.log.flatMap((step) => step.events);
  const end = events.findLast((event) => event.type === 'end_triggered');
  if (end?.type !== 'end_triggered') return null;
  if (end.cause === 'exhaustion') return t(`table.ending.exhausted_${session.people.exhaustion}`);
  if (end.seat === null) return t('table.ending.reached_they', { player: t('tybor.score') });
  if (end.seat === session.people.viewer) return t('table.ending.reached_you');
  return t('table.ending.reached_they', { player: session.people.nameOf(end.seat) });
}

/** How near the end is, once it is triggered. */
export function endingOf(view: View): string | null {
  if (!view.ending || view.phase === 'over') return null;
  const me = ownSeat(view);
  if (!me || me.turns_left === null) {
    const count = view.ending.rounds_left;
    return count > 0 ? t('table.ending.rounds', { count }) : t('table.ending.last_round');
  }
  const now = isAwaited(view) && view.turn === view.viewer;
  if (me.turns_left >= 2) return t(now ? 'table.ending.two' : 'table.ending.two_waiting');
  if (me.turns_left === 1 && !now) return t('table.ending.one_waiting');
  if (me.turns_left === 1) return t(lastWithoutDraw(view) ? 'table.ending.last_turn' : 'table.ending.last_turn_solo');
  return t('table.ending.none');
}
