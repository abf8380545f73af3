import type { Exhaustion, Preset, Refill, TieBreak } from '../net/types';

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

export const isChanged = (wishes: Wishes): boolean =>
  wishes.end_by_exhaustion !== null || wishes.tie_break !== null || wishes.refill !== null;
