import type { Exhaustion, GameOptions, Preset, Refill, TieBreak } from '../net/types';
import { PRINTED, type Agreed } from './editions.gen';

export const PRESETS = ['en', 'fr', 'it'] as const satisfies readonly Preset[];
export const EXHAUSTIONS = ['decks', 'table'] as const satisfies readonly Exhaustion[];
export const TIE_BREAKS = ['objective_points', 'objective_cards'] as const satisfies readonly TieBreak[];
export const REFILLS = ['same_deck', 'other_deck'] as const satisfies readonly Refill[];

/** House rules as somebody wishes them; null is as printed in the edition. */
export interface Wishes {
  preset: Preset;
  end_by_exhaustion: Exhaustion | null;
  tie_break: TieBreak | null;
  refill: Refill | null;
}

export const noWishes = (preset: Preset): Wishes => ({
  preset,
  end_by_exhaustion: null,
  tie_break: null,
  refill: null,
});

/** The rules that come of wishes: what is not wished for is as printed. */
export function agreedOf(wishes: Wishes): Agreed {
  const printed = PRINTED[wishes.preset];
  return {
    end_by_exhaustion: wishes.end_by_exhaustion ?? printed.end_by_exhaustion,
    tie_break: wishes.tie_break ?? printed.tie_break,
    refill: wishes.refill ?? printed.refill,
  };
}

/** Whether rules, wished for or agreed on, differ from those of the edition: wishing for what it prints changes nothing. */
export function isChanged(rules: Wishes | GameOptions): boolean {
  const [agreed, printed] = [agreedOf(rules), PRINTED[rules.preset]];
  return (Object.keys(printed) as (keyof Agreed)[]).some((rule) => agreed[rule] !== printed[rule]);
}
