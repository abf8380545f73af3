import type { EventOf, StepMessage } from '../net/types';

/** Actions of another seat in one turn. */
export interface Doing {
  readonly seat: number;
  readonly laid: EventOf<'card_placed'> | null;
  /** The card taken, or drawn unseen, that ended the turn. */
  readonly got: EventOf<'card_taken'> | EventOf<'card_drawn'> | null;
}

export type Banner = { readonly type: 'turn'; readonly doings: readonly Doing[] } | { readonly type: 'ending' };

/** How long a banner stays unless the reader acts, in milliseconds. */
const STAYS_MS = { turn: 6_000, ending: 5_000 } as const;

/** Actions of the others since the reader's own last placement, by seat. */
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

/** Brief notices of the desk: the reader's turn with the actions of others, or the beginning of the end. */
export class Tidings {
  banner = $state.raw<Banner | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Handle `steps`, the last of the `log`. */
  hear(steps: readonly StepMessage[], log: readonly StepMessage[], viewer: number | null): void {
    const events = steps.flatMap((step) => step.events);
    if (events.some(({ type }) => type === 'game_ended')) return this.hush();
    if (events.some(({ type }) => type === 'end_triggered')) return this.show({ type: 'ending' });
    if (viewer === null || !events.some((event) => event.type === 'turn_began' && event.seat === viewer)) return;
    const doings = doingsOf(log, viewer);
    if (doings.length && this.banner?.type !== 'ending') this.show({ type: 'turn', doings });
  }

  /** Clear the notices: the reader acts. */
  hush(): void {
    clearTimeout(this.timer);
    this.banner = null;
  }

  private show(banner: Banner): void {
    this.hush();
    this.banner = banner;
    this.timer = setTimeout(() => this.hush(), STAYS_MS[banner.type]);
  }
}
