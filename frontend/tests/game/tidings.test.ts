/** What the desk tells in passing, from what the server told. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Event, StepMessage } from '../../src/net/types';
import { Tidings, doingsOf } from '../../src/game/tidings.svelte';

const step = (...events: object[]): StepMessage => ({ version: 1, seat: 0, events: events as Event[] });
const mine = step({ type: 'card_placed', seat: 0, card: 1 }, { type: 'card_taken', seat: 0, card: 2 });
const bea = step({ type: 'card_placed', seat: 1, card: 3 }, { type: 'card_taken', seat: 1, card: 4 });
const cyd = step({ type: 'card_placed', seat: 2, card: 5 }, { type: 'card_drawn', seat: 2, card: null });
const begins = step({ type: 'turn_began', seat: 0 });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('tidings', () => {
  it('tell, seat by seat, what others did since the own last card', () => {
    const doings = doingsOf([bea, mine, bea, cyd, begins], 0);
    expect(doings.map(({ seat, laid, got }) => [seat, laid?.card, got?.card])).toEqual([
      [1, 3, 4],
      [2, 5, null],
    ]);
    expect(doingsOf([bea, begins], 0)).toEqual([]);
  });

  it('come when the own turn begins, and go of themselves', () => {
    const tidings = new Tidings();
    tidings.hear([bea], [mine, bea], 0);
    expect(tidings.banner).toBeNull();
    tidings.hear([begins], [mine, bea, begins], 0);
    expect(tidings.banner?.type).toBe('turn');
    vi.advanceTimersByTime(10_000);
    expect(tidings.banner).toBeNull();
  });

  it('tell everybody, spectators too, that twenty is reached, before anything else', () => {
    for (const viewer of [0, 1, null]) {
      const tidings = new Tidings();
      tidings.hear([step({ type: 'end_triggered', cause: 'points', seat: 1 })], [mine, bea], viewer);
      expect(tidings.banner?.type).toBe('ending');
      tidings.hear([begins], [mine, bea, begins], viewer);
      expect(tidings.banner?.type).toBe('ending');
    }
  });

  it('are silent once the game is over, or when the reader goes on', () => {
    const tidings = new Tidings();
    tidings.hear([begins], [mine, bea, begins], 0);
    tidings.hush();
    expect(tidings.banner).toBeNull();
    tidings.hear([step({ type: 'end_triggered' }, { type: 'game_ended' })], [mine], 0);
    expect(tidings.banner).toBeNull();
  });
});
