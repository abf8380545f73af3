/** The words of the big screen, loaded with that page. */

import { partOf } from '../i18n/part.svelte';
import en from './words/en.gen';
import type { Needs } from './words/keys.gen';

export const { fetchWords, say } = partOf<Needs>(en, {
  fr: () => import('./words/fr.gen'),
  it: () => import('./words/it.gen'),
});
