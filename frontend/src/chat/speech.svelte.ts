import { t } from '../i18n/index.svelte';
import type { TableStore } from '../net/table.svelte';
import type { Cell, Emote, Line } from '../net/types';

/** How long a sign stays at a seat. */
const SHOWN = 4_500;
/** Number of lines kept for screen readers. */
const SPOKEN = 5;

export interface Spoken {
  readonly number: number;
  readonly words: string;
}
export interface Bubble {
  readonly number: number;
  readonly seat: number;
  /** Content: a sign, or the words of a line. */
  readonly emote: Emote | null;
  readonly text: string | null;
  /** The card of another seat that a sign is pressed on: it was laid just before. */
  readonly on: Laid | null;
}
export interface Laid {
  readonly seat: number;
  readonly cell: Cell;
}

/** The name of a line's author, marked if they only watch. */
function speakerOf({ person, name, seat }: Line, me: string | null): string {
  if (person === me) return t('chat.you');
  return seat === null ? `${name} (${t('chat.watching')})` : name;
}

/** A line in words. */
function lineWords(line: Line, me: string | null): string {
  const name = speakerOf(line, me);
  if (line.emote) return t('chat.showed', { name, sign: t(`emote.${line.emote}`) });
  return t('chat.said', { name, text: line.text ?? '' });
}

/** New chat lines: spoken by screen readers, shown as signs at the seats. */
export class Speech {
  said = $state.raw<readonly Spoken[]>([]);
  bubbles = $state.raw<readonly Bubble[]>([]);

  constructor(private readonly store: TableStore) {}

  hear(lines: readonly Line[]): void {
    const { me } = this.store.chat;
    const others = lines.filter((line) => line.person !== me);
    const spoken = others.map((line) => ({ number: line.number, words: lineWords(line, me) }));
    this.said = [...this.said, ...spoken].slice(-SPOKEN);
    for (const { number, seat, emote, person, text } of lines) {
      const words = person === me || this.store.chat.open ? null : (text ?? null);
      if (seat !== null && (emote || words))
        this.raise({ number, seat, emote: emote ?? null, text: words, on: emote ? this.findMeant(seat) : null });
    }
  }

  /** The card that a sign of `speaker` is about: the last one on the table, if another laid it. */
  private findMeant(speaker: number): Laid | null {
    const laid = this.store.log.flatMap(({ events }) => events).findLast(({ type }) => type === 'card_placed');
    return laid?.type === 'card_placed' && laid.seat !== speaker ? laid : null;
  }

  private raise(bubble: Bubble): void {
    this.bubbles = [...this.bubbles.filter(({ seat }) => seat !== bubble.seat), bubble];
    setTimeout(() => (this.bubbles = this.bubbles.filter((other) => other !== bubble)), SHOWN);
  }
}
