import { recallJson, remember } from '../base/memory';

const KEY = 'codex.mutes';
/** People that one browser remembers to have muted; the oldest are forgotten first. */
const MOST = 200;

interface Kept {
  /** All are muted. */
  readonly all: boolean;
  /** Watchers are muted. */
  readonly watchers: boolean;
  readonly people: readonly string[];
}

function readMutes(): Kept {
  const found = (recallJson(KEY) ?? {}) as Partial<Record<keyof Kept, unknown>>;
  const people = Array.isArray(found.people) ? found.people.filter((each) => typeof each === 'string') : [];
  return { all: found.all === true, watchers: found.watchers === true, people: people.slice(-MOST) };
}

/** The people a reader has muted, at any table. Kept in this browser, so no one learns that they are muted. */
class Mutes {
  private kept = $state.raw(readMutes());

  get all(): boolean {
    return this.kept.all;
  }
  set all(all: boolean) {
    this.keep({ all });
  }

  get watchers(): boolean {
    return this.kept.watchers;
  }
  set watchers(watchers: boolean) {
    this.keep({ watchers });
  }

  isMuted(person: string): boolean {
    return this.kept.people.includes(person);
  }

  mute(person: string, muted: boolean): void {
    const others = this.kept.people.filter((each) => each !== person);
    this.keep({ people: muted ? [...others, person].slice(-MOST) : others });
  }

  hears(person: string, watches: boolean): boolean {
    return !this.all && !(watches && this.watchers) && !this.isMuted(person);
  }

  private keep(some: Partial<Kept>): void {
    this.kept = { ...this.kept, ...some };
    remember(KEY, JSON.stringify(this.kept));
  }
}

export const mutes = new Mutes();
