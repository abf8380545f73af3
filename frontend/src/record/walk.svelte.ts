/** Navigation of a finished game: the version, playback, and the codex in front. */

import type { ReplayGame } from './game';

const BEAT_MS = 1_300;

export class Walk {
  version = $state(0);
  /** The last version visited. */
  furthest = $state(0);
  playing = $state(false);
  /** The seat whose codex stays in front; null to follow the seat that acts. */
  pinned = $state<number | null>(null);
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly game: ReplayGame,
    version: number,
    /** Called after each step of the reader, to announce and note it. */
    private readonly onMove: (version: number, how: 'step' | 'slide' | 'play') => void = () => {},
  ) {
    this.version = game.within(version);
    this.furthest = this.version;
  }

  get atEnd(): boolean {
    return this.version === this.game.end;
  }

  /** Seat whose codex is drawn large: at the deal, before the first action, the viewer's. */
  get front(): number {
    const { seat } = this.game.stopAt(this.version);
    return this.pinned ?? seat ?? this.game.viewAt(this.version).viewer ?? 0;
  }

  go(version: number, how: 'step' | 'slide' = 'step'): void {
    this.pause();
    this.move(version, how);
  }

  step(by: 1 | -1): void {
    this.go(this.version + by);
  }

  turn(by: 1 | -1): void {
    this.go(this.game.turnFrom(this.version, by));
  }

  /** Start playback, from the deal again if it is over. */
  play(): void {
    if (this.playing) return this.pause();
    if (this.atEnd) this.move(0, 'play');
    this.playing = true;
    this.timer = setInterval(() => {
      this.move(this.version + 1, 'play');
      if (this.atEnd) this.pause();
    }, BEAT_MS);
  }

  pause(): void {
    clearInterval(this.timer);
    this.playing = false;
  }

  /** Keep a seat's codex in front, or follow the game again. */
  pin(seat: number): void {
    this.pinned = this.pinned === seat ? null : seat;
  }

  private move(version: number, how: 'step' | 'slide' | 'play'): void {
    const next = this.game.within(version);
    if (next === this.version) return;
    this.version = next;
    this.furthest = Math.max(this.furthest, next);
    this.onMove(next, how);
  }
}
