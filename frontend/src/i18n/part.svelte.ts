/** Texts of one room of the client, loaded when it is opened; the English ones come with the room itself. */

import type { Locale, Text, Values, Words } from 'virtual:words';
import { fill, locale } from './index.svelte';

type Texts = Readonly<Record<string, Text>>;

/** The words of a room: what each module `virtual:words/ROOM` offers. */
export function roomWords<Needs>(
  english: Texts,
  others: Readonly<Record<Exclude<Locale, 'en'>, () => Promise<{ readonly default: Texts }>>>,
): Words<Needs> {
  let texts = $state.raw(english);
  const findText = (key: string, values: Values = {}): string | null => {
    const text = texts[key];
    return text === undefined ? null : fill(text, values);
  };
  return {
    async fetchWords() {
      const wanted = locale();
      const loaded =
        wanted === 'en'
          ? english
          : await others[wanted]().then(
              (file) => file.default,
              () => null,
            );
      if (loaded && wanted === locale()) texts = loaded;
    },
    findText,
    say: (key, ...given) => findText(String(key), given[0]) ?? String(key),
  };
}

/** Follow the language with a room's words, in a component: fetched when it opens and when another language is chosen. */
export function followWords(fetchWords: () => Promise<void>): { readonly ready: boolean } {
  let ready = $state(false);
  $effect(() => {
    void locale();
    void fetchWords().then(() => (ready = true));
  });
  return {
    get ready() {
      return ready;
    },
  };
}
