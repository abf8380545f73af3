/** Notes of the first games: one at a time, when its subject first appears, and never again. */

import { ownSeat, unpaid } from '../game/plan';
import type { Session } from '../game/session.svelte';

export const NOTES = [
  'ending',
  'turn',
  'tybor',
  'price',
  'closed',
  'zoom',
  'objectives',
  'hint',
  'cell',
  'take',
  'covers',
  'compare',
] as const;
export type Note = (typeof NOTES)[number];

/** A game has to be on its way before there is anything to ask a teacher about, or to compare. */
const ADVANCED = 3;

/** Cards from which on a codex is small on a phone. */
const GROWN = 6;
const hasTouch = (): boolean => window.matchMedia?.('(pointer: coarse)').matches ?? false;

/** Whether there is now what the note is about. */
const MET: Readonly<Record<Note, (session: Session) => boolean>> = {
  ending: ({ asked, view }) => asked === 'card' && view !== null && view.ending !== null,
  turn: ({ asked }) => asked === 'card',
  tybor: ({ asked, view }) => asked === 'card' && view !== null && view.tybor !== null && view.round > 1,
  price: ({ asked, view }) =>
    asked === 'card' &&
    view !== null &&
    (ownSeat(view)?.hand.some(({ card }) => card !== null && unpaid(view, card, 'front')) ?? false),
  closed: ({ asked, view }) => asked === 'card' && Boolean(view?.blocked.length),
  zoom: ({ asked, view }) =>
    asked === 'card' && view !== null && hasTouch() && (ownSeat(view)?.laid.length ?? 0) >= GROWN,
  objectives: ({ asked, view }) => asked === 'card' && Boolean(view?.outlook.some((each) => each.completions.length)),
  hint: ({ asked, view, store }) => asked === 'card' && store.table?.hints === true && (view?.round ?? 0) >= ADVANCED,
  cell: ({ asked, unpaid: refusal }) => asked === 'cell' && refusal === null,
  take: ({ asked }) => asked === 'source',
  covers: ({ asked, preview }) =>
    asked === 'source' && (preview?.covered.some(({ symbol }) => symbol !== null) ?? false),
  compare: ({ asked, view }) => asked === 'source' && (view?.round ?? 0) >= ADVANCED,
};

/** The first note that is due and not yet known. */
export const noteOf = (session: Session, known: readonly Note[]): Note | null =>
  NOTES.find((note) => !known.includes(note) && MET[note](session)) ?? null;
