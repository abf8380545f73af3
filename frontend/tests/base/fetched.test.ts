import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadModule } from '../../src/base/load';

describe('a part fetched on demand', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    document.head.replaceChildren();
  });

  it('comes at once where the server answers', async () => {
    const load = vi.fn(async () => 'part');
    expect(await loadModule(load)).toBe('part');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is asked for after one, two and four seconds while the server is away', async () => {
    const load = vi.fn<() => Promise<string>>(async () => Promise.reject(new Error('Failed to fetch')));
    const part = loadModule(load);
    for (const [number, wait] of [1_000, 2_000, 4_000].entries()) {
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(load).toHaveBeenCalledTimes(number + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(load).toHaveBeenCalledTimes(number + 2);
    }
    load.mockResolvedValue('part');
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await part).toBe('part');
  });

  it('brings the style sheet along that did not come with it', async () => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    document.head.append(link);
    let tries = 0;
    const part = loadModule(async () => (tries++ ? 'part' : Promise.reject(new Error('Unable to preload CSS'))));
    await vi.advanceTimersByTimeAsync(1_000);
    const fresh = document.head.querySelector('link');
    expect(fresh).not.toBe(link);
    expect(tries).toBe(1);
    fresh?.dispatchEvent(new Event('load'));
    expect(await part).toBe('part');
  });
});
