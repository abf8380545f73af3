import { waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOf, fillServiceWorker } from '../../src/pwa/plugin';

/** A server of its own for each test: what was known of the last one is forgotten. */
async function fresh(): Promise<typeof import('../../src/net/server.svelte').server> {
  vi.resetModules();
  return (await import('../../src/net/server.svelte')).server;
}

describe('whether the server is away', () => {
  let there: boolean;
  const asked = vi.fn(() => (there ? Promise.resolve(new Response('ok')) : Promise.reject(new TypeError('refused'))));

  beforeEach(() => {
    there = false;
    asked.mockClear();
    vi.useFakeTimers();
    vi.stubGlobal('fetch', asked);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is not polled before a request fails', async () => {
    const server = await fresh();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).not.toHaveBeenCalled();
    expect(server.gone).toBe(false);
  });

  it('is known at once to whoever has never reached it, and asked until it is back', async () => {
    const server = await fresh();
    server.markFailed();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.gone).toBe(true);
    there = true;
    await vi.advanceTimersByTimeAsync(1_500);
    expect(server.gone).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('is not said of one that only starts anew', async () => {
    const server = await fresh();
    server.markReached();
    server.markFailed();
    await vi.advanceTimersByTimeAsync(1_500);
    expect([asked.mock.calls.length, server.gone]).toEqual([1, false]);
    there = true;
    await vi.advanceTimersByTimeAsync(1_500);
    expect(server.gone).toBe(false);
  });

  it('is said of one that stays away, which is asked less and less often', async () => {
    const server = await fresh();
    server.markReached();
    for (let i = 0; i < 50; i++) server.markFailed();
    await vi.advanceTimersByTimeAsync(3_000);
    expect([asked.mock.calls.length, server.gone]).toEqual([2, true]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.mock.calls.length).toBeLessThan(14);
  });

  it('is asked at once when the network is back', async () => {
    const server = await fresh();
    server.markFailed();
    await vi.advanceTimersByTimeAsync(0);
    there = true;
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(server.gone).toBe(false);
  });
});

describe('renewing the pages', () => {
  const OURS = '<script type="module" src="/assets/index-1.js"></script>';
  const reload = vi.fn();
  const answer = vi.fn<(url: string) => Promise<Response>>();

  beforeEach(async () => {
    vi.resetModules();
    vi.resetAllMocks();
    sessionStorage.clear();
    vi.stubGlobal('fetch', answer);
    document.head.innerHTML = OURS;
    const { reloadOnMissingPart } = await import('../../src/pwa/offline-cache');
    reloadOnMissingPart(reload);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    document.head.innerHTML = '';
  });

  /** A part does not come, from a server whose page is `page`; null if there is no server. */
  const failPart = async (page: string | null): Promise<void> => {
    answer.mockClear();
    answer.mockImplementation(() =>
      page === null ? Promise.reject(new TypeError('refused')) : Promise.resolve(new Response(page)),
    );
    window.dispatchEvent(new Event('vite:preloadError'));
    await waitFor(() => expect(answer).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve)); // what follows from the answer is done by then
  };

  it('happens once, and only when the server is there', async () => {
    await failPart(null);
    expect(reload).not.toHaveBeenCalled();
    const newer = OURS.replace('index-1', 'index-2');
    await failPart(newer);
    await failPart(newer);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('does not happen when the server has the same pages: the part only did not come', async () => {
    await failPart(OURS);
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('the service worker that is built', () => {
  const source = "const FILES = '__FILES__'; const CACHE = 'codex-__MARK__';";

  it('keeps pages, scripts, styles and type, and nothing else', () => {
    const files = [
      'index.html',
      'cards.html',
      'assets/a-1.js',
      'assets/a-1.css',
      'assets/f.woff2',
      'icon.svg',
      'sw.js',
    ];
    expect(files.map(addressOf)).toEqual([
      './',
      'cards.html',
      'assets/a-1.js',
      'assets/a-1.css',
      'assets/f.woff2',
      null,
      null,
    ]);
  });

  it('has another mark when anything it keeps has changed, whatever the order', () => {
    const first = fillServiceWorker(source, [
      ['/', 'page'],
      ['/assets/a.js', 'a'],
    ]);
    expect(first).toContain('const FILES = ["/","/assets/a.js"]');
    expect(first).toMatch(/'codex-[0-9a-f]{16}'/);
    expect(
      fillServiceWorker(source, [
        ['/assets/a.js', 'a'],
        ['/', 'page'],
      ]),
    ).toBe(first);
    expect(
      fillServiceWorker(source, [
        ['/', 'another page'],
        ['/assets/a.js', 'a'],
      ]),
    ).not.toBe(first);
    expect(
      fillServiceWorker(`${source} `, [
        ['/', 'page'],
        ['/assets/a.js', 'a'],
      ]),
    ).not.toBe(first);
  });
});
