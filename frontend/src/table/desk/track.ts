import type { View } from '../../net/types';
import type { Runner } from './ScoreTrack.svelte';
import type { People } from '../../game/story';

/** Everybody on the score track, and where the points that the reader's plan would give lead to. */
export function runnersOf(view: View, { nameOf }: People, planned = 0): Runner[] {
  const seats = view.seats.map(({ seat, score }) => ({
    key: `${seat}`,
    seat,
    name: nameOf(seat),
    score,
    plus: seat === view.viewer ? planned : 0,
  }));
  return view.tybor ? [...seats, { key: 'tybor', seat: null, name: 'Tybor', score: view.tybor.score, plus: 0 }] : seats;
}
