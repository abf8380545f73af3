import { tick } from 'svelte';
import { whenShown } from '../base/deferred';
import { SLOWER, WAY_MS, type Motion, type Place, type Thing } from './motion';

/** Finds the element at a place now; null while it is out of sight. */
export interface Sights {
  rect(place: Place): DOMRect | null;
  /** Element to hide while a copy of it flies there. */
  landed(place: Place): Element | null;
}

/** One thing on its way, drawn by Flights.svelte. */
export interface Flight {
  readonly key: number;
  readonly thing: Thing;
  readonly fly: (element: HTMLElement) => () => void;
}

/** How high points rise on their way, and how far a lost symbol falls. */
const RISE = 34;
const FALL = 30;
/** How much larger a card is at the height of its way: it was lifted. */
const LIFT = 0.06;
/** A card that came face down is turned over in its slot. */
const TURN_MS = 180;
const ease = (part: number): number => 1 - (1 - part) ** 3;
const middle = (rect: DOMRect): { x: number; y: number } => ({
  x: rect.left + rect.width / 2,
  y: rect.top + rect.height / 2,
});
const below = (rect: DOMRect): DOMRect => new DOMRect(rect.left, rect.top + FALL, rect.width, rect.height);

const wayOf = ({ thing, slow }: Motion): number => WAY_MS[thing.kind] * (slow ? SLOWER : 1);

/** Appearance of a flying thing after `part` of its way. */
export function lookAt(
  kind: Thing['kind'],
  from: DOMRect,
  to: DOMRect,
  part: number,
  falls = false,
): { transform: string; opacity: number } {
  const [start, end, gone] = [middle(from), middle(to), ease(part)];
  const lift = kind === 'points' || (kind === 'symbol' && !falls) ? Math.sin(Math.PI * gone) * RISE : 0;
  const x = start.x + (end.x - start.x) * gone;
  const y = start.y + (end.y - start.y) * gone - lift;
  const size = kind === 'card' ? (1 + (to.width / from.width - 1) * gone) * (1 + Math.sin(Math.PI * part) * LIFT) : 1;
  return {
    transform: `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${size})`,
    opacity: falls ? 1 - part ** 2 : 1,
  };
}

/** Flights over the desk. They are decoration: nothing waits for them, and none can be pressed. */
export class Flights {
  flying = $state.raw<readonly Flight[]>([]);
  private next = 0;
  /** Number of flights still to start. */
  private due = 0;
  /** Counts how often all motion was ended: earlier flights are no longer shown. */
  private age = 0;
  private hidden: readonly Animation[] = [];

  constructor(
    private readonly still: () => boolean,
    private readonly sights: Sights,
  ) {}

  /** Start flights. Called before the desk is redrawn, so that they start from the old places. */
  start(motions: readonly Motion[]): void {
    if (this.still() || document.hidden) return;
    for (const motion of motions) {
      this.reserve(motion);
      if (motion.after) this.later(motion);
      else this.setOut(motion);
    }
  }

  /** Whether there are flights, now or pending. */
  get moving(): boolean {
    return this.due + this.flying.length > 0;
  }

  /** End all motion at once: the reader acts. */
  end(): void {
    this.age++;
    this.flying = [];
    for (const each of this.hidden) each.cancel();
    this.hidden = [];
  }

  private later(motion: Motion): void {
    const { age } = this;
    this.due++;
    setTimeout(() => {
      this.due--;
      if (age === this.age) this.setOut(motion);
    }, motion.after);
  }

  /** Hide the target until the flight has arrived. */
  private reserve(motion: Motion): void {
    const { from, to, after } = motion;
    if (!to || !this.sights.rect(from)) return;
    const { age } = this;
    const duration = after + wayOf(motion);
    void tick().then(() => {
      const hidden =
        age === this.age && this.sights.landed(to)?.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
      if (hidden) this.hidden = [...this.hidden.filter(({ playState }) => playState === 'running'), hidden];
    });
  }

  private setOut(motion: Motion): void {
    const { thing, from, to } = motion;
    const { age } = this;
    const start = this.sights.rect(from);
    if (!start) return;
    const goal = (): DOMRect | null => (to ? this.sights.rect(to) : below(start));
    // Where it goes is looked for when the news is on the screen: asked before, it would keep the news waiting.
    this.due++;
    void whenShown().then(() => {
      this.due--;
      if (age !== this.age || !goal()) return;
      const key = this.next++;
      const arrive = (): void => {
        this.flying = this.flying.filter((flight) => flight.key !== key);
        if (to?.at === 'source')
          this.sights.landed(to)?.animate([{ transform: 'scaleX(0)' }, {}], { duration: TURN_MS });
      };
      const fly = (element: HTMLElement): (() => void) =>
        run(element, { kind: thing.kind, way: wayOf(motion), falls: !to }, start, goal, arrive);
      this.flying = [...this.flying, { key, thing, fly }];
    });
  }
}

/** Move `element` from its old place to the current one of its goal; returns a function that stops it. */
function run(
  element: HTMLElement,
  { kind, way, falls }: { readonly kind: Thing['kind']; readonly way: number; readonly falls: boolean },
  from: DOMRect,
  goal: () => DOMRect | null,
  arrive: () => void,
): () => void {
  const began = performance.now();
  let frame = 0;
  if (kind === 'card') element.style.width = `${from.width}px`;
  const step = (now: number): void => {
    const part = Math.min(1, Math.max(0, now - began) / way);
    const to = goal();
    if (!to || part === 1) return arrive();
    Object.assign(element.style, lookAt(kind, from, to, part, falls));
    frame = requestAnimationFrame(step);
  };
  step(began);
  return () => cancelAnimationFrame(frame);
}
