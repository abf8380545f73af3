import { samePlan, type Placement, type Plan } from './plan';

export const LETTERS = ['A', 'B', 'C'] as const;
export type Letter = (typeof LETTERS)[number];

/** A planned placement kept for comparison. */
export interface Kept extends Placement {
  readonly letter: Letter;
}

/** A stored plan; kept ones have their letter. */
export interface Noted extends Plan {
  readonly letter: Letter | null;
}

/** Plans kept for comparison: each has its letter for as long as it is kept. */
export class KeptPlans {
  private all = $state.raw<readonly Kept[]>([]);

  /** In the order of their letters. */
  get list(): readonly Kept[] {
    return this.all;
  }

  /** The letter that the next one gets; null when all are taken. */
  get free(): Letter | null {
    return LETTERS.find((letter) => !this.findNamed(letter)) ?? null;
  }

  findNamed(letter: string): Kept | null {
    return this.all.find((one) => one.letter === letter) ?? null;
  }

  letterOf(plan: Placement): Letter | null {
    return this.all.find((one) => samePlan(one, plan))?.letter ?? null;
  }

  /** Keep `plan`, once, by the letter that is `meant` or the next one; return its letter, or null if none is left. */
  add({ card, side, cell }: Placement, meant: Letter | null = this.free): Letter | null {
    const letter = this.letterOf({ card, side, cell }) ?? meant;
    if (letter && !this.findNamed(letter)) {
      this.all = [...this.all, { card, side, cell, letter }].sort((a, b) => a.letter.localeCompare(b.letter));
    }
    return letter;
  }

  drop(letter: Letter): void {
    this.retain((one) => one.letter !== letter);
  }

  /** The one that follows `letter`, round and round. */
  after(letter: Letter | null): Kept | null {
    const at = this.all.findIndex((one) => one.letter === letter);
    return this.all[(at + 1) % this.all.length] ?? null;
  }

  /** Drop those for which `holds` is false. */
  retain(holds: (one: Kept) => boolean): void {
    const left = this.all.filter(holds);
    if (left.length < this.all.length) this.all = left;
  }
}
