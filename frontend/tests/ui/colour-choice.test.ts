import { cleanup, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { Colour } from '../../src/net/types';
import ColourChoice from '../../src/ui/ColourChoice.svelte';

afterEach(cleanup);

type Answer = (stays: boolean) => void;

/** A choice whose answers the test gives. */
function drawn(value: Colour | null = null, taken: [Colour, string][] = []) {
  const answers: Answer[] = [];
  const onchoose = vi.fn((colour: Colour | null) => {
    void colour;
    return new Promise<boolean>((resolve) => answers.push(resolve));
  });
  const { rerender } = render(ColourChoice, { legend: 'Yours', name: 'Ada', value, taken: new Map(taken), onchoose });
  return { answers, onchoose, rerender };
}

const radio = (name: string | RegExp): HTMLInputElement => screen.getByRole('radio', { name });
const marked = (): string | undefined =>
  screen.getAllByRole<HTMLInputElement>('radio').find((each) => each.checked)?.value;

async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await tick();
}

it('who has a colour is named, and it cannot be chosen', () => {
  drawn('red', [['blue', 'Bob']]);
  expect(radio('blue, taken by Bob').disabled).toBe(true);
  expect(radio('red').disabled).toBe(false);
  expect(marked()).toBe('red');
  expect(screen.getByRole('group', { name: 'Yours' })).toBeTruthy();
});

it('a choice that was refused goes back to what it was', async () => {
  const { answers } = drawn('red');
  radio('green').click();
  await settle();
  expect(marked()).toBe('green');
  answers[0]?.(false);
  await settle();
  expect(marked()).toBe('red');
});

it('colours that arrow keys pass over are not asked for, and the last one stays', async () => {
  const { answers, onchoose, rerender } = drawn();
  radio('red').click();
  await settle();
  radio('blue').click();
  radio('green').click();
  await settle();
  expect(onchoose.mock.calls).toEqual([['red']]);
  answers[0]?.(true);
  await settle();
  expect(onchoose.mock.calls).toEqual([['red'], ['green']]);
  answers[1]?.(true);
  await rerender({ value: 'green' });
  expect(marked()).toBe('green');
});

it('one may have any that is left', async () => {
  const { onchoose } = drawn('red');
  radio(/^any/).click();
  await settle();
  expect(onchoose.mock.calls).toEqual([[null]]);
});
