import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadModule } from '../../src/base/load';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.head.replaceChildren();
});

const link = (): Element | null => document.querySelector('link[rel="stylesheet"]');

it('waits for its style sheet too: a part that came without it is not shown', async () => {
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/About.css">';
  const load = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue('About');
  const part = loadModule(load as () => Promise<string>);
  await vi.advanceTimersByTimeAsync(1_000);
  link()?.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  link()?.dispatchEvent(new Event('load'));
  expect(await part).toBe('About');
});
