/** A finished game for replay: every view, and the turns of its versions. */

import type { Replay, StepMessage, View } from '../net/types';
import { changed } from '../net/patch';

/** Place of a version: its turn, counted over all seats, and its step in that turn. */
export interface Stop {
  /** 0 is the setup. */
  readonly turn: number;
  /** Counted from 1; in the setup the version itself. */
  readonly step: number;
  /** Whose turn it is, or who acted. */
  readonly seat: number | null;
}

/** Points of all at one version; Tybor's last. */
export type Points = readonly number[];

export class ReplayGame {
  readonly views: readonly View[];
  readonly log: readonly StepMessage[];
  readonly stops: readonly Stop[];
  readonly points: readonly Points[];

  constructor({ first, steps }: Replay) {
    const views = [first];
    for (const { change } of steps) views.push(changed(views.at(-1) ?? first, change));
    this.views = views;
    this.log = steps.map(({ seat, events }, index) => ({ version: index + 1, seat, events }));
    this.stops = stopsOf(this.log);
    this.points = views.map(pointsOf);
  }

  /** The last version. */
  get end(): number {
    return this.views.length - 1;
  }

  get turns(): number {
    return this.stops.at(-1)?.turn ?? 0;
  }

  viewAt(version: number): View {
    const view = this.views[this.within(version)];
    if (!view) throw new RangeError(`${version}`);
    return view;
  }

  stopAt(version: number): Stop {
    return this.stops[this.within(version)] ?? { turn: 0, step: 0, seat: null };
  }

  within(version: number): number {
    return Math.min(Math.max(0, Math.trunc(version) || 0), this.end);
  }

  /** The last version of a turn; without a turn, of the setup. */
  endOf(turn: number): number {
    return this.stops.findLastIndex((stop) => stop.turn <= Math.max(0, turn));
  }

  /** The version of a step of a turn: the end of the turn if no step is named, and the deal for turn 0. */
  versionOf(turn: number, step: number | null): number {
    if (turn <= 0) return Math.min(this.within(step ?? 0), this.endOf(0));
    const last = this.endOf(turn);
    const found = this.stops.findIndex((stop) => stop.turn === turn && stop.step === step);
    return step === null || found < 0 ? last : found;
  }

  /** The end of the turn before or after a version, or the end of the setup, or the deal. */
  turnFrom(version: number, by: 1 | -1): number {
    const { turn } = this.stopAt(version);
    if (by > 0) return version < this.endOf(turn) ? this.endOf(turn) : this.endOf(turn + 1);
    if (turn === 0) return 0;
    return this.endOf(turn - 1);
  }
}

function stopsOf(log: readonly StepMessage[]): Stop[] {
  const stops: Stop[] = [{ turn: 0, step: 0, seat: null }];
  for (const { seat, events } of log) {
    const { turn, step } = stops.at(-1) ?? { turn: 0, step: 0 };
    const begins = events.some(({ type }) => type === 'card_placed');
    stops.push(begins ? { turn: turn + 1, step: 1, seat } : { turn, step: step + 1, seat });
  }
  return stops;
}

function pointsOf({ seats, result, tybor }: View): Points {
  const own = seats.map(({ seat, score }) => result?.totals[seat] ?? score);
  return tybor ? [...own, tybor.score] : own;
}
