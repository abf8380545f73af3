/** The words of Explore, which come along with its page. */

import { partOf } from '../i18n/part.svelte';
import en from './words/en.gen';
import type { Key, Needs } from './words/keys.gen';

export type { Key };

export const { fetchWords, say } = partOf<Needs>(en, {
  fr: () => import('./words/fr.gen'),
  it: () => import('./words/it.gen'),
});
