/** Time as it is shown and said, and the part of the page that tells who is gone and takes seats back. */
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentNotice, dismiss } from '../../src/base/announce.svelte';
import { CLOCKS, clockOf } from '../../src/clock/choices';
import Absent from '../../src/clock/Absent.svelte';
import { digits, isLeaving, leftOf, parts, warningBetween } from '../../src/game/clock-time';
import { clockName, clockText, newNotes, noteWords, timeSaid } from '../../src/game/clock-words';
import { LOCALES, speak } from '../../src/i18n/index.svelte';
import { TableStore } from '../../src/net/table.svelte';
import type { Note, TableInfo, View } from '../../src/net/types';
import { storyOf } from '../../src/game/story';
import { open, TABLE, TestSocket } from '../net/socket';

const days = (count: number, hours: number): string => `${count} d ${hours} h`;
const heard = {
  at: 1_000,
  seats: [
    { seat: 0, left: 100, running: true, ends: 110, away: null },
    { seat: 1, left: 50, running: false, ends: null, away: null },
  ],
};

describe('time', () => {
  it('runs for whoever is to act and for nobody else, and never below nothing', () => {
    expect(leftOf(heard, 0, 31_000)).toEqual({ left: 70, running: true, ends: 80 });
    expect(leftOf(heard, 1, 31_000)).toEqual({ left: 50, running: false, ends: null });
    expect(leftOf(heard, 0, 1e9)).toEqual({ left: 0, running: true, ends: 0 });
    expect(leftOf(heard, 0, 0)).toEqual({ left: 100, running: true, ends: 110 });
    expect(leftOf(heard, 2, 0)).toBeNull();
  });

  it('says when a bot is about to play on', () => {
    expect(isLeaving({ left: 100, running: true, ends: 110 })).toBe(false);
    expect(isLeaving({ left: 0, running: true, ends: 8 })).toBe(true);
    expect(isLeaving({ left: 100, running: true, ends: 15 })).toBe(true);
    expect(isLeaving({ left: null, running: false, ends: 60 })).toBe(true);
    expect(isLeaving({ left: null, running: false, ends: null })).toBe(false);
  });

  it('is shown as clocks show it', () => {
    const shown = [0, 0.2, 59, 60, 3599.5, 3600, 86_399, 86_400, 180_000].map((seconds) => digits(seconds, days));
    expect(shown).toEqual(['0:00', '0:01', '0:59', '1:00', '1:00:00', '1:00:00', '23:59:59', '1 d 0 h', '2 d 2 h']);
  });

  it('is said in the two largest units', () => {
    expect(parts(0)).toEqual([['s', 0]]);
    expect(parts(60)).toEqual([['m', 1]]);
    expect(parts(90_061)).toEqual([
      ['d', 1],
      ['h', 1],
    ]);
  });

  it('warns once on the way down', () => {
    expect(warningBetween(61, 60)).toBe(60);
    expect(warningBetween(60, 59)).toBeNull();
    expect(warningBetween(31, 9)).toBe(10);
    expect(warningBetween(20, 90)).toBeNull();
  });
});

describe('words', () => {
  afterEach(() => speak('en'));

  it('are there for every clock and every note, in every language', async () => {
    const kinds = [
      'time_up',
      'leaving',
      'called',
      'stand_in',
      'returned',
      'bot_failed',
      'closed_by_host',
      'closed_gone',
    ] as const;
    for (const locale of LOCALES) {
      await speak(locale);
      for (const key of CLOCKS) {
        expect(clockName(clockOf(key))).not.toMatch(/[{}]|clock\./);
        expect(clockText(clockOf(key), 'level:3')).not.toMatch(/[{}]|clock\./);
      }
      for (const kind of [...kinds, 'closed_untouched'] as const) {
        for (const viewer of [0, 1, null]) {
          const note: Note = {
            version: 1,
            kind,
            seat: kind.startsWith('closed') ? null : 0,
            bot: 'level:3',
            name: null,
          };
          expect(noteWords(note, { viewer, nameOf: () => 'Ann' })).not.toMatch(/[{}]|note\./);
        }
      }
    }
  });

  it('say a time in full', () => expect(timeSaid(245)).toBe('4 minutes and 5 seconds'));

  it('stand in the story where it happened', () => {
    const notes: Note[] = [{ version: 1, kind: 'stand_in', seat: 0, bot: 'level:3', name: null }];
    const step = (version: number, seat: number) =>
      ({ version, seat, events: [{ type: 'seat_stuck', seat }] }) as const;
    const story = storyOf([step(1, 0), step(2, 1)], { viewer: 1, nameOf: () => 'Ann', exhaustion: 'decks', notes });
    expect(story.map(({ seat }) => seat)).toEqual([0, 0, 1]);
    expect(story[1]?.text).toBe('Anselm plays on for Ann.');
  });
});

