import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { remember } from '../../src/base/memory';
import { speak } from '../../src/i18n/index.svelte';
import type { StepMessage } from '../../src/net/types';
import { drawWords } from '../../src/correspondence/draws';
import { keyOf } from '../../src/correspondence/pins';
import { lastLooked, look, sinceThen } from '../../src/correspondence/since';
import { fetchWords } from 'virtual:words/correspondence';

beforeEach(async () => {
  await speak('en');
  await fetchWords();
});
afterEach(() => remember('codex.looked', null));

describe('since one last looked', () => {
  const log: StepMessage[] = [1, 2, 3].map((version) => ({ version, seat: 0, events: [] }));

  it('is what came after the version seen last, and nothing at a table never looked at', () => {
    expect(sinceThen(log, lastLooked('a'))).toEqual([]);
    look('a', 2);
    expect(sinceThen(log, lastLooked('a')).map(({ version }) => version)).toEqual([3]);
  });

  it('is remembered for the fifty tables looked at last', () => {
    for (let table = 0; table < 60; table++) look(`t${table}`, 1);
    look('t10', 2);
    look('t60', 1);
    expect([lastLooked('t9'), lastLooked('t10'), lastLooked('t11'), lastLooked('t60')]).toEqual([null, 2, null, 1]);
  });

  it('takes what is damaged for nothing', () => {
    remember('codex.looked', '{"a": "x"}');
    expect(lastLooked('a')).toBeNull();
  });
});

describe('a stored turn', () => {
  it('says its draws with their conditions', () => {
    expect(drawWords({ source: 'gold-deck', card: null })).toBe('the top of the gold deck');
    expect(drawWords({ source: 'resource-1', card: 1 })).toMatch(/^“.+”, if it is still there$/);
  });
});

describe('a note', () => {
  it('has one key for each place', () => {
    expect([keyOf({ card: 7 }), keyOf({ seat: 1, cell: [1, -3] }), keyOf({})]).toEqual([
      'card/7',
      'cell/1/1/-3',
      'table',
    ]);
  });
});
