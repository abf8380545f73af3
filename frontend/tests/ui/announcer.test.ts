import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismiss, notify, showRefusal } from '../../src/base/announce.svelte';
import { speak } from '../../src/i18n/index.svelte';
import Announcer from '../../src/ui/Announcer.svelte';

const REFUSED = 'Another player has this colour already.';
const NEWS = 'Ann is back.';
const shown = (): (string | null)[] => screen.queryAllByRole('button').map(({ textContent }) => textContent);

describe('what is shown in passing, and what is not', () => {
  beforeEach(async () => {
    await speak('en');
    dismiss(); // what an earlier file of this thread has left
    vi.useFakeTimers();
    render(Announcer);
  });
  afterEach(() => {
    cleanup();
    dismiss();
    vi.useRealTimers();
  });

  it('news fade by themselves', async () => {
    notify(NEWS);
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toEqual([NEWS]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(shown()).toEqual([]);
  });

  it('a refusal stays, however long and whatever comes', async () => {
    showRefusal(REFUSED);
    await vi.advanceTimersByTimeAsync(60_000);
    notify(NEWS);
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toEqual([REFUSED, NEWS]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(shown()).toEqual([REFUSED]);
  });

  it.each(['pointerDown', 'keyDown'] as const)('until the next act of its reader: %s', async (act) => {
    showRefusal(REFUSED);
    await vi.advanceTimersByTimeAsync(0);
    await fireEvent[act](document.body);
    expect(shown()).toEqual([]);
  });

  it('a press on it puts it away, and reaches nothing beneath', async () => {
    showRefusal(REFUSED);
    await vi.advanceTimersByTimeAsync(0);
    const button = screen.getByRole('button');
    await fireEvent.pointerDown(button);
    expect(shown()).toEqual([REFUSED]);
    await fireEvent.click(button);
    expect(shown()).toEqual([]);
  });
});
