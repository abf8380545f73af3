/** The words of reports and moderation, which come along when one opens them. */

import { partOf } from '../i18n/part.svelte';
import en from './words/en.gen';
import type { Key, Needs } from './words/keys.gen';

export type { Key };

export const { fetchWords, say } = partOf<Needs>(en, {
  fr: () => import('./words/fr.gen'),
  it: () => import('./words/it.gen'),
});
