import { waitFor } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { signedIn, signedOut } from '../../src/net/account.svelte';
import { Practice } from '../../src/exercise/exercise.svelte';
import { moment } from '../table/moment';

const { view } = moment('place');
const [preview] = view.previews;
if (!preview) throw new Error('the moment has a placement');
const place = { type: 'place', card: preview.card, side: preview.side, cell: preview.cell } as const;
const verdict = (points: number): Response => Response.json({ compared: { points } });
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

afterEach(() => {
  signedOut();
  vi.unstubAllGlobals();
});

it('an exercise shows the verdict on the turn tried last, whichever comes last', async () => {
  signedIn({ token: 'token', name: 'Ada' });
  const verdicts: ((said: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise((resolve) => verdicts.push(resolve)));
  const practice = new Practice({ version: 4, seat: view.viewer ?? 0, view }, { table: 'abbey' }, () => 'Ada');
  await waitFor(() => expect(practice.store.view).not.toBeNull());
  for (let given = 1; given <= 3; given++) {
    await practice.store.act([place]);
    await waitFor(() => expect(verdicts).toHaveLength(given));
  }
  verdicts[0]?.(Response.json({ code: 'x' }, { status: 500 }));
  await settled();
  expect([practice.comparing, practice.failure]).toEqual([true, null]);
  verdicts[2]?.(verdict(3));
  await waitFor(() => expect(practice.comparing).toBe(false));
  verdicts[1]?.(verdict(2));
  await settled();
  expect(practice.tried?.compared.points).toBe(3);
  practice.close();
});
