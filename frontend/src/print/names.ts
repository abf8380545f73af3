/** What the plates are called, in the order in which `Plates.svelte` draws them. */
import { KINGDOMS, SYMBOLS } from '../cards/catalogue';
import { MOTIFS } from '../cards/motifs';

export const CARDS: readonly number[] = Array.from({ length: 102 }, (_, i) => i + 1);
export const SIDES = ['front', 'back'] as const;

export const names = (): readonly string[] => [
  ...CARDS.flatMap((card) => SIDES.map((side) => `${side}-${card}`)),
  ...KINGDOMS.flatMap((kingdom) => MOTIFS[kingdom].map((_, index) => `creature-${kingdom}-${index}`)),
  ...SYMBOLS.map((symbol) => `sign-${symbol}`),
  'book',
  'shadow',
];
