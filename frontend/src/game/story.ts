/** Events in words. */

import { noteWords } from './clock-words';
import { list, locale, phrases, t } from '../i18n/index.svelte';
import type { Cell, Event, EventOf, Exhaustion, Note, StepMessage } from '../net/types';
import { keptOf } from './same';
import {
  backName,
  cardName,
  cellName,
  countedAll,
  objectiveName,
  quoteCard,
  scoreWhy,
  shownName,
  tally,
} from './words';
import { scoredIn, type Scored } from './why';

/** Names of the players for the reader. */
export interface People {
  readonly viewer: number | null;
  readonly nameOf: (seat: number) => string;
  /** House rule on running out of cards. */
  readonly exhaustion: Exhaustion;
  /** Notes about them besides the game. */
  readonly notes?: readonly Note[];
}

export interface Line {
  readonly key: string;
  readonly text: string;
  /** Seat that acted; null if none did. */
  readonly seat: number | null;
  /** A heading between rounds. */
  readonly heading: boolean;
  /** Cell of the card it is about. */
  readonly cell?: Cell | null;
  /** Score it is about, which may be explained. */
  readonly scored?: Scored | null;
}

type Wording<T extends Event['type']> = (event: EventOf<T>, people: People) => string | null;
type Person<T extends string> = { [K in T]: string };

/** The sentence about the reader, or about another player. */
const forms = <T>(seat: number, people: People, you: () => T, they: (who: Person<'player'>) => T): T =>
  seat === people.viewer ? you() : they({ player: people.nameOf(seat) });

const WORDS: { readonly [T in Event['type']]: Wording<T> } = {
  side_chosen: ({ seat, side }, people) =>
    forms(
      seat,
      people,
      () => t('event.side_chosen.you', { side: t(`card.side.${side ?? 'front'}`) }),
      (who) => t('event.side_chosen.they', who),
    ),
  starter_laid({ seat, side }, people) {
    const shown = { side: t(`card.side.${side}`) };
    return forms(
      seat,
      people,
      () => t('event.starter_laid.you', shown),
      (who) => t('event.starter_laid.they', { ...who, ...shown }),
    );
  },
  hand_dealt({ seat, cards, backs }, people) {
    const shown = { cards: list(cards?.map(cardName) ?? backs.map(backName)) };
    return forms(
      seat,
      people,
      () => t('event.hand_dealt.you', shown),
      (who) => t('event.hand_dealt.they', { ...who, ...shown }),
    );
  },
  common_objectives_revealed: ({ cards }) =>
    t('event.common_objectives_revealed.all', { objectives: phrases(cards.map(objectiveName)) }),
  objectives_offered: ({ seat }, people) =>
    forms(
      seat,
      people,
      () => t('event.objectives_offered.you'),
      (who) => t('event.objectives_offered.they', who),
    ),
  objective_kept: ({ seat, card }, people) =>
    forms(
      seat,
      people,
      () => t('event.objective_kept.you', { objective: card === null ? '' : objectiveName(card) }),
      (who) => t('event.objective_kept.they', who),
    ),
  turn_began: ({ seat, last }, people) =>
    forms(
      seat,
      people,
      () => t(last ? 'event.turn_began.you_last' : 'event.turn_began.you'),
      (who) => t(last ? 'event.turn_began.other_last' : 'event.turn_began.they', who),
    ),
  turn_skipped: ({ seat }, people) =>
    forms(
      seat,
      people,
      () => t('event.turn_skipped.you'),
      (who) => t('event.turn_skipped.they', who),
    ),
  card_placed: placementWords,
  seat_stuck: ({ seat }, people) =>
    forms(
      seat,
      people,
      () => t('event.seat_stuck.you'),
      (who) => t('event.seat_stuck.they', who),
    ),
  card_taken({ seat, card }, people) {
    const taken = { card: quoteCard(card) };
    return forms(
      seat,
      people,
      () => t('event.card_taken.you', taken),
      (who) => t('event.card_taken.they', { ...who, ...taken }),
    );
  },
  card_drawn: ({ seat, card, back }, people) =>
    forms(
      seat,
      people,
      () => t('event.card_drawn.you', { card: card === null ? backName(back) : quoteCard(card) }),
      (who) => t('event.card_drawn.they', { ...who, back: backName(back) }),
    ),
  market_refilled: ({ card }) =>
    card === null ? t('event.market_refilled.empty') : t('event.market_refilled.card', { card: quoteCard(card) }),
  draw_skipped: ({ cause }) => t(`event.draw_skipped.${cause}`),
  end_triggered: ({ cause }, { exhaustion }) =>
    t(cause === 'points' ? 'event.end_triggered.points' : `event.end_triggered.exhaustion_${exhaustion}`),
  tybor_acted({ outcome, gold, resource, points }) {
    const card = outcome === 'kept_resource' ? resource : gold;
    const named = { card: card === null ? '' : quoteCard(card) };
    if (outcome === 'nothing') return t('event.tybor_acted.nothing');
    if (outcome === 'scored_gold') return t('event.tybor_acted.scored_gold', { ...named, count: points });
    return t(`event.tybor_acted.${outcome}`, named);
  },
  objectives_scored({ seat, objectives, total }, people) {
    const points = objectives.reduce((sum, objective) => sum + objective.points, 0);
    const given = { points: t('score.points', { count: points }), count: total };
    return forms(
      seat,
      people,
      () => t('event.objectives_scored.you', given),
      (who) => t('event.objectives_scored.they', { ...who, ...given }),
    );
  },
  game_ended({ result: { winners } }, { viewer, nameOf }) {
    const [winner] = winners;
    if (winner === undefined) return t('event.game_ended.tybor');
    if (winners.length > 1) return t('event.game_ended.shared', { players: list(winners.map(nameOf)) });
    return winner === viewer ? t('event.game_ended.you') : t('event.game_ended.they', { player: nameOf(winner) });
  },
};

