import type { Act, Done, RefusalMessage } from './types';

export type Answer = Done | RefusalMessage;

/** Unanswered messages, in the order of sending. */
export class Outbox {
  private readonly waiting = new Map<string, { act: Act; resolve: (answer: Answer) => void }>();

  add(act: Act): Promise<Answer> {
    return new Promise((resolve) => this.waiting.set(act.id, { act, resolve }));
  }

  takeAnswer(answer: Answer): void {
    if (answer.id === null) return;
    this.waiting.get(answer.id)?.resolve(answer);
    this.waiting.delete(answer.id);
  }

  listUnanswered(): readonly Act[] {
    return [...this.waiting.values()].map(({ act }) => act);
  }
}
