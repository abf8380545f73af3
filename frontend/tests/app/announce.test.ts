import { render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, it } from 'vitest';
import { announce } from '../../src/app/announce.svelte';
import Announcer from '../../src/app/Announcer.svelte';

it('the first announcement of a page is heard by who was there before it', async () => {
  const { getByRole } = render(Announcer);
  expect(getByRole('status').textContent).toBe('');
  announce('The connection is back.');
  await tick();
  expect(getByRole('status').textContent.trim()).toBe('The connection is back.');
});
