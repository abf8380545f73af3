/** The words of tournaments and clubs, which come along with their pages. */

import type { Values } from '../i18n/index.svelte';
import { partOf } from '../i18n/part.svelte';
import { ApiError } from '../net/http';
import { wordsOf } from '../net/problem';
import en from './words/en.gen';
import type { Key, Needs } from './words/keys.gen';

export type { Key };

export const { fetchWords, say } = partOf<Needs>(en, {
  fr: () => import('./words/fr.gen'),
  it: () => import('./words/it.gen'),
});

/** The sentence for what went wrong: refusals of tournaments and clubs have their words here. */
export function faultOf(thrown: unknown): string {
  const key = thrown instanceof ApiError ? `error.${thrown.code}` : '';
  if (!(thrown instanceof ApiError) || !(key in en)) return wordsOf(thrown);
  return (say as (key: string, values?: Values) => string)(key, thrown.facts as Values);
}
