/** Storyboard of the final scoring: beats and their durations. Points and cells are the server's. */

import type { CardId, Cell, ObjectiveScore, Result, View } from '../../net/types';

interface Timed {
  /** Milliseconds. */
  readonly ms: number;
}

/** The objective in the middle: a common one, or the secret one of `owner`, which turns over. */
export interface Lay extends Timed {
  readonly type: 'objective';
  readonly card: CardId;
  readonly owner: number | null;
}

/** One copy of the objective lights up on the codex of `seat`. */
interface Glow extends Timed {
  readonly type: 'copy';
  readonly seat: number;
  readonly cells: readonly Cell[];
}

/** The points of the objective for `seat` fly to its token, which runs to `to`. */
export interface Gain extends Timed {
  readonly type: 'gain';
  readonly seat: number;
  readonly card: CardId;
  readonly copies: number;
  readonly points: number;
  readonly to: number;
}

/** A pause: the room darkens, or a decisive moment follows. */
interface Hush extends Timed {
  readonly type: 'hush';
}

/** Who has won is ringed. */
interface Won extends Timed {
  readonly type: 'won';
}

export type Beat = Lay | Glow | Gain | Hush | Won;

const DARK_MS = 500;
const CARD_MS = 850;
const TURNED_MS = 620;
const GLOW_MS = 230;
const GAIN_MS = 800;
const NOTHING_MS = 430;
const HUSH_MS = 400;
const WON_MS = 1100;

/** How long the film takes: two seats about nine seconds, four twelve. */
const lengthFor = (seats: number): number => 6000 + 1500 * Math.max(seats, 1.4);
/** Limits of slowing it down or speeding it up for that. */
const STRETCH = 1.5;
const SQUEEZE = 0.3;

/** All copies of one objective are counted, seat by seat. */
function countBeats(seat: number, score: ObjectiveScore, to: number): Beat[] {
  const glows = score.found.map(({ cells }): Beat => ({ type: 'copy', seat, cells, ms: GLOW_MS }));
  const { id: card, copies, points } = score;
  return [...glows, { type: 'gain', seat, card, copies, points, to, ms: points ? GAIN_MS : NOTHING_MS }];
}

/** In the order of the seats, the reader's own last. */
function inOrder(view: View): number[] {
  const seats = view.seats.map(({ seat }) => seat);
  return [...seats.filter((seat) => seat !== view.viewer), ...seats.filter((seat) => seat === view.viewer)];
}

/** Whose secret objective is turned over first: the lowest total's. */
const fromTheLowest = ({ totals }: Result, seats: readonly number[]): number[] =>
  [...seats].sort((a, b) => (totals[a] ?? 0) - (totals[b] ?? 0));

/** A pause before the token that moves last. */
function pauseBeforeLast(beats: readonly Beat[]): Beat[] {
  const last = beats.findLastIndex((beat) => beat.type === 'gain' && beat.points > 0);
  return last < 0 ? [...beats] : beats.toSpliced(last, 0, { type: 'hush', ms: HUSH_MS });
}

function paceBeats(beats: readonly Beat[], seats: number): Beat[] {
  const natural = beats.reduce((sum, { ms }) => sum + ms, 0);
  const factor = Math.min(STRETCH, Math.max(SQUEEZE, lengthFor(seats) / natural));
  return beats.map((beat) => ({
    ...beat,
    ms: Math.round(beat.ms * (isEmpty(beat, seats) ? Math.min(1, factor) : factor)),
  }));
}

/** Beats to skip: in a solo game, an objective without points is not dwelt on. */
const isEmpty = (beat: Beat, seats: number): boolean =>
  seats === 1 && (beat.type === 'objective' || (beat.type === 'gain' && beat.points === 0));

/** The whole film of a finished game. */
export function storyboardOf(view: View, result: Result): Beat[] {
  const order = inOrder(view);
  const scores = view.seats.map(({ score }) => score);
  const count = (seat: number, at: number): Beat[] => {
    const score = result.objectives[seat]?.[at];
    if (!score) return [];
    return countBeats(seat, score, (scores[seat] = (scores[seat] ?? 0) + score.points));
  };
  const common = view.common_objectives.flatMap((card, at): Beat[] => [
    { type: 'objective', card, owner: null, ms: CARD_MS },
    ...order.flatMap((seat) => count(seat, at)),
  ]);
  const secret = fromTheLowest(result, order).flatMap((owner): Beat[] => {
    const at = view.common_objectives.length;
    const card = result.objectives[owner]?.[at]?.id;
    return card === undefined ? [] : [{ type: 'objective', card, owner, ms: TURNED_MS }, ...count(owner, at)];
  });
  const beats: Beat[] = [
    { type: 'hush', ms: DARK_MS },
    ...pauseBeforeLast([...common, ...secret]),
    { type: 'won', ms: WON_MS },
  ];
  return paceBeats(beats, view.seats.length);
}
