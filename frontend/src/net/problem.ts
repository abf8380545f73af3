import { locale, tell, type Values } from '../i18n/index.svelte';
import { ApiError, OFFLINE } from './http';
import type { Facts } from './types';

/** The sentence for a refusal. What the rules refuse has its own words (`illegal.…`). */
export function wordsFor(code: string, facts: Facts = {}): string {
  const values = Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, plain(name, fact)])) as Values;
  const key = code.startsWith('illegal.') ? code : `error.${code}`;
  return tell(key, values) ?? tell('error.unexplained', { code }) ?? code;
}

/** The sentence for anything that was thrown while asking the server. */
export function wordsOf(thrown: unknown): string {
  return thrown instanceof ApiError ? wordsFor(thrown.code, thrown.facts) : wordsFor(OFFLINE);
}

function plain(name: string, fact: Facts[string]): string | number {
  if (name === 'until') return new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(Number(fact) * 1000);
  return typeof fact === 'string' || typeof fact === 'number' ? fact : fact.join(', ');
}
