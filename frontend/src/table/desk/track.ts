import type { View } from '../../net/types';
import type { Runner } from './ScoreTrack.svelte';
import type { People } from '../../game/story';

/** Points shown with a seat: those on the track, plus those of its objectives once they are `counted`. */
export const standing = ({ seats, result }: View, seat: number, counted: boolean): number =>
  (counted ? result?.totals[seat] : undefined) ?? seats[seat]?.score ?? 0;

/** All tokens on the score track, and the target of the reader's plan. */
export function runnersOf(view: View, { nameOf }: People, planned = 0, counted = true): Runner[] {
  const seats = view.seats.map(({ seat }) => ({
    key: `${seat}`,
    seat,
    name: nameOf(seat),
    score: standing(view, seat, counted),
    plus: seat === view.viewer ? planned : 0,
  }));
  return view.tybor ? [...seats, { key: 'tybor', seat: null, name: 'Tybor', score: view.tybor.score, plus: 0 }] : seats;
}
