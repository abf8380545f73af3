/** A moment in words: its place in the game, its events, the score. */

import { list, t } from '../i18n/index.svelte';
import type { Event, StepMessage, View } from '../net/types';
import { headlineOf } from '../game/final';
import { eventWords, type People } from '../game/story';
import { objectiveName, quoteCard } from '../game/words';
import type { ReplayGame, Stop } from '../record/game';
import { say } from 'virtual:words/replay';

/** What this viewer sees and players did not. */
function openWords(event: Event, { nameOf }: People): string | null {
  if (event.type === 'card_drawn' && event.card !== null)
    return say('replay.drawn', { player: nameOf(event.seat), card: quoteCard(event.card) });
  if (event.type === 'objective_kept' && event.card !== null)
    return say('replay.kept', { player: nameOf(event.seat), objective: objectiveName(event.card) });
  if (event.type === 'side_chosen' && event.side !== null)
    return say('replay.chosen', { player: nameOf(event.seat), side: t(`card.side.${event.side}`) });
  return null;
}

function faceDown(event: Event): string | null {
  const hidden = event.type === 'card_placed' && event.side === 'back' && event.card !== null;
  return hidden && event.card !== null ? say('replay.face_down', { card: quoteCard(event.card) }) : null;
}

/** Everything that one version brought, in words. */
export function stepWords(step: StepMessage | undefined, people: People): string {
  const said = (step?.events ?? []).flatMap((event) =>
    event.type === 'turn_began' ? [] : [openWords(event, people) ?? eventWords(event, people), faceDown(event)],
  );
  return said.filter(Boolean).join(' ') || say('replay.nothing_said');
}

export function stopTitle({ turn, step, seat }: Stop, people: People): string {
  if (turn > 0) return t('event.turn_by', { count: turn, player: seat === null ? '' : people.nameOf(seat) });
  return say(step === 0 ? 'replay.deal' : 'replay.setup');
}

/** All points at a version: "Ada 12, Bea 9". */
export function scoreWords(game: ReplayGame, version: number, people: People): string {
  const points = game.points[game.within(version)] ?? [];
  const { seats } = game.viewAt(version);
  return list(points.map((count, seat) => `${seats[seat] ? people.nameOf(seat) : 'Tybor'} ${count}`));
}

/** A moment for screen readers: its place, and its events. */
export function momentWords(game: ReplayGame, version: number, people: People): string {
  const title = stopTitle(game.stopAt(version), people);
  return version === 0 ? title : `${title}. ${stepWords(game.log[version - 1], people)}`;
}

export interface Entry {
  readonly version: number;
  readonly text: string;
  readonly seat: number | null;
  /** The round that begins here. */
  readonly round: number | null;
}

/** The whole game as lines, one for each version. */
export function entriesOf(game: ReplayGame, people: People): Entry[] {
  let round = 0;
  return game.log.map((step) => {
    const before = round;
    round = game.viewAt(step.version - 1).round;
    const begins = round !== before && round > 0;
    return { version: step.version, text: stepWords(step, people), seat: step.seat, round: begins ? round : null };
  });
}

/** The scores as text to send around. */
export function scoresText(view: View, people: People, when: string): string {
  const { result, tybor } = view;
  if (!result) return '';
  const { title, margin } = headlineOf(view, result, people);
  const lines = view.seats.map(({ seat, score }) => {
    const total = result.totals[seat] ?? 0;
    return say('replay.scores_line', { player: people.nameOf(seat), total, track: score, objectives: total - score });
  });
  const monk = tybor ? [say('replay.scores_tybor', { total: tybor.score })] : [];
  return [`Codex Naturalis · ${when}`, margin ? `${title} ${margin}` : title, ...lines, ...monk].join('\n');
}
