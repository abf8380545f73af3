/** Words of the text mode only, loaded when it is opened, in the current language. */

import { fill, locale } from '../i18n/index.svelte';
import type { Given, Locale, Text } from 'virtual:words';
import type { Key, Needs } from 'virtual:words/text-table';
import { vocabularyOf, wordsIn, type Noun, type Verb, type Vocabulary } from './commands/vocabulary';

export type { Key };
type Catalogue = Readonly<Record<Key, Text>>;

const load: Readonly<Record<Locale, () => Promise<{ default: Catalogue }>>> = {
  en: () => import('virtual:words/text-table/en'),
  fr: () => import('virtual:words/text-table/fr'),
  it: () => import('virtual:words/text-table/it'),
};

let texts = $state.raw<Catalogue | null>(null);
let known = $state.raw<Vocabulary>(vocabularyOf());

/** Learn the words of the language spoken now; of those typed, the English ones are always known. */
export async function learn(): Promise<void> {
  const wanted = locale();
  const [own, english] = await Promise.all([load[wanted](), load.en()]);
  if (wanted !== locale()) return;
  texts = own.default;
  known = vocabularyOf(own.default, english.default);
}

/** Whether the words are loaded. */
export const hasWords = (): boolean => texts !== null;

export const vocabulary = (): Vocabulary => known;

/** The words for `key`, with the values they need. */
export function say<K extends Key>(key: K, ...given: Given<Needs[K]>): string {
  const text = texts?.[key];
  return text === undefined ? '' : fill(text, given[0] ?? {});
}

/** Name of a command or thing on the command line, in the reader's language. */
export const verbWord = (verb: Verb): string => wordsIn(say(`text.verb.${verb}`))[0] ?? verb;
export const verbShort = (verb: Verb): string => wordsIn(say(`text.verb.${verb}`))[1] ?? verb;
export const nounWord = (noun: Noun): string => wordsIn(say(`text.noun.${noun}`))[0] ?? noun;
