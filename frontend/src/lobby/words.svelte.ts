/** The words about opponents and about a link that opens here alone, which come along with the pages that need them. */

import { partOf } from '../i18n/part.svelte';
import en from './words/en.gen';
import type { Key, Needs } from './words/keys.gen';

export type { Key };

export const { fetchWords, say } = partOf<Needs>(en, {
  fr: () => import('./words/fr.gen'),
  it: () => import('./words/it.gen'),
});
