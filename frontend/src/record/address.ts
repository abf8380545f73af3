/** Every moment has an address: `?turn=12&step=1&seat=all`. */

import type { ReplayGame } from './game';

/** A seat's, a spectator's, or with all cards open. */
export type Eyes = number | 'all' | null;

export interface Wanted {
  readonly turn: number;
  /** Null for the whole turn. */
  readonly step: number | null;
  /** A version, where the turn is not known; it counts before the turn. */
  readonly version: number | null;
  /** Undefined when the address does not say. */
  readonly eyes: Eyes | undefined;
  /** The version before a turn whose review is meant. */
  readonly review: number | null;
}

const numberIn = (text: string | null): number | null => (text && /^\d{1,4}$/.test(text) ? Number(text) : null);

function eyesIn(text: string | null): Eyes | undefined {
  if (text === 'all') return 'all';
  if (text === 'none') return null;
  return numberIn(text) ?? undefined;
}

export function wantedIn(search: string): Wanted {
  const values = new URLSearchParams(search);
  return {
    turn: numberIn(values.get('turn')) ?? 0,
    step: numberIn(values.get('step')),
    version: numberIn(values.get('version')),
    eyes: eyesIn(values.get('seat')),
    review: numberIn(values.get('review')),
  };
}

export const versionWanted = (game: ReplayGame, { turn, step, version }: Wanted): number =>
  version === null ? game.versionOf(turn, step) : game.within(version);

export function searchFor(game: ReplayGame, version: number, eyes: Eyes): string {
  const { turn, step } = game.stopAt(version);
  const whole = turn === 0 ? step === 0 : version === game.endOf(turn);
  return `?turn=${turn}${whole ? '' : `&step=${step}`}&seat=${eyes ?? 'none'}`;
}

/** The address of a turn in the review. */
export const reviewFor = (game: ReplayGame, version: number, eyes: Eyes): string =>
  `${searchFor(game, version, eyes)}&review=${version}`;

/** Name of this viewer in requests. */
export const queryOf = (eyes: Eyes): string => (eyes === null ? '' : `?seat=${eyes}`);
