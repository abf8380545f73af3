import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { speak } from '../../src/i18n/index.svelte';
import type { View } from '../../src/net/types';
import { laidCards, targetsOf } from '../../src/game/codex';
import { memoize, keptOf } from '../../src/game/same';

const viewAgain = (): View => (JSON.parse(readFileSync('tests/fixtures/place.json', 'utf8')) as { view: View }).view;

it('draws anew only what has changed from one View to the next', async () => {
  const [before, after] = [viewAgain(), viewAgain()].map((view) => ({ view, seat: view.seats[0] }));
  if (!before?.seat || !after?.seat) throw new Error('the fixture has no seats');
  const [first, ...rest] = laidCards(before.seat);
  expect(laidCards(after.seat)[0]).toBe(first);
  expect(rest.length).toBeGreaterThan(0);
  const scored = { ...before.seat, score: 1 };
  expect(laidCards(before.seat)).toBe(laidCards(scored));
  expect(targetsOf(after.view, after.seat, null)[0]).toBe(targetsOf(before.view, before.seat, null)[0]);
  await speak('fr');
  expect(laidCards(after.seat)[0]).not.toBe(first);
  await speak('en');
});

it('makes what it does not know, once', () => {
  const same = memoize<{ key: string }>();
  const made = same('a', () => ({ key: 'a' }));
  expect(same('a', () => ({ key: 'b' }))).toBe(made);
  expect(same('b', () => ({ key: 'b' }))).not.toBe(made);
});

it('makes something anew of the same object when what it is to say has changed', () => {
  const [same, of] = [keptOf<{ said: string }>(), {}];
  const made = same(of, 'a', () => ({ said: 'a' }));
  expect(same(of, 'a', () => ({ said: 'b' }))).toBe(made);
  expect(same(of, 'b', () => ({ said: 'b' }))).toEqual({ said: 'b' });
  expect(same({}, 'b', () => ({ said: 'c' }))).toEqual({ said: 'c' });
});
