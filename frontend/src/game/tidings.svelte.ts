import type { EventOf, StepMessage } from '../net/types';

/** What another seat did in one turn. */
export interface Doing {
  readonly seat: number;
  readonly laid: EventOf<'card_placed'> | null;
  /** The card taken, or drawn unseen, that ended the turn. */
  readonly got: EventOf<'card_taken'> | EventOf<'card_drawn'> | null;
}

export type Banner = { readonly type: 'turn'; readonly doings: readonly Doing[] } | { readonly type: 'ending' };

/** How long a banner stays unless the reader acts, in milliseconds. */
const STAYS_MS = { turn: 6_000, ending: 5_000 } as const;

/** What the others did since the reader's own last placement, seat by seat, as it was told. */
export function doingsOf(log: readonly StepMessage[], viewer: number): Doing[] {
  const events = log.flatMap((step) => step.events);
  const since = events.findLastIndex((event) => event.type === 'card_placed' && event.seat === viewer);
  return (since < 0 ? [] : events.slice(since + 1)).reduce<Doing[]>((doings, event) => {
    if (event.type !== 'card_placed' && event.type !== 'card_taken' && event.type !== 'card_drawn') return doings;
    if (event.seat === viewer) return doings;
    const old = doings.find(({ seat }) => seat === event.seat) ?? { seat: event.seat, laid: null, got: null };
    const doing = event.type === 'card_placed' ? { ...old, laid: event } : { ...old, got: event };
    return [...doings.filter((each) => each !== old), doing];
  }, []);
}

/** What the desk tells in passing: that one's turn has come and what others did, or that the end has begun. */
export class Tidings {
  banner = $state.raw<Banner | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Hear of `steps`, which end the `log`. */
  hear(steps: readonly StepMessage[], log: readonly StepMessage[], viewer: number | null): void {
    const events = steps.flatMap((step) => step.events);
    if (events.some(({ type }) => type === 'game_ended')) return this.hush();
    if (events.some(({ type }) => type === 'end_triggered')) return this.tell({ type: 'ending' });
    if (viewer === null || !events.some((event) => event.type === 'turn_began' && event.seat === viewer)) return;
    const doings = doingsOf(log, viewer);
    if (doings.length && this.banner?.type !== 'ending') this.tell({ type: 'turn', doings });
  }

  /** The reader goes on. */
  hush(): void {
    clearTimeout(this.timer);
    this.banner = null;
  }

  private tell(banner: Banner): void {
    this.hush();
    this.banner = banner;
    this.timer = setTimeout(() => this.hush(), STAYS_MS[banner.type]);
  }
}
