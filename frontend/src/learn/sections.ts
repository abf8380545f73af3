/** The sections of the rules page, by the names that addresses such as /rules#placing use. */
export const SECTIONS = [
  'goal',
  'cards',
  'setup',
  'turn',
  'placing',
  'symbols',
  'gold',
  'points',
  'drawing',
  'objectives',
  'end',
  'editions',
  'tybor',
  'rare',
] as const;
export type Section = (typeof SECTIONS)[number];

export const isSection = (id: string): id is Section => (SECTIONS as readonly string[]).includes(id);
