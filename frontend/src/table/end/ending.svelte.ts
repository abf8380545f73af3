import { whenShown } from '../../base/deferred';

/** One beat of silence after the last card has settled, and how long it may take to settle. */
const SILENCE_MS = 600;
const SETTLED_BY_MS = 3_000;
const LOOK_MS = 50;

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Progress of showing the end of a game: while its last card settles and while it is counted, nothing reveals the
 * winner. Readers who come later, or with reduced motion, get the result at once, and may watch the scoring from there.
 */
export class Ending {
  private stage = $state<'open' | 'settling' | 'film'>('open');
  /** When the game ended before the reader's eyes, in milliseconds since 1970. */
  at = $state<number | null>(null);
  /** Whether the scoring was on the stage. */
  watched = $state(false);

  /** `moving` returns whether there are flights over the desk. */
  constructor(
    private readonly still: () => boolean,
    private readonly moving: () => boolean,
  ) {}

  /** Whether the result may be seen, once the game is over. */
  get open(): boolean {
    return this.stage === 'open';
  }

  /** Whether the scoring is on the stage. */
  get staged(): boolean {
    return this.stage === 'film';
  }

  /** The game has just ended. */
  async begin(): Promise<void> {
    this.at = Date.now();
    if (this.still() || document.hidden) return;
    this.stage = 'settling';
    await whenShown();
    for (let waited = 0; this.moving() && waited < SETTLED_BY_MS; waited += LOOK_MS) await after(LOOK_MS);
    await after(SILENCE_MS);
    if (this.stage === 'settling') this.stage = 'film';
  }

  /** Show the scoring, again or for the first time. */
  watch(): void {
    this.stage = 'film';
  }

  close(): void {
    this.watched = true;
    this.stage = 'open';
  }
}
