/** One replay of a finished game: its viewer, position, and the teacher's review. */

import { here, replacePlace } from '../base/place';
import { showRefusal } from '../base/announce.svelte';
import { Latest } from '../base/latest';
import { wordsOf } from '../net/problem';
import type { Exercise, Reviewed } from '../net/teach';
import { reviewFor, searchFor, versionWanted, wantedIn, type Eyes } from '../record/address';
import { replayOf, type Origin } from '../record/api';
import { ReplayGame } from '../record/game';
import { Walk } from '../record/walk.svelte';

/** Time at a moment of the game, in ms, before the address names it. */
const STAY_MS = 250;

export interface Lesson {
  readonly exercise: Exercise;
  readonly lost: number;
}

export class Reading {
  eyes = $state.raw<Eyes>(null);
  /** Null until the game is loaded. */
  walk = $state.raw<Walk | null>(null);
  /** Why loading failed. */
  failure = $state<unknown>(null);
  /** The version before the turn of the review that the address means. */
  meant = $state<number | null>(null);
  reviewing = $state(false);
  /** The turn that lies open in the review. */
  judged = $state.raw<Reviewed | null>(null);
  /** The turn that is tried again. */
  lesson = $state.raw<Lesson | null>(null);
  private noting: ReturnType<typeof setTimeout> | undefined;
  private readonly wishes = new Latest();

  constructor(
    readonly origin: Origin,
    eyes: Eyes,
    /** Called after each step that can be put in words. */
    private readonly onMove: (game: ReplayGame, version: number) => void = () => {},
  ) {
    this.eyes = eyes;
    this.meant = this.hasAddress ? wantedIn(here().search).review : null;
    this.reviewing = this.meant !== null;
  }

  /** Whether moments of this game have an address: those of an opened file have none. */
  get hasAddress(): boolean {
    return 'table' in this.origin;
  }

  /** Change the viewer, at the same moment. */
  async see(eyes: Eyes): Promise<void> {
    const counts = this.wishes.begin();
    this.walk?.pause();
    try {
      const game = new ReplayGame(await replayOf(this.origin, eyes));
      if (!counts()) return;
      this.walk?.pause(); // it may have been set going again meanwhile
      this.eyes = eyes;
      this.walk = this.walkThrough(game);
      this.note(0);
    } catch (error) {
      if (!counts()) return;
      if (this.walk) showRefusal(wordsOf(error));
      else this.failure = error;
    }
  }

  /** Go to the moment in the address: the reader went back or forward in the history. */
  followAddress(): void {
    const wanted = wantedIn(here().search);
    if (this.walk) this.walk.go(versionWanted(this.walk.game, wanted));
    if (wanted.eyes !== undefined && wanted.eyes !== this.eyes) void this.see(wanted.eyes);
  }

  review(): void {
    this.reviewing = true;
    this.walk?.pause();
  }

  /** Show a turn of the review, where its player was about to play it, or none. */
  show(turn: Reviewed | null): void {
    this.judged = turn;
    if (turn && this.walk) {
      this.walk.go(turn.version);
      this.walk.pinned = null;
    }
    this.note(0);
  }

  /** Whose codex is drawn large: that of the seat whose turn of the review lies open, until one walks on. */
  get front(): number {
    const followed = this.walk?.pinned === null ? this.reached : null;
    return followed?.seat ?? this.walk?.front ?? 0;
  }

  /** The turn of the review that is about to be played on that codex. */
  get upcoming(): Reviewed | null {
    return this.reached?.seat === this.front ? this.reached : null;
  }

  closeReview(): void {
    this.reviewing = false;
    this.judged = null;
  }

  practise(lesson: Lesson): void {
    this.meant = null;
    this.lesson = lesson;
  }

  leaveLesson(): void {
    this.lesson = null;
    this.reviewing = true;
  }

  /** Leave the page: cancel pending work. */
  stop(): void {
    this.wishes.begin();
    clearTimeout(this.noting);
    this.walk?.pause();
  }

  /** The turn that lies open in the review, if we are where it is to be played. */
  private get reached(): Reviewed | null {
    return this.judged?.version === this.walk?.version ? this.judged : null;
  }

  /** Walk on from where the walk before has come to, or else from where the address says. */
  private walkThrough(game: ReplayGame): Walk {
    const before = this.walk;
    const walk = new Walk(game, before?.version ?? versionWanted(game, wantedIn(here().search)), (version, how) => {
      if (how !== 'slide') this.onMove(game, version);
      this.note(STAY_MS);
    });
    walk.pinned = before?.pinned ?? null;
    walk.furthest = Math.max(walk.furthest, before?.furthest ?? 0);
    return walk;
  }

  /** Keep the address in step, without an entry in the history for each. */
  private note(later: number): void {
    clearTimeout(this.noting);
    if (!this.hasAddress) return;
    this.noting = setTimeout(() => {
      if (this.walk) replacePlace(this.addressAt(this.walk));
    }, later);
  }

  /** Where we are, and if a turn of the review lies open, which. */
  private addressAt({ game, version }: Walk): string {
    const reviewed = this.reached || (this.meant === version && this.reviewing);
    return (reviewed ? reviewFor : searchFor)(game, version, this.eyes);
  }
}
