import { beforeEach, describe, expect, it } from 'vitest';
import { LOCALES, withLabel, phrases, speak } from '../../src/i18n/index.svelte';
import fr from 'virtual:words/common/fr';
import frText from 'virtual:words/text-table/fr';
import frLearn from 'virtual:words/learn/fr';
import frTeach from 'virtual:words/teacher/fr';
import italian from 'virtual:words/common/it';
import itText from 'virtual:words/text-table/it';
import itLearn from 'virtual:words/learn/it';
import itTeach from 'virtual:words/teacher/it';

/** Words that are typed, and so have the spaces of a keyboard. */
const TYPED = /^text\.(verb|noun|example)\./;
const textsOf = (...catalogues: readonly object[]): [string, string][] =>
  catalogues.flatMap((catalogue) =>
    Object.entries(catalogue)
      .filter(([key]) => !TYPED.test(key))
      .flatMap(([key, text]): [string, string][] =>
        typeof text === 'string' ? [[key, text]] : Object.values(text as object).map((form) => [key, String(form)]),
      ),
  );

it('in French no sign is set off from its word by a space that may break', () => {
  for (const [key, text] of textsOf(fr, frText, frLearn, frTeach)) {
    expect(text, key).not.toMatch(/[^\u202f\s][;!?](?=[\s»]|$)|[ \u00a0][;!?]/);
    expect(text, key).not.toMatch(/[^\u00a0]:(?= |$)|«[^\u00a0]|[^\u00a0]»/);
    expect(text, key).not.toMatch(/['"“]|\.\.\./);
  }
});

it('in Italian signs stand close to their word, and no word was broken by replacing another', () => {
  for (const [key, text] of textsOf(italian, itText, itLearn, itTeach)) {
    expect(text, key).not.toMatch(/[ \u00a0][;:!?]|« | »|['"“]|\.\.\./);
    expect(text, key).not.toMatch(/nelil|delil|alil/i);
  }
});

describe.each(LOCALES)('in %s', (locale) => {
  beforeEach(() => speak(locale));

  it('what is joined is joined as the language sets it', () => {
    const space = locale === 'fr';
    expect(withLabel('a', 'b')).toBe(space ? 'a\u00a0: b' : 'a: b');
    expect(phrases(['a', 'b', 'c'])).toBe(space ? 'a\u202f; b\u202f; c' : 'a; b; c');
  });
});
