/** What the command line says back. */

export interface Answer {
  readonly lines: readonly string[];
  /** What a longer answer is about. */
  readonly title: string | null;
  /** Whether it could not be done, and is said at once. */
  readonly refusal: boolean;
  /** What comes of it, if something was sent: null when all went well, since the events tell it. */
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
