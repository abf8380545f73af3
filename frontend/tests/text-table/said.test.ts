/* The table in words answers here as it does in the terminal: `tools/generate_said.py` wrote what Python says. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOCALES, speak } from '../../src/i18n/index.svelte';
import type { Action } from '../../src/net/types';
import { answer } from '../../src/text-table/commands/answer';
import { learn } from '../../src/text-table/say.svelte';
import { MOMENTS } from '../table/moment';
import { sessionAt } from '../text/session';

interface Said {
  readonly line: string;
  readonly title: string | null;
  readonly lines: readonly string[];
  readonly refusal: boolean;
  readonly actions: readonly Action[];
}
const saidIn = (locale: string): Record<string, readonly Said[]> =>
  JSON.parse(readFileSync(`${import.meta.dirname}/said/${locale}.json`, 'utf8')) as Record<string, readonly Said[]>;

describe.each(LOCALES)('in %s', (locale) => {
  const said = saidIn(locale);

  it('there is a conversation for every moment', () => {
    expect(Object.keys(said).sort()).toEqual([...MOMENTS].sort());
  });

  it.each(MOMENTS)('every line is answered as in the terminal: %s', async (name) => {
    await speak(locale);
    await learn();
    const session = sessionAt(name);
    let sent: readonly Action[];
    session.store.act = (actions) => {
      sent = actions;
      return new Promise(() => undefined);
    };
    for (const { line, actions, ...expected } of said[name] ?? []) {
      sent = [];
      const { title, lines, refusal } = answer(line, session);
      expect({ line, title, lines, refusal }).toEqual({ line, ...expected });
      expect(sent).toEqual(actions);
    }
  });
});
