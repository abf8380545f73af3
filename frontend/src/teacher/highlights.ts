/** The three turns of a review that are worth most to the reader. */

import type { Review, Reviewed } from '../net/teach';

export interface Highlight {
  readonly kind: 'turning' | 'best_turn' | 'try_this';
  readonly turn: Reviewed;
}

const most = (turns: readonly Reviewed[], worth: (turn: Reviewed) => number): Reviewed | undefined =>
  turns.reduce<Reviewed | undefined>((best, turn) => (best && worth(best) >= worth(turn) ? best : turn), undefined);

/** How far ahead its player was before and after: what the turn brought by choice and luck, in points. */
function gainOf({ curve }: Review, { version, after, seat }: Reviewed): number {
  const at = (wanted: number): number => curve.findLast((point) => point.version <= wanted)?.margins[seat] ?? 0;
  return at(after) - at(version);
}

/** Where the game turned most, the best turn that brought most, and the turn that lost most to what was possible. */
export function highlightsOf(review: Review, seat: number | null): Highlight[] {
  const turns = review.turns.filter((turn) => turn.turn && (seat === null || turn.seat === seat));
  const turning = turns.filter(({ version }) => review.turning.includes(version));
  const best = turns.filter(({ compared }) => compared.verdict === 'best');
  const lost = turns.filter(({ compared }) => ['inaccurate', 'mistake', 'blunder'].includes(compared.verdict));
  const found = {
    turning: most(turning, (turn) => Math.abs(gainOf(review, turn))),
    best_turn: most(best, (turn) => gainOf(review, turn)),
    try_this: most(lost, ({ compared }) => compared.loss),
  } as const;
  return (['turning', 'best_turn', 'try_this'] as const).flatMap((kind) => {
    const turn = found[kind];
    return turn ? [{ kind, turn }] : [];
  });
}
