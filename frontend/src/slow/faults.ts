/** What went wrong with stored turns and notes: those refusals have their words here. */
import type { Values } from '../i18n/index.svelte';
import { ApiError } from '../net/http';
import { wordsOf } from '../net/problem';
import en from './words/en.gen';
import { say } from './words.svelte';

export function faultOf(thrown: unknown): string {
  const key = thrown instanceof ApiError ? `error.${thrown.code}` : '';
  if (!(thrown instanceof ApiError) || !(key in en)) return wordsOf(thrown);
  return (say as (key: string, values?: Values) => string)(key, thrown.facts as Values);
}
