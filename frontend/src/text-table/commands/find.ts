/** Lookup of the card or seat that a command means. */

import { t } from '../../i18n/index.svelte';
import { kindOf } from '../../cards/catalogue';
import type { CardId, SeatView, Side, View } from '../../net/types';
import { SOURCES, faceUp } from '../../game/plan';
import type { Session } from '../../game/session.svelte';
import type { People } from '../../game/story';
import { cardName } from '../../game/words';
import { nameFor } from '../around';
import { handOf, nameWithNumber } from '../cards';
import type { CardWord } from './parse';
import { refuse, type Answer } from './reply';
import { say, verbWord, vocabulary } from '../say.svelte';
import { plain } from './vocabulary';

/** Whether `typed` begins a word of `name`, ignoring accents and capitals. */
function sameName(name: string, typed: string): boolean {
  const [whole, wanted] = [letters(name), letters(typed)];
  return wanted !== '' && ` ${whole}`.includes(` ${wanted}`);
}

/** The words that distinguish names. */
const letters = (text: string): string =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && !vocabulary().fillers.has(word))
    .join(' ');

/** The cards among `cards` with a name: exact matches, else partial ones. */
export function findByName(cards: readonly CardId[], typed: string): CardId[] {
  const exact = cards.filter((card) => letters(cardName(card)) === letters(typed));
  return exact.length ? exact : cards.filter((card) => sameName(cardName(card), typed));
}

export const isCard = (answer: CardId | Answer): answer is CardId => typeof answer === 'number';

function one(found: readonly CardId[], typed: string): CardId | Answer {
  const [first] = found;
  if (first === undefined) return refuse([say('text.unclear.card', { word: typed })]);
  if (found.length === 1) return first;
  return refuse([say('text.unclear.which', { word: typed }), ...found.map(nameWithNumber)]);
}

/** A hand card by its place, number or name. */
export function handCard(word: CardWord | null, view: View): CardId | Answer {
  const hand = handOf(view);
  if (!word) return refuse([say('text.need.card', { hand: verbWord('hand') })]);
  if (word.by === 'name') return one(findByName(hand, word.name), word.name);
  const card = (word.exact ? undefined : hand[word.number - 1]) ?? hand.find((each) => each === word.number);
  return (
    card ??
    refuse([
      t('illegal.not_in_hand'),
      ...hand.map((each, i) => say('text.hand.card', { place: i + 1, card: nameWithNumber(each) })),
    ])
  );
}

/** Any visible card by its name, or any card by its number. */
export function anyCard(word: CardWord | null, view: View): CardId | Answer {
  const hand = handOf(view);
  if (!word) return refuse([say('text.need.card', { hand: verbWord('hand') })]);
  if (word.by === 'name') return one(findByName(inSight(view), word.name), word.name);
  const placed = word.exact ? undefined : hand[word.number - 1];
  if (placed !== undefined) return placed;
  return exists(word.number) ? word.number : refuse([say('text.unclear.number', { number: word.number })]);
}

function inSight(view: View): CardId[] {
  const laid = view.seats.flatMap((seat) => seat.laid.map(({ card }) => card));
  const market = SOURCES.map((source) => faceUp(view, source));
  const all = [...handOf(view), ...market, ...laid, ...view.common_objectives, view.objective, ...view.offered];
  return [...new Set(all.filter((card) => card !== null))];
}

function exists(card: number): boolean {
  try {
    return kindOf(card) !== undefined;
  } catch {
    return false;
  }
}

/** The face that is meant: as typed, else as planned, else as the card lies in the hand. */
export function faceMeant(card: CardId, side: Side | null, session: Session): Side {
  return side ?? (session.plan?.card === card ? session.plan.side : session.sideOf(card));
}

/** The seat of a number or name; null if there is none. */
export function seatMeant(word: CardWord, view: View, people: People): SeatView | 'tybor' | null {
  if (word.by === 'number') return view.seats[word.number - 1] ?? null;
  if (view.tybor && sameName(t('tybor.score'), word.name)) return 'tybor';
  return view.seats.find(({ seat }) => sameName(nameFor(seat, people), word.name)) ?? null;
}
