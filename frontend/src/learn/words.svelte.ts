/** The words of the tutorial and the rules page, which only their readers load. */

import { fill, type Locale, type Values } from '../i18n/index.svelte';
import en from './words/en.gen';
import type { Catalogue, Key, Needs } from './words/keys.gen';

type Given<K extends Key> = [Needs[K]] extends [never] ? [values?: Values] : [values: Values<Needs[K]>];

const load: Readonly<Record<Locale, () => Promise<Catalogue>>> = {
  en: () => Promise.resolve(en),
  fr: async () => (await import('./words/fr.gen')).default,
  it: async () => (await import('./words/it.gen')).default,
};

let texts = $state.raw<Catalogue>(en);
let wanted: Locale = 'en';

/** Have the words in the language `next`; if they cannot be fetched, go on in the one we have. */
export async function fetchWords(next: Locale): Promise<void> {
  wanted = next;
  const loaded = await load[next]().catch(() => null);
  if (loaded && wanted === next) texts = loaded;
}

export function say<K extends Key>(key: K, ...given: Given<K>): string {
  return fill(texts[key], given[0] ?? {});
}
