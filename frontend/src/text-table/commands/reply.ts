/** Replies of the command line. */

export interface Answer {
  readonly lines: readonly string[];
  /** Title of a longer answer. */
  readonly title: string | null;
  /** Whether it was refused, and is announced at once. */
  readonly refusal: boolean;
  /** Outcome of a sent action: null on success, which the events report. */
  readonly sent: Promise<Answer | null> | null;
}

export const answerWith = (lines: readonly string[], title: string | null = null): Answer => ({
  lines,
  title,
  refusal: false,
  sent: null,
});

export const refuse = (lines: readonly string[]): Answer => ({ lines, title: null, refusal: true, sent: null });

export const sending = (sent: Promise<Answer | null>): Answer => ({ lines: [], title: null, refusal: false, sent });
