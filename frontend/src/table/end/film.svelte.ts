import type { CardId, Cell, Result, View } from '../../net/types';
import { storyboardOf, type Beat, type Gain, type Lay } from './storyboard';

/** Whether a beat completes a still picture, shown without motion: one per objective, with all its points. */
const isPicture = (beat: Beat, next: Beat | undefined): boolean =>
  beat.type === 'won' ||
  (beat.type !== 'hush' && next?.type === 'objective') ||
  (next?.type === 'won' && beat.type === 'gain');

/** Projector of the final scoring: plays the beats of its storyboard, each of which can be skipped, as can all. */
export class Film {
  readonly beats: readonly Beat[];
  /** The beat shown; beyond the last one the film is over. */
  at = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly view: View,
    result: Result,
    /** Whether the reader leafs through still pictures instead. */
    private readonly still: boolean,
    private readonly onbeat: (beat: Beat) => void,
  ) {
    this.beats = storyboardOf(view, result);
  }

  get beat(): Beat | null {
    return this.beats[this.at] ?? null;
  }

  get over(): boolean {
    return this.at >= this.beats.length;
  }

  get won(): boolean {
    return this.beats.slice(0, this.at + 1).some(({ type }) => type === 'won');
  }

  /** The objective that is counted now. */
  get objective(): Lay | null {
    const laid = this.beats.slice(0, this.at + 1).findLast((beat) => beat.type === 'objective');
    return laid?.type === 'objective' && !this.won ? laid : null;
  }

  /** Beats since that objective was in the middle. */
  private get since(): readonly Beat[] {
    const from = this.beats.slice(0, this.at + 1).findLastIndex((beat) => beat.type === 'objective');
    return from < 0 || this.won ? [] : this.beats.slice(from, this.at + 1);
  }

  /** The copies of the objective that are lit on a seat's codex. */
  litOf(seat: number): readonly (readonly Cell[])[] {
    return this.since.flatMap((beat) => (beat.type === 'copy' && beat.seat === seat ? [beat.cells] : []));
  }

  /** Points of the objective for a seat, once it is counted. */
  gainOf(seat: number): Gain | null {
    const gain = this.since.find((beat) => beat.type === 'gain' && beat.seat === seat);
    return gain?.type === 'gain' ? gain : null;
  }

  /** Whose codex is counted; null for none. */
  get seat(): number | null {
    const { beat } = this;
    if (beat?.type === 'copy' || beat?.type === 'gain') return beat.seat;
    return beat?.type === 'objective' ? beat.owner : null;
  }

  /** The points of a seat as far as they are counted. */
  scoreOf(seat: number): number {
    const gain = this.beats.slice(0, this.at + 1).findLast((beat) => beat.type === 'gain' && beat.seat === seat);
    return gain?.type === 'gain' ? gain.to : (this.view.seats[seat]?.score ?? 0);
  }

  /** The secret objectives that have been turned over. */
  get turned(): readonly CardId[] {
    return this.beats
      .slice(0, this.at + 1)
      .flatMap((beat) => (beat.type === 'objective' && beat.owner !== null ? [beat.card] : []));
  }

  start(): void {
    if (this.still) this.leaf();
    else this.show();
  }

  /** Go on to the next beat, or leaf to the next picture. */
  next(): void {
    this.at += 1;
    if (this.still) this.leaf();
    else this.show();
  }

  /** End it here: all of it is counted. */
  skip(): void {
    clearTimeout(this.timer);
    this.at = this.beats.length;
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private show(): void {
    clearTimeout(this.timer);
    const { beat } = this;
    if (!beat) return;
    this.onbeat(beat);
    this.timer = setTimeout(() => this.next(), beat.ms);
  }

  /** Go to a complete picture, and announce all that is on it. */
  private leaf(): void {
    const { beat } = this;
    if (!beat) return;
    this.onbeat(beat);
    if (isPicture(beat, this.beats[this.at + 1])) return;
    this.at += 1;
    this.leaf();
  }
}
