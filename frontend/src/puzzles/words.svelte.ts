/** The words of the puzzles, which come along with them. */

import { fill, locale, type Locale, type Values } from '../i18n/index.svelte';
import en from './words/en.gen';
import type { Catalogue, Key, Needs } from './words/keys.gen';

export type { Key };
type Given<K extends Key> = [Needs[K]] extends [never] ? [values?: Values] : [values: Values<Needs[K]>];

const load: Readonly<Record<Locale, () => Promise<Catalogue>>> = {
  en: () => Promise.resolve(en),
  fr: async () => (await import('./words/fr.gen')).default,
  it: async () => (await import('./words/it.gen')).default,
};

let texts = $state.raw<Catalogue>(en);

/** Have the words in the language spoken now; if they cannot be fetched, go on in the one we have. */
export async function fetchWords(): Promise<void> {
  const wanted = locale();
  const loaded = await load[wanted]().catch(() => null);
  if (loaded && wanted === locale()) texts = loaded;
}

export function say<K extends Key>(key: K, ...given: Given<K>): string {
  return fill(texts[key], given[0] ?? {});
}
