import { afterEach, describe, expect, it } from 'vitest';
import { list, locale, localeFor, speak, t, findText } from '../../src/i18n/index.svelte';

afterEach(async () => {
  await speak('en');
});

describe('words', () => {
  it.each([
    ['en', '0 seats free', '1 seat free', '2 seats free'],
    ['fr', '0 place libre', '1 place libre', '2 places libres'],
    ['it', '0 posti liberi', '1 posto libero', '2 posti liberi'],
  ] as const)('count as %s does', async (language, none, one, two) => {
    await speak(language);
    expect([0, 1, 2].map((count) => t('lobby.open_free', { count }))).toEqual([none, one, two]);
  });

  it('change on the spot, and say so to the page', async () => {
    expect(await speak('fr')).toBe(true);
    expect([locale(), document.documentElement.lang, t('page.friends')]).toEqual(['fr', 'fr', 'Jouer entre amis']);
  });

  it('follow the last wish when two are made in haste', async () => {
    const [french, italian] = await Promise.all([speak('fr'), speak('it')]);
    expect([french, italian, locale()]).toEqual([false, true, 'it']);
  });

  it('name what they are told, and nothing else', () => {
    expect(t('lobby.hosted', { name: '{count}' })).toBe('{count}’s table');
  });

  it('know at run time what they lack', () => {
    expect(findText('error.token.invalid')).toContain('key');
    expect(findText('error.never.heard.of')).toBeNull();
  });

  it.each(['en', 'fr', 'it'] as const)('join several things as one phrase as the rest of %s does', async (language) => {
    await speak(language);
    const usual = (type: 'conjunction' | 'disjunction') => new Intl.ListFormat(language, { type });
    for (const things of [[], ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']]) {
      expect(list(things)).toBe(usual('conjunction').format(things));
      expect(list(things, 'or')).toBe(usual('disjunction').format(things));
    }
  });

  it.each([
    [['fr-CA', 'en'], 'fr'],
    [['de', 'it-CH'], 'it'],
    [['de'], 'en'],
    [[], 'en'],
  ])('begin in the first language of %j that we speak', (languages, spoken) => {
    expect(localeFor(languages)).toBe(spoken);
  });
});
