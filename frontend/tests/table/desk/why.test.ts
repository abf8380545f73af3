import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Scored } from '../../../src/game/why';
import type { GameOptions } from '../../../src/net/types';
import Why from '../../../src/table/desk/Why.svelte';
import { moment } from '../moment';

const FUNGI = 95;
const scored: Scored = {
  type: 'objectives_scored',
  seat: 0,
  objectives: [
    {
      id: FUNGI,
      copies: 1,
      points: 2,
      found: [
        {
          cells: [
            [1, 1],
            [2, 2],
          ],
        },
      ],
    },
  ],
  total: 2,
};

beforeAll(() => {
  HTMLDialogElement.prototype.show = () => {}; // jsdom has none
});
afterEach(cleanup);

function openAt(rules: Partial<GameOptions>): string {
  const { view } = moment('over');
  const counts = view.seats[0]?.symbols ?? [0, 0, 0, 0, 0, 0, 0];
  const options = { ...view.options, ...rules };
  render(Why, { scored, counts, options, onpoint: vi.fn(), onclose: vi.fn() });
  return screen.getByText(/All that is visible counts/).textContent;
}

it('explains sets as this table counts them, says whose answer that is, and cites its ruling', () => {
  expect(openAt({})).toMatch(/Each symbol serves one set only\. \(our reading\) Ruling R24/);
  cleanup();
  const byCards = openAt({ sets: 'cards' });
  expect(byCards).toMatch(/Each card serves one set only.*\(as all books say\) Ruling R24/);
  expect(byCards).not.toContain('Each symbol');
});
