/** Animations of events, so that the eye can follow the words. Nothing ever waits for them. */

import type { ShownCard } from '../codex/config';
import { SYMBOLS, faceOf, type SymbolName } from '../cards/catalogue';
import type { CardId, Cell, Event, EventOf, Side, Source, StepMessage, View } from '../net/types';
import { faceUp } from './plan';
import { backOf } from './words';

/** Where something is on the desk; `seat` null is Tybor. */
export type Place =
  | { readonly at: 'card'; readonly card: CardId }
  | { readonly at: 'hand'; readonly seat: number | null }
  | { readonly at: 'cell'; readonly seat: number; readonly cell: Cell }
  | { readonly at: 'counter'; readonly seat: number; readonly symbol: SymbolName }
  | { readonly at: 'source'; readonly source: Source }
  | { readonly at: 'token'; readonly seat: number | null };

export type Thing =
  | { readonly kind: 'card'; readonly shown: ShownCard }
  | { readonly kind: 'points'; readonly points: number }
  | { readonly kind: 'symbol'; readonly symbol: SymbolName };

export interface Motion {
  readonly thing: Thing;
  readonly from: Place;
  /** Its target; null if it disappears. */
  readonly to: Place | null;
  /** Delay of the start after the event, in milliseconds. */
  readonly after: number;
  /** Whether it takes its time, because the reader had wanted it. */
  readonly slow?: boolean;
}

/** From this many points on, they leave with a flourish. */
export const FLOURISH = 5;
/** Factor for the flight of a card that the reader had wanted. */
export const SLOWER = 3;

/** Duration of each kind of flight. */
export const WAY_MS: { readonly [K in Thing['kind']]: number } = { card: 240, points: 420, symbol: 520 };

/** Delay between the player and Tybor's two columns, so that one sees who took what. */
export const APART_MS = 280;

/** Number of steps at once above which the viewer was away: then nothing moves. */
const FRESH = 8;

const card = (shown: ShownCard, from: Place, to: Place, after = 0): Motion => ({
  thing: { kind: 'card', shown },
  from,
  to,
  after,
});
const points = (count: number, from: Place, seat: number | null, after: number): Motion => ({
  thing: { kind: 'points', points: count },
  from,
  to: { at: 'token', seat },
  after,
});
const frontOf = (id: CardId): ShownCard => ({ card: id, side: 'front', back: backOf(id) });
const backUp = (id: CardId): ShownCard => ({ card: null, side: 'back', back: backOf(id) });

/** How far apart the symbols of one placement are. */
const APART_SYMBOLS_MS = 60;

/** The symbols printed on a side, each of which is won when it is laid. */
function wonBy(id: CardId, side: Side): SymbolName[] {
  const { corners, centre } = faceOf(id, side);
  return [...centre, ...corners].flatMap((each) => SYMBOLS.filter((symbol) => symbol === each));
}

/** A placement. The reader's own card lies there already, as it was planned. */
function motionsOfPlacement(
  { seat, card: id, side, back, cell, covered, points: score }: EventOf<'card_placed'>,
  own: boolean,
) {
  const to: Place = { at: 'cell', seat, cell };
  const landed = own ? 0 : WAY_MS.card;
  const won = id === null ? [] : wonBy(id, side);
  const lost = covered.flatMap(({ symbol }) => SYMBOLS.filter((each) => each === symbol));
  return [
    ...(own ? [] : [card({ card: id, side, back }, { at: 'hand', seat }, to)]),
    ...lost.map((symbol, i): Motion => {
      const from: Place = { at: 'counter', seat, symbol };
      return { thing: { kind: 'symbol', symbol }, from, to: null, after: landed + i * APART_SYMBOLS_MS };
    }),
    ...won.map((symbol, i): Motion => {
      const counter: Place = { at: 'counter', seat, symbol };
      return { thing: { kind: 'symbol', symbol }, from: to, to: counter, after: landed + i * APART_SYMBOLS_MS };
    }),
    ...(score ? [points(score.points, to, seat, landed)] : []),
  ];
}

/** Tybor takes a card out of a column, and scores if it is a gold one that he can pay. */
function motionsOfTybor({ column, outcome, gold, resource, points: count }: EventOf<'tybor_acted'>): Motion[] {
  const id = outcome === 'kept_resource' ? resource : outcome === 'nothing' ? null : gold;
  if (id === null) return [];
  const deck = outcome === 'kept_resource' ? 'resource' : 'gold';
  const from: Place = { at: 'source', source: `${deck}-${column === 'left' ? 1 : 2}` };
  return [card(frontOf(id), from, { at: 'hand', seat: null }), ...(count ? [points(count, from, null, 0)] : [])];
}

function motionOf(event: Event, viewer: number | null, wanted: CardId | null): Motion[] {
  switch (event.type) {
    case 'card_placed':
      return motionsOfPlacement(event, event.seat === viewer);
    case 'card_taken':
      if (event.seat === viewer) return [];
      return [
        {
          ...card(frontOf(event.card), { at: 'source', source: event.source }, { at: 'hand', seat: event.seat }),
          ...(event.card === wanted ? { slow: true } : {}),
        },
      ];
    case 'card_drawn': {
      if (event.seat === viewer) return [];
      const from: Place = { at: 'source', source: `${event.back.deck}-deck` };
      return [card({ card: null, side: 'back', back: event.back }, from, { at: 'hand', seat: event.seat })];
    }
    case 'market_refilled': {
      if (event.card === null || event.deck === null) return [];
      const from: Place = { at: 'source', source: `${event.deck}-deck` };
      return [card(backUp(event.card), from, { at: 'source', source: event.slot })];
    }
    case 'tybor_acted':
      return motionsOfTybor(event);
    default:
      return [];
  }
}

/** The reader's own card on its way to where it is planned. */
export const motionToPlan = (id: CardId, side: Side, seat: number, cell: Cell): Motion =>
  card({ card: id, side, back: backOf(id) }, { at: 'card', card: id }, { at: 'cell', seat, cell });

/** The card that the reader takes, on its way to the hand. */
export function motionsOfDraw(view: View, source: Source): Motion[] {
  if (view.viewer === null) return [];
  const [id, deck] = [faceUp(view, source), source === 'gold-deck' ? view.decks.gold : view.decks.resource];
  const shown = id === null ? { card: null, side: 'back' as const, back: deck.top } : frontOf(id);
  return [card(shown, { at: 'source', source }, { at: 'hand', seat: view.viewer })];
}

/** Flights of these steps for `viewer`, whose own cards are in place already, and who wanted to take `wanted`. */
export function motionsOf(
  steps: readonly StepMessage[],
  viewer: number | null,
  wanted: CardId | null = null,
): Motion[] {
  if (steps.length > FRESH) return [];
  let after = 0;
  return steps.flatMap(({ events }) =>
    events.flatMap((event) => {
      if (event.type === 'tybor_acted') after += APART_MS;
      return motionOf(event, viewer, wanted).map((motion) => ({ ...motion, after: motion.after + after }));
    }),
  );
}
