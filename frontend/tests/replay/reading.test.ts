import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Reading } from '../../src/replay/reading.svelte';
import type { Reviewed } from '../../src/net/teach';
import { PATIENCE } from '../patience';
import { LITTLE } from './little';

const TABLE = { table: 'abbey' };
let answers: boolean;
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  answers = true;
  asked = [];
  history.replaceState(null, '', '/t/abbey/replay');
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path.replace('/api/v1', ''));
    return Promise.resolve(answers ? Response.json(LITTLE) : Response.json({ code: 'x' }, { status: 500 }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Answers come from now on when the test calls for them, in its order. */
function heldBack(): (() => void)[] {
  const waiting: (() => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise((resolve) => waiting.push(() => resolve(Response.json(LITTLE)))));
  return waiting;
}

/** The address once the reader has stayed. */
function address(): string {
  vi.runAllTimers();
  return location.search;
}

describe('a reading of a finished game', () => {
  it('begins at the moment that its address names, and notes where one goes', async () => {
    history.replaceState(null, '', '?turn=1&seat=all');
    const versions: number[] = [];
    const reading = new Reading(TABLE, 'all', (_, version) => versions.push(version));
    await reading.see('all');
    expect(asked).toEqual(['/tables/abbey/replay?seat=all']);
    expect(reading.walk?.version).toBe(6);
    reading.walk?.step(1);
    expect(address()).toBe('?turn=2&step=1&seat=all');
    reading.walk?.go(0, 'slide');
    expect(address()).toBe('?turn=0&seat=all');
    expect(versions).toEqual([7]);
  });

  it('stays where it is through other eyes, and with the codex in front that was pinned', async () => {
    const reading = new Reading(TABLE, 'all');
    await reading.see('all');
    reading.walk?.go(8);
    reading.walk?.go(5);
    reading.walk?.pin(1);
    await reading.see(0);
    expect(reading.eyes).toBe(0);
    expect(reading.walk).toMatchObject({ version: 5, furthest: 8, pinned: 1 });
    expect(address()).toBe('?turn=1&step=1&seat=0');
  });

  it('loses nothing when other eyes cannot be had', async () => {
    const reading = new Reading(TABLE, 'all');
    await reading.see('all');
    const { walk } = reading;
    answers = false;
    await reading.see(1);
    expect(reading).toMatchObject({ eyes: 'all', failure: null });
    expect(reading.walk).toBe(walk);
  });

  it('is through the eyes that were chosen last, whichever answer comes last', async () => {
    const reading = new Reading(TABLE, 'all');
    await reading.see('all');
    const waiting = heldBack();
    const earlier = reading.see(0);
    const later = reading.see(1);
    waiting[1]?.();
    await later;
    waiting[0]?.();
    await earlier;
    expect(reading.eyes).toBe(1);
    expect(address()).toContain('seat=1');
  });

  it('leaves the page alone that comes after it', async () => {
    const waiting = heldBack();
    const reading = new Reading(TABLE, 'all');
    const game = reading.see('all');
    reading.stop();
    history.replaceState(null, '', '/puzzles');
    waiting[0]?.();
    await game;
    expect(address()).toBe('');
    expect(reading.walk).toBeNull();
  });

  it('does not go on unseen through the eyes it had before', async () => {
    const versions: number[] = [];
    const reading = new Reading(TABLE, 'all', (_, version) => versions.push(version));
    await reading.see('all');
    const before = reading.walk;
    const waiting = heldBack();
    const other = reading.see(0);
    before?.play();
    waiting[0]?.();
    await other;
    vi.advanceTimersByTime(10_000);
    expect(reading.walk).not.toBe(before);
    expect(versions).toEqual([]);
  });

  it('says what failed when there is no game at all', async () => {
    answers = false;
    const reading = new Reading(TABLE, 'all');
    await reading.see('all');
    expect(reading.walk).toBeNull();
    expect(reading.failure).toMatchObject({ code: 'x' });
  });

  it('goes where the history goes', async () => {
    const reading = new Reading(TABLE, 'all');
    await reading.see('all');
    history.replaceState(null, '', '?turn=2&seat=1');
    reading.followAddress();
    expect(reading.walk?.version).toBe(8);
    await vi.waitFor(() => expect(reading.eyes).toBe(1), PATIENCE);
    expect(reading.walk?.version).toBe(8);
  });

  it('names the turn of the review that lies open, and forgets it when one walks on', async () => {
    history.replaceState(null, '', '?turn=1&seat=all&review=4');
    const reading = new Reading(TABLE, 'all');
    expect(reading).toMatchObject({ reviewing: true, meant: 4 });
    await reading.see('all');
    reading.walk?.go(4);
    expect(address()).toContain('review=4');
    reading.walk?.step(1);
    expect(address()).not.toContain('review');
    reading.walk?.go(6);
    reading.show({ version: 6 } as Reviewed);
    expect(address()).toContain('review=6');
    reading.closeReview();
    expect(reading).toMatchObject({ reviewing: false, judged: null });
  });

  it('lays the codex in front on which the turn was played that lies open', async () => {
    const turn = { version: 6, seat: 1 } as Reviewed;
    const reading = new Reading(TABLE, 'all');
    await reading.see('all');
    reading.walk?.pin(0);
    reading.show(turn);
    expect(reading.walk?.version).toBe(6);
    expect(reading.walk?.front).toBe(0);
    expect(reading).toMatchObject({ front: 1, upcoming: turn });
    reading.walk?.pin(0);
    expect(reading).toMatchObject({ front: 0, upcoming: null });
    reading.walk?.pin(0);
    reading.walk?.step(-1);
    expect(reading).toMatchObject({ front: 0, upcoming: null });
    reading.walk?.step(1);
    expect(reading).toMatchObject({ front: 1, upcoming: turn });
    reading.show(null);
    expect(reading).toMatchObject({ front: 0, upcoming: null });
  });

  it('comes back from a lesson to the review', async () => {
    const reading = new Reading(TABLE, 'all');
    await reading.see('all');
    reading.walk?.play();
    reading.review();
    expect(reading.walk?.playing).toBe(false);
    reading.practise({ exercise: {} as never, lost: 3 });
    expect(reading.lesson?.lost).toBe(3);
    reading.leaveLesson();
    expect(reading).toMatchObject({ lesson: null, reviewing: true });
  });

  it('leaves the address alone when the record was brought along', async () => {
    history.replaceState(null, '', '/replays?review=4');
    const reading = new Reading({ record: 'CODEX' }, 'all');
    expect(reading.reviewing).toBe(false);
    await reading.see('all');
    reading.walk?.step(1);
    expect(address()).toBe('?review=4');
  });
});
