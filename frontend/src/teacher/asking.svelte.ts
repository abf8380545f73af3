import { ApiError, OFFLINE } from '../net/http';
import type { HintResponse } from '../net/teach';

/** Delay before the next poll. */
const LATER_MS = 500;

/**
 * Number of failed requests in a row that count as a failure: a review takes minutes, and a network may fail for
 * moments.
 */
const UNHEARD = 5;

const isUnheard = (error: unknown): boolean => error instanceof ApiError && error.code === OFFLINE;

/** A question to the teacher that may take a while. */
export class Asking<T extends { readonly state: HintResponse['state']; readonly part: number }> {
  answer = $state.raw<T | null>(null);
  failure = $state.raw<unknown>(null);
  private over = false;

  constructor(
    private readonly ask: () => Promise<T>,
    private readonly later = LATER_MS,
  ) {}

  get ready(): boolean {
    return this.answer?.state === 'ready';
  }

  /** Poll until it is answered or cancelled. */
  async run(): Promise<void> {
    this.failure = null;
    let unheard = 0;
    try {
      while (!this.over) {
        const answer = await this.ask().catch((error: unknown) => {
          if (!isUnheard(error) || ++unheard > UNHEARD) throw error;
          return null;
        });
        if (this.over) return;
        if (answer) {
          unheard = 0;
          this.answer = answer;
          if (answer.state === 'ready') return;
        }
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
