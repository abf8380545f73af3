import type { SoloLevel, SoloTally } from '../net/types';

/** How strong Tybor begins, the weakest first. */
export const SOLO_LEVELS = ['first', 'gentle', 'easy', 'normal', 'hard'] as const satisfies readonly SoloLevel[];

export const tallyOf = (tallies: readonly SoloTally[], level: SoloLevel): SoloTally | undefined =>
  tallies.find((each) => each.level === level);

/** The next harder level that was never won; null where none is left. */
export function harderThan(level: SoloLevel, tallies: readonly SoloTally[]): SoloLevel | null {
  const harder = SOLO_LEVELS.slice(SOLO_LEVELS.indexOf(level) + 1);
  return harder.find((each) => !tallyOf(tallies, each)?.won) ?? null;
}
