import { locale, findText, type Values } from '../i18n/index.svelte';
import { ApiError, OFFLINE } from './http';
import type { Facts } from './types';

/** Finds the text of a key among the words of one room; null if it has none. */
type RoomWords = (key: string, values: Values) => string | null;

/** The sentence for a refusal, which a room may have words for. Refusals by the rules have their own (`illegal.…`). */
export function wordsFor(code: string, facts: Facts = {}, findOwnText: RoomWords = () => null): string {
  const values = Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, plain(name, fact)])) as Values;
  const key = code.startsWith('illegal.') ? code : `error.${code}`;
  return findOwnText(key, values) ?? findText(key, values) ?? findText('error.unexplained', { code }) ?? code;
}

/** The sentence for anything that was thrown while asking the server. */
export function wordsOf(thrown: unknown, findOwnText?: RoomWords): string {
  return thrown instanceof ApiError ? wordsFor(thrown.code, thrown.facts, findOwnText) : wordsFor(OFFLINE);
}

function plain(name: string, fact: Facts[string]): string | number {
  if (name === 'until') return new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(Number(fact) * 1000);
  return typeof fact === 'string' || typeof fact === 'number' ? fact : fact.join(', ');
}
