/** Table besides the reader's cards, in sentences. */

import { SYMBOLS, objectiveFacts } from '../cards/catalogue';
import { list, withLabel, phrases, t } from '../i18n/index.svelte';
import { agreedLine, agreedLines } from '../lobby/rules/agreed';
import type { CardId, ObjectiveScore, SeatView, Source, StepMessage, View } from '../net/types';
import { outlookOf, scoresOf } from '../game/codex';
import { headlineOf, sumOf } from '../game/final';
import { endingOf, guideOf } from '../game/guide';
import { SOURCES, faceUp, ownSeat } from '../game/plan';
import type { Session } from '../game/session.svelte';
import { storyOf, type People } from '../game/story';
import { decisionStepsOf, type Acted } from '../game/tybor.svelte';
import {
  backName,
  cellName,
  countedSymbols,
  countedAll,
  kingdomName,
  objectiveName,
  objectiveWorth,
  quoteCard,
  outlookWords,
  printedWords,
  projectedWords,
  timesWords,
} from '../game/words';
import { nameWithNumber, sentence } from './cards';
import { nounWord, say } from './say.svelte';

/** The name of a market place on the command line, such as "gold-1". */
export function sourceName(source: Source): string {
  const [kind, place] = source.split('-') as ['gold' | 'resource', string];
  return `${nounWord(kind)}-${place === 'deck' ? nounWord('deck') : place}`;
}

/** The visible card there. */
export function sourceWords(view: View, source: Source): string {
  const card = faceUp(view, source);
  if (card !== null) return phrases([nameWithNumber(card), printedWords(card, 'front')]);
  if (!source.endsWith('deck')) return t('table.empty_slot');
  const gold = source === 'gold-deck';
  const { count, top } = gold ? view.decks.gold : view.decks.resource;
  if (!top) return t('table.empty_slot');
  return t(gold ? 'table.deck_gold' : 'table.deck_resource', { count, kingdom: kingdomName(top.kingdom) });
}

export const marketLines = (view: View): string[] =>
  SOURCES.map((source) => say('text.line', { what: sourceName(source), value: sourceWords(view, source) }));

/** Number of unseen cards of each kingdom in the decks, in hands and face down. */
export function unseenLines(view: View): string[] {
  const places = ['deck', 'hands', 'laid'] as const;
  return (['resource', 'gold'] as const).flatMap((deck) =>
    places.flatMap((place) => {
      const here = view.unseen.filter(({ back, [place]: count }) => back.deck === deck && count > 0);
      const counts = here.map((each) =>
        say('text.left.count', { kingdom: kingdomName(each.back.kingdom), count: each[place] }),
      );
      const what = say('text.left.place', { deck: t(`table.${deck}_row`), place: t(`aid.unseen.${place}`) });
      return counts.length ? [say('text.line', { what, value: list(counts) })] : [];
    }),
  );
}

/** Everybody's points. */
const scoreLine = (view: View, people: People): string =>
  phrases([
    ...view.seats.map(({ seat, score }) => t('score.track_of', { player: nameFor(seat, people), count: score })),
    ...(view.tybor ? [t('score.track_of', { player: t('tybor.score'), count: view.tybor.score })] : []),
  ]);

export const nameFor = (seat: number, { viewer, nameOf }: People): string =>
  seat === viewer ? t('table.you') : nameOf(seat);

/** Status of the game: what to do, how near the end is, the round, the points. */
export function statusLines(view: View, session: Session): string[] {
  const ending = endingOf(view);
  return [
    ...(view.viewer === null && view.phase !== 'over' ? [t('table.watching')] : []),
    guideOf(view, session),
    ...(ending ? [ending] : []),
    ...(view.round > 0 ? [t('table.round', { round: view.round })] : []),
    scoreLine(view, session.people),
  ];
}

/** The known objectives of a seat. */
export function objectivesOf(view: View, seat: SeatView): { readonly card: CardId; readonly secret: boolean }[] {
  const own = seat.seat === view.viewer && view.objective !== null;
  const shared = view.common_objectives.map((card) => ({ card, secret: false }));
  if (own) return [...shared, { card: view.objective, secret: true }];
  const kept = view.result?.objectives[seat.seat]?.map(({ id }) => id) ?? [];
  const secret = kept.filter((card) => !view.common_objectives.includes(card));
  return [...shared, ...secret.map((card) => ({ card, secret: true }))];
}

export const objectiveTitle = (card: CardId, secret: boolean): string =>
  say('text.line', {
    what: t(secret ? 'objective.secret' : 'objective.common'),
    value: phrases([objectiveName(card), objectiveWorth(card)]),
  });

/** Progress of an objective, its cells, and what would complete it once more. */
export function progressWords(view: View, seat: SeatView, card: CardId): string {
  const score = scoresOf(view, seat).find(({ id }) => id === card);
  const over = view.phase === 'over';
  if (!score) return timesWords(0, over);
  const cells = score.found.flatMap(({ cells: each }) => (each.length ? [each.map(cellName).join(' ')] : []));
  const wanted = objectiveFacts(card).symbols;
  const has = SYMBOLS.flatMap((symbol, i) =>
    wanted.includes(symbol) ? [countedSymbols(symbol, seat.symbols[i] ?? 0)] : [],
  );
  const outlook = over ? null : outlookOf(view, seat, card);
  const words = phrases([
    ...(has.length ? [list(has)] : []),
    timesWords(score.copies, over),
    ...(score.points ? [t('score.points', { count: score.points })] : []),
    ...(cells.length ? [say('text.objective.cells', { cells: list(cells) })] : []),
  ]);
  return outlook ? `${sentence(words)} ${outlookWords(outlook)}` : words;
}

