import type { HintTold } from './types';

/** How long to wait before asking again. */
const LATER_MS = 500;

/** A question to the teacher that may take a while. */
export class Asking<T extends { readonly state: HintTold['state']; readonly part: number }> {
  told = $state.raw<T | null>(null);
  failure = $state.raw<unknown>(null);
  private over = false;

  constructor(
    private readonly ask: () => Promise<T>,
    private readonly later = LATER_MS,
  ) {}

  get ready(): boolean {
    return this.told?.state === 'ready';
  }

  /** Ask until it is answered, or nobody wants to know any more. */
  async run(): Promise<void> {
    this.failure = null;
    try {
      while (!this.over) {
        const told = await this.ask();
        if (this.over) return;
        this.told = told;
        if (told.state === 'ready') return;
        await new Promise((resolve) => setTimeout(resolve, this.later));
      }
    } catch (error) {
      this.failure = error;
    }
  }

  stop(): void {
    this.over = true;
  }
}
