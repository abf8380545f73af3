import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import type { Colour } from '../../src/net/types';
import { colourAt } from '../../src/ui/seat-colours';
import ScoreTrack from '../../src/table/desk/ScoreTrack.svelte';
import Token from '../../src/ui/Token.svelte';

afterEach(cleanup);

const table = { seats: (['green', 'red'] as const).map((colour, seat) => ({ seat, colour: colour as Colour | null })) };

it('a seat has the colour that was chosen for it, and without one that of its number', () => {
  expect([0, 1, 2].map((seat) => colourAt(table, seat))).toEqual(['green', 'red', 'green']);
  expect([0, 1, 2, 3].map((seat) => colourAt(null, seat))).toEqual(['red', 'blue', 'green', 'yellow']);
  expect(colourAt({ seats: [{ seat: 0, colour: null }] }, 0)).toBe('red');
});

it('a token has the shape of its colour', () => {
  const shapeOf = (colour: Colour): string | null => {
    const { container } = render(Token, { colour, name: 'Ada' });
    return container.querySelector(`.${colour} .face`)?.getAttribute('d') ?? null;
  };
  const shapes = (['red', 'blue', 'green', 'yellow'] as const).map(shapeOf);
  expect(shapes).not.toContain(null);
  expect(new Set(shapes).size).toBe(4);
});

it('without a table around them tokens have the colours of their seats, and Tybor a seal', () => {
  const runners = [0, 1, null].map((seat) => ({ key: `${seat}`, seat, name: 'Ada', score: 0, plus: 0 }));
  const { container } = render(ScoreTrack, { runners });
  const kinds = [...container.querySelectorAll('svg.token')].map((token) => token.classList[1]);
  expect(kinds.slice(0, 3)).toEqual(['red', 'blue', 'black']);
});
