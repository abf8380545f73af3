/** Puzzles solved in this browser, and the days on which the daily one was. */

import { recallJson, remember } from '../base/memory';

const KEY = 'codex.puzzles';
const DAY_MS = 86_400_000;

/** Solved by oneself, or after the answer was shown. */
type Mark = 'solved' | 'seen';

interface Kept {
  readonly marks: Readonly<Record<string, Mark>>;
  /** Days such as 2026-03-04, in Greenwich. */
  readonly days: readonly string[];
}

function readMarks(): Kept {
  const found = recallJson(KEY) as Partial<Kept> | null;
  const marks = Object.entries(found?.marks ?? {}).filter(([, mark]) => mark === 'solved' || mark === 'seen');
  const days = Array.isArray(found?.days) ? found.days.filter((day) => typeof day === 'string') : [];
  return { marks: Object.fromEntries(marks), days };
}

const before = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

/** Number of consecutive solved days up to today, or up to yesterday while today's puzzle is open. */
export function streakOf(days: readonly string[], today: string): number {
  let day = days.includes(today) ? today : before(today);
  let count = 0;
  while (days.includes(day)) {
    count += 1;
    day = before(day);
  }
  return count;
}

class Marks {
  private kept = $state.raw<Kept>(readMarks());

  of(id: string): Mark | null {
    return this.kept.marks[id] ?? null;
  }

  solvedOn(day: string): boolean {
    return this.kept.days.includes(day);
  }

  streak(today: string): number {
    return streakOf(this.kept.days, today);
  }

  /** The answer was shown: solving it does not count any more. */
  see(id: string): void {
    if (!this.of(id)) this.keep({ ...this.kept, marks: { ...this.kept.marks, [id]: 'seen' } });
  }

  /** It was solved; as the daily one if a day is named. */
  solve(id: string, day: string | null): void {
    if (this.of(id) === 'seen') return;
    const days = day && !this.solvedOn(day) ? [...this.kept.days, day] : this.kept.days;
    this.keep({ marks: { ...this.kept.marks, [id]: 'solved' }, days });
  }

  private keep(next: Kept): void {
    this.kept = next;
    remember(KEY, JSON.stringify(next));
  }
}

export const marks = new Marks();