describe('the notes', () => {
  const note = (version: number, kind: Note['kind'] = 'leaving'): Note => ({
    version,
    kind,
    seat: 1,
    bot: 'level:3',
    name: null,
  });
  const [a, b, c, d] = [note(1), note(2), note(3), note(4)] as const;

  it('that are new are those after the last one known', () => {
    expect(newNotes([], [])).toEqual([]);
    expect(newNotes([], [a, b])).toEqual([a, b]);
    expect(newNotes([a, b], [a, b])).toEqual([]);
    expect(newNotes([a, b], [a, b, c])).toEqual([c]);
    expect(newNotes([a, b], [])).toEqual([]);
  });

  it('are new although the list is as long as before, since the server forgets the oldest', () => {
    expect(newNotes([a, b, c], [b, c, d])).toEqual([d]);
    expect(newNotes([a, b], [c, d])).toEqual([c, d]);
  });

  it('are new although the same happened before', () => {
    const back = note(1, 'returned');
    expect(newNotes([a], [a, back, a])).toEqual([back, a]);
    expect(newNotes([back, a], [back, a, back, a])).toEqual([back, a]);
  });
});

describe('who is gone', () => {
  let shown: ReturnType<typeof mount> | null = null;
  let store: TableStore;
  const asked = vi.fn<typeof fetch>();

  function show(table: Partial<TableInfo>): HTMLElement {
    store = new TableStore({ url: 'ws://x', token: 't', open });
    TestSocket.last.accept();
    TestSocket.last.say({
      ...{ type: 'welcome', viewer: 0, version: 0, missed: [], view: null },
      table: { ...TABLE, ...table },
    });
    shown = mount(Absent, { target: document.body, props: { store } });
    flushSync();
    return document.body;
  }

  beforeEach(() => {
    asked.mockResolvedValue(new Response('{}', { headers: { 'content-type': 'application/json' } }));
    vi.stubGlobal('fetch', asked);
  });
  afterEach(async () => {
    store.close();
    if (shown) await unmount(shown);
    vi.unstubAllGlobals();
    asked.mockReset();
  });

  it('says nothing where nobody is', () => {
    expect(show({}).querySelector('aside')).toBeNull();
  });

  it('lets the owner take the seat back', async () => {
    const seats = TABLE.seats.map((seat) => (seat.seat === 0 ? { ...seat, stand_in: 'level:3' } : seat));
    const page = show({ seats });
    expect(page.textContent).toContain('Anselm plays on for you.');
    page.querySelector('button')?.click();
    await tick();
    expect(asked.mock.calls[0]?.[0]).toContain('/tables/abc/return');
  });

  it('counts down for whoever left, and takes it back when the server does', async () => {
    const page = show({});
    TestSocket.last.say({ type: 'clocks', seats: [{ seat: 1, left: null, running: false, ends: 15, away: null }] });
    await tick();
    expect(page.querySelector('[data-absent="leaving"]')?.textContent).toMatch(/has gone\. Anselm takes over in 0:1/);
    TestSocket.last.say({ type: 'clocks', seats: [] });
    await tick();
    expect(page.querySelector('[data-absent]')).toBeNull();
  });

  it('offers a bot only for who has not looked for half a minute', () => {
    vi.useFakeTimers();
    try {
      const gone = TABLE.seats.map((seat) => (seat.seat === 1 ? { ...seat, kind: 'guest', connected: false } : seat));
      const view = { awaited: [1] } as unknown as View;
      const page = show({});
      const socket = TestSocket.last; // one that does not answer gets another beside it
      const deliverSeats = (seats: unknown): void => {
        socket.say({ type: 'table', table: { ...TABLE, seats } as TableInfo, viewer: 0, view });
        flushSync();
      };
      const wait = (ms: number): void => {
        vi.advanceTimersByTime(ms);
        flushSync();
      };
      deliverSeats(gone);
      wait(29_000);
      expect(page.querySelector('[data-absent]')).toBeNull();
      wait(2_000);
      expect(page.querySelector('[data-absent="away"]')?.textContent).toContain('Let Anselm play on');
      deliverSeats(TABLE.seats);
      expect(page.querySelector('[data-absent]')).toBeNull();
      deliverSeats(gone);
      wait(2_000);
      expect(page.querySelector('[data-absent]')).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('goes on saying what happens when the server keeps no more notes', async () => {
    const kept = Array.from({ length: 51 }, (_, version): Note => ({
      version,
      kind: 'returned',
      seat: 1,
      bot: null,
      name: null,
    }));
    show({ notes: kept.slice(0, 50) });
    dismiss();
    TestSocket.last.say({ type: 'table', table: { ...TABLE, notes: kept.slice(1) }, viewer: 0, view: null });
    await tick();
    expect(currentNotice()).toBe('planner is back.');
    dismiss();
  });

  it('says why a table was closed', () => {
    const notes: Note[] = [{ version: 3, kind: 'closed_gone', seat: null, bot: null, name: null }];
    expect(show({ stage: 'closed', notes }).textContent).toContain('no one came back');
  });
});