function placementWords(event: EventOf<'card_placed'>, people: People): string {
  const { seat, card, side, back, cell, points, covered } = event;
  const laid = {
    card: side === 'front' && card !== null ? quoteCard(card) : shownName({ card, side, back }),
    cell: cellName(cell),
  };
  const sentences = [
    forms(
      seat,
      people,
      () => t('event.card_placed.you', laid),
      (who) => t('event.card_placed.they', { ...who, ...laid }),
    ),
  ];
  if (points) {
    const why = scoreWhy(points);
    const count = points.points;
    sentences.push(why ? t('event.scored.explained', { count, why }) : t('event.scored.plain', { count }));
  }
  const lost = countedAll(tally(covered.map(({ symbol }) => symbol)));
  if (lost) sentences.push(t('event.covered.all', { symbols: lost }));
  return sentences.join(' ');
}

/** One event in words; null for what needs none. */
export function eventWords(event: Event, people: People): string | null {
  const words = WORDS[event.type] as Wording<Event['type']>;
  return words(event as never, people);
}

/** Words of a step, and the round after it. */
interface StepInWords {
  readonly lines: readonly Line[];
  readonly round: number;
}
const stepInWords = keptOf<StepInWords>();

/** Cache of words: a long game has hundreds of steps, each worded once for the same people and language. */
const peopleKey = ({ viewer, nameOf, exhaustion }: People): string =>
  [locale(), viewer, exhaustion, ...[0, 1, 2, 3].map(nameOf)].join('\n');

/** The log as lines, with a heading where a round begins. */
export function storyOf(log: readonly StepMessage[], people: People): Line[] {
  const key = peopleKey(people);
  let round = 0;
  const steps = log.map((step) => {
    const words = stepInWords(step, `${round}\n${key}`, () => inWords(step, round, people));
    round = words.round;
    return { version: step.version, lines: words.lines };
  });
  const notes = (people.notes ?? []).map((note, index) => ({
    version: note.version,
    lines: [{ key: `note.${index}`, text: noteWords(note, people), seat: note.seat, heading: false }],
  }));
  // The sort is stable: what happened after a version comes after it.
  return [...steps, ...notes].sort((one, other) => one.version - other.version).flatMap(({ lines }) => lines);
}

function inWords(step: StepMessage, before: number, people: People): StepInWords {
  let round = before;
  const lines = step.events.flatMap((event, index): Line[] => {
    const key = `${step.version}.${index}`;
    if (event.type === 'turn_began') {
      if (event.round === round) return [];
      round = event.round;
      return [{ key, text: t('event.round', { round }), seat: null, heading: true }];
    }
    const text = eventWords(event, people);
    const about = { seat: 'seat' in event ? event.seat : null, cell: 'cell' in event ? event.cell : null };
    return text ? [{ key, text, ...about, heading: false, scored: scoredIn(event) }] : [];
  });
  return { lines, round };
}
