/** Tasks of the learner, step by step; written by tools/generate_tutorial.py. */

import type { CardId, Cell, Side, Source } from '../net/types';

/** Parts of the desk shown besides the codex. */
type Part = 'hand' | 'market' | 'objectives' | 'tybor';

/** A card held over a cell. */
export interface Planned {
  readonly do: 'lay';
  readonly card: CardId;
  readonly side: Side;
  readonly cell: Cell;
}

export type Goal =
  | { readonly do: 'read' }
  | { readonly do: 'ask'; readonly cell: Cell }
  | { readonly do: 'lift'; readonly card: CardId; readonly side: Side }
  | { readonly do: 'flip'; readonly card: CardId; readonly side: Side }
  | Planned
  | { readonly do: 'take'; readonly source: Source; readonly card: CardId | null; readonly plan: Planned }
  | { readonly do: 'look'; readonly objective: CardId };

export const LESSONS = [
  'desk',
  'place',
  'hidden',
  'gold',
  'back',
  'cover',
  'object',
  'tybor',
  'corner',
  'copy',
  'end',
  'final',
  'play',
] as const;
export type Lesson = (typeof LESSONS)[number];

type StoryKey =
  | 'desk'
  | 'place'
  | 'place_take'
  | 'hidden'
  | 'gold'
  | 'back_flip'
  | 'back_lay'
  | 'cover'
  | 'object'
  | 'tybor'
  | 'corner'
  | 'copy'
  | 'copy_look'
  | 'end'
  | 'end_read'
  | 'final_turn'
  | 'final_take'
  | 'final'
  | 'play';
type DoKey = 'ask' | 'lift' | 'unpaid' | 'flip' | 'lay' | 'take' | 'take_deck' | 'look';

export interface Step {
  readonly lesson: Lesson;
  /** Key of the narration: `learn.step.<story>`. */
  readonly story: StoryKey;
  /** Key of the task: `learn.do.<act>`; null for steps that are only read. */
  readonly act: DoKey | null;
  /** Index of the View. */
  readonly view: number;
  readonly parts: readonly Part[];
  readonly goal: Goal;
  /** Points of the placement, for the text. */
  readonly points: number;
  /** Whether there is something to read afterwards, before going on. */
  readonly pause: boolean;
}
