/** Texts of one part of the client, loaded when it is opened; the English ones come with the part itself. */

import { fill, locale, type Locale, type Values } from './index.svelte';
import type { Text } from './keys.gen';

type Given<Names extends string> = [Names] extends [never] ? [values?: Values] : [values: Values<Names>];
type Names<Needs> = Readonly<{ [K in keyof Needs]: string }>;

export interface Part<Needs extends Names<Needs>> {
  /** Have the words in the language spoken now; if they cannot be fetched, go on in the one we have. */
  readonly fetchWords: () => Promise<void>;
  readonly say: <K extends keyof Needs>(key: K, ...given: Given<Needs[K]>) => string;
}

/** The words of a part, whose keys need the values of `Needs`. */
export function partOf<Needs extends Names<Needs>>(
  english: Readonly<Record<keyof Needs, Text>>,
  others: Readonly<Record<Exclude<Locale, 'en'>, () => Promise<{ readonly default: typeof english }>>>,
): Part<Needs> {
  let texts = $state.raw(english);
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
    say: (key, ...given) => fill(texts[key], given[0] ?? {}),
  };
}
