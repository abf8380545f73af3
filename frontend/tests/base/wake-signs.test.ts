import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onWaking } from '../../src/base/wake-signs';

const wake = vi.fn();
const connection = new EventTarget();
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
  wake.mockClear();
  stop = onWaking(wake);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

const SIGNS: readonly (readonly [string, () => EventTarget, () => Event])[] = [
  ['visibilitychange', () => document, () => new Event('visibilitychange')],
  ['resume', () => document, () => new Event('resume')],
  ['pageshow', () => window, () => Object.assign(new Event('pageshow'), { persisted: true })],
  ['online', () => window, () => new Event('online')],
  ['change', () => connection, () => new Event('change')],
];

describe('a page that has slept, or has another network', () => {
  it.each(SIGNS)('is told so by %s, until it asks no more', (_, source, make) => {
    source().dispatchEvent(make());
    expect(wake).toHaveBeenCalledTimes(1);
    stop();
    source().dispatchEvent(make());
    expect(wake).toHaveBeenCalledTimes(1);
  });

  it('finds that it slept when its timer comes late', () => {
    vi.advanceTimersByTime(60_000);
    expect(wake).not.toHaveBeenCalled();
    vi.setSystemTime(Date.now() + 60_000);
    vi.advanceTimersByTime(4_000);
    expect(wake).toHaveBeenCalledTimes(1);
  });

  it('does not ask while nobody sees it, nor when it is shown for the first time', () => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    for (const [, source, make] of SIGNS) source().dispatchEvent(make());
    expect(wake).not.toHaveBeenCalled();
    hidden.mockRestore();
  });
});