export const objectiveLines = (view: View, seat: SeatView): string[] =>
  objectivesOf(view, seat).map(({ card, secret }) =>
    phrases([objectiveTitle(card, secret), progressWords(view, seat, card)]),
  );

/** What is visible of a player's hand. */
function handBacks(seat: SeatView): string {
  const backs = seat.hand.map(({ card, back }) => (card === null ? backName(back) : nameWithNumber(card)));
  return backs.length ? list(backs) : say('text.seat.no_hand');
}

/** The symbols a codex shows. */
export const symbolsLine = ({ symbols }: SeatView): string =>
  say('text.symbols', { symbols: countedAll(symbols) ?? t('score.nothing') });

/** One seat in a few sentences, without its codex. */
export function seatLines(seat: SeatView, view: View, people: People): string[] {
  const player = nameFor(seat.seat, people);
  const turns = seat.turns_left;
  return [
    `${t('score.track_of', { player, count: seat.score })}`,
    symbolsLine(seat),
    say('text.seat.hand', { cards: handBacks(seat) }),
    ...(seat.stuck ? [say('text.seat.stuck')] : []),
    ...(turns !== null && view.phase !== 'over' ? [say('text.seat.turns_left', { count: turns })] : []),
  ];
}

/** Each question Tybor asks himself in one column, its answer, and what follows. */
export const columnLine = (acted: Acted): string =>
  say('text.line', {
    what: t(`tybor.${acted.column}`),
    value: decisionStepsOf(acted)
      .map(({ text, answer, because }) =>
        [text, answer === null ? '' : sentence(t(answer ? 'tybor.yes' : 'tybor.no')), because ?? ''].join(' ').trim(),
      )
      .join(' '),
  });

/** What Tybor would do if his columns stayed the same. */
export const foreseenLines = ({ tybor }: View): string[] =>
  tybor?.foreseen.length ? [t('tybor.foresee'), ...tybor.foreseen.map(columnLine), t('tybor.foreseen_if')] : [];

/** Tybor's side of the table. */
export function tyborLines(view: View): string[] {
  const { tybor } = view;
  if (!tybor) return [say('text.tybor.none')];
  const row = tybor.row.map(({ card, back }) => (card === null ? backName(back) : nameWithNumber(card)));
  const resources = countedAll(tybor.resources);
  return [
    t('score.track_of', { player: t('tybor.score'), count: tybor.score }),
    say('text.line', { what: t('tybor.row'), value: row.length ? list(row) : t('score.nothing') }),
    ...(resources ? [t('tybor.has', { symbols: resources })] : []),
    ...(tybor.scored.length ? [say('text.tybor.scored', { cards: list(tybor.scored.map(quoteCard)) })] : []),
  ];
}

/** The last `count` events. */
export const logLines = (log: readonly StepMessage[], people: People, count: number): string[] =>
  storyOf(log, people)
    .map(({ text }) => text)
    .slice(-count);

/** Composition of one seat's total. */
function totalLine(view: View, seat: number, people: People): string {
  const { result } = view;
  const own = view.seats[seat];
  if (!result || !own) return '';
  const parts = (result.objectives[seat] ?? []).map(countedObjective);
  return say('text.total', {
    player: nameFor(seat, people),
    total: sumOf(result, seat),
    parts: list([say('text.total_track', { count: own.score }), ...parts]),
  });
}

const countedObjective = ({ id, copies, points }: ObjectiveScore): string =>
  say('text.total_objective', {
    objective: objectiveName(id),
    times: timesWords(copies, true),
    points: t('score.points', { count: points }),
  });

/** The final scoring in sentences. */
export function scoringLines(view: View, people: People): string[] {
  const { result, tybor } = view;
  if (!result) return [];
  const { title, margin } = headlineOf(view, result, people);
  return [
    margin ? `${title} ${margin}` : title,
    ...(result.tie_break ? [t(`score.tie.${result.tie_break}`)] : []),
    ...view.seats.map(({ seat }) => totalLine(view, seat, people)),
    ...(tybor ? [t('score.track_of', { player: t('tybor.score'), count: tybor.score })] : []),
  ];
}

/** `rules`: what is played here on one line, then each question with its answer. */
export const rulesLines = ({ options }: View): string[] => [
  agreedLine(options),
  ...agreedLines(options).map(([what, how]) => withLabel(what, how)),
];

/** `score`: the track and what the objectives would add now, or the final count. */
export function scoreLines(view: View, people: People): string[] {
  if (view.result) return scoringLines(view, people);
  const own = ownSeat(view);
  const points = own?.progress.reduce((sum, score) => sum + score.points, 0) ?? 0;
  return [
    scoreLine(view, people),
    ...(own && points ? [sentence(say('text.score.objectives', { count: points }))] : []),
    ...view.seats
      .filter(({ laid }) => laid.length > 1)
      .map((seat) => sentence(withLabel(nameFor(seat.seat, people), projectedWords(seat, seat === own)))),
  ];
}
