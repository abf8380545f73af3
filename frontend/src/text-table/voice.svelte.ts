/** Screen-reader announcements of the game: simultaneous events are announced together. */

import { announce } from '../base/announce.svelte';
import type { StepMessage } from '../net/types';
import { eventWords, type People } from '../game/story';
import { sentences } from './cards';

export interface Announcement {
  readonly text: string;
  /** Whether the reader is asked to do something. */
  readonly urgent: boolean;
}

/** Some steps in words. Of several beginnings of turns only the last is kept. */
export function announcementOf(steps: readonly StepMessage[], people: People): Announcement {
  const events = steps.flatMap(({ events: some }) => some);
  const began = events.findLastIndex(({ type }) => type === 'turn_began');
  const spoken = events.filter(({ type }, i) => type !== 'turn_began' || i === began);
  const turn = events[began];
  return {
    text: sentences(spoken.flatMap((event) => eventWords(event, people) ?? [])),
    urgent: turn?.type === 'turn_began' && turn.seat === people.viewer,
  };
}

/** How long to wait for more of the same turn, and when what was said is no news any more, in milliseconds. */
const BREATH = 200;
const STALE = 10_000;

export class Voice {
  /** Urgent announcements. The page's own announcer makes all others. */
  urgent = $state('');
  private steps: readonly StepMessage[] = [];
  private fading: ReturnType<typeof setTimeout> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private even = false;

  constructor(private readonly people: () => People) {}

  hear(steps: readonly StepMessage[]): void {
    this.steps = [...this.steps, ...steps];
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.speakSteps(), BREATH);
  }

  say(lines: readonly string[], urgent: boolean): void {
    this.speak({ text: sentences(lines), urgent });
  }

  hush(): void {
    clearTimeout(this.fading);
    clearTimeout(this.timer);
  }

  private speakSteps(): void {
    const announcement = announcementOf(this.steps, this.people());
    this.steps = [];
    this.speak(announcement);
  }

  private speak({ text, urgent }: Announcement): void {
    if (!text) return;
    if (!urgent) return announce(text);
    this.even = !this.even;
    this.urgent = text + (this.even ? '' : '\u00a0');
    clearTimeout(this.fading);
    this.fading = setTimeout(() => (this.urgent = ''), STALE);
  }
}
