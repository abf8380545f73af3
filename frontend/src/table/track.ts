import type { View } from '../net/types';
import type { Runner } from './ScoreTrack.svelte';
import type { Session } from './session.svelte';

/** Everybody on the score track, and where the reader's plan would lead. */
export function runnersOf(view: View, session: Session): Runner[] {
  const plus = session.preview?.points?.points ?? 0;
  const seats = view.seats.map(({ seat, score }) => ({
    key: `${seat}`,
    seat,
    name: session.people.nameOf(seat),
    score,
    plus: seat === view.viewer ? plus : 0,
  }));
  return view.tybor ? [...seats, { key: 'tybor', seat: null, name: 'Tybor', score: view.tybor.score, plus: 0 }] : seats;
}
