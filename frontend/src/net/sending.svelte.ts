import { announce } from '../base/announce.svelte';
import { wordsOf } from './problem';

/** Submission of a form: it is disabled while it waits, and shows errors. */
export class Sending {
  busy = $state(false);
  fault = $state('');

  /** `words` say what was thrown. */
  constructor(private readonly words: (thrown: unknown) => string = wordsOf) {}

  async send(event: SubmitEvent, ask: () => Promise<void>): Promise<void> {
    event.preventDefault();
    this.busy = true;
    this.fault = '';
    try {
      await ask();
    } catch (error) {
      this.fault = this.words(error);
      announce(this.fault);
    } finally {
      this.busy = false;
    }
  }
}
