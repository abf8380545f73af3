import { LOCALES, type Given, type Locale, type Text, type Values } from 'virtual:words';
import type { Key, Needs } from 'virtual:words/common';

export { LOCALES, type Key, type Locale, type Values };

type Catalogue = Readonly<Record<Key, Text>>;

/** Each language's own name. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { en: 'English', fr: 'Français', it: 'Italiano' };

const load: Readonly<Record<Locale, () => Promise<Catalogue>>> = {
  en: async () => (await import('virtual:words/common/en')).default,
  fr: async () => (await import('virtual:words/common/fr')).default,
  it: async () => (await import('virtual:words/common/it')).default,
};

let current = $state<Locale>('en');
/** Loaded on first use: readers fetch the texts of their own language only. */
let texts = $state.raw<Partial<Catalogue>>({});
let plurals: Intl.PluralRules | null = null;
let wanted: Locale = 'en';

/** The language spoken now. */
export const locale = (): Locale => current;

/** Speak another language at once, everywhere. If it cannot be fetched, go on in the one we have. */
export async function speak(next: Locale): Promise<boolean> {
  wanted = next;
  const loaded = await load[next]().catch(() => null);
  if (!loaded || wanted !== next) return false;
  plurals = null;
  texts = loaded;
  current = next;
  document.documentElement.lang = next;
  return true;
}

/** The first of the reader's languages that we speak. */
export function localeFor(languages: readonly string[]): Locale {
  const spoken = languages.map((tag) => LOCALES.find((known) => tag.toLowerCase().split('-')[0] === known));
  return spoken.find((known) => known !== undefined) ?? 'en';
}

/** The words for `key`, with the values they need. */
export function t<K extends Key>(key: K, ...given: Given<Needs[K]>): string {
  return fill(texts[key] ?? key, given[0] ?? {});
}

/** The same for a key that is only known at run time, such as an error code; null if there is no such text. */
export function findText(key: string, values: Values = {}): string | null {
  const text = (texts as Readonly<Record<string, Text>>)[key];
  return text === undefined ? null : fill(text, values);
}

/**
 * Several things as one phrase: "a, b and c". With our own words, since a browser's Intl.ListFormat takes longer to
 * load than a whole page to draw.
 */
export function list(things: readonly string[], how: 'and' | 'or' = 'and'): string {
  const last = things.at(-1) ?? '';
  if (things.length < 2) return last;
  const first = things.slice(0, -1).reduce((first, then) => t('list.more', { first, then }));
  return t(things.length > 2 ? `list.${how}_last` : `list.${how}`, { first, then: last });
}

/** Several phrases, separated as the language does: "a; b; c". */
export const phrases = (parts: readonly string[]): string =>
  parts.length ? parts.reduce((first, then) => t('app.pair', { first, then })) : '';

/** A label and its value: "a: b". */
export const withLabel = (what: string, value: string): string => t('app.named', { what, value });

/** A text in the language spoken now, with its values: for parts of the client that bring words of their own. */
export function fill(text: Text, values: Values): string {
  return form(text, values['count']).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

function form(text: Text, count: string | number | undefined): string {
  if (typeof text === 'string') return text;
  plurals ??= new Intl.PluralRules(current);
  return plurals.select(Number(count)) === 'one' ? text.one : text.other;
}
