/** The words about the seal of a deal, loaded where one is shown or checked. */

import { partOf } from '../i18n/part.svelte';
import en from './words/en.gen';
import type { Needs } from './words/keys.gen';

export const { fetchWords, say } = partOf<Needs>(en, {
  fr: () => import('./words/fr.gen'),
  it: () => import('./words/it.gen'),
});
