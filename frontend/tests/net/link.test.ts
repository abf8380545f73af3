import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TableStore } from '../../src/net/table.svelte';
import type { Action, StepMessage, View, Welcome } from '../../src/net/types';
import { open, TABLE, TestSocket } from './socket';

const VIEW = { round: 1, market: {} } as View;
const DRAW: Action = { type: 'draw', source: 'gold-deck' };
const step = (version: number): StepMessage => ({ version, seat: 0, events: [] });
const welcome = (version: number): Welcome => ({
  type: 'welcome',
  table: { ...TABLE, version },
  viewer: 0,
  version,
  missed: [step(version)],
  view: VIEW,
});
const PONG = { type: 'pong' } as const;

let store: TableStore;
let first: TestSocket;

beforeEach(() => {
  vi.useFakeTimers();
  TestSocket.all = [];
  store = new TableStore({ url: 'ws://here', token: 'me', open });
  first = TestSocket.last;
  first.accept();
  first.say(welcome(1));
});

afterEach(() => {
  store.close();
  vi.useRealTimers();
});

/** What a page does when its window is seen again. */
const seen = (): boolean => document.dispatchEvent(new Event('visibilitychange'));
const countSockets = (): number => TestSocket.all.length;
const countPings = (): number => TestSocket.all.flatMap((socket) => socket.sentOf('ping')).length;

/** The second socket, after the first one was silent for two seconds. */
function openSecond(): TestSocket {
  seen();
  vi.advanceTimersByTime(2_000);
  expect([countSockets(), first.readyState]).toEqual([2, 1]);
  TestSocket.last.accept();
  return TestSocket.last;
}

describe('a connection that may be dead', () => {
  it('is asked, and a second one opens beside it; the one that answers first stays, with what was not answered', () => {
    const second = openSecond();
    void store.act([DRAW]);
    expect(second.sent).toEqual([{ type: 'hello', token: 'me', after: 1, changes: true, previews: true }]);
    second.say(welcome(2));
    expect([store.status, store.version, store.log.length, first.readyState]).toEqual(['live', 2, 2, 3]);
    expect(second.sentOf('act')).toEqual(first.sentOf('act'));
    first.say({ type: 'told', steps: [step(3)], view: VIEW });
    first.fall();
    expect([store.version, store.status]).toEqual([2, 'live']);
  });

  it('stays if it answers after all, and is given twice the time after that', () => {
    for (const wait of [2_000, 4_000, 8_000, 8_000]) {
      TestSocket.all = [first];
      seen();
      vi.advanceTimersByTime(wait - 1);
      expect(countSockets()).toBe(1);
      vi.advanceTimersByTime(1);
      TestSocket.last.accept();
      first.say(PONG);
      expect([countSockets(), TestSocket.last.readyState, store.status]).toEqual([2, 3, 'live']);
    }
  });

  it('is given the usual time again once it answers at once', () => {
    openSecond();
    first.say(PONG);
    seen();
    first.say(PONG);
    seen();
    vi.advanceTimersByTime(2_000);
    expect(countSockets()).toBe(3);
  });

  it('lets a second one that is not needed open before it ends, for browsers call it a failure otherwise', () => {
    seen();
    vi.advanceTimersByTime(2_000);
    const second = TestSocket.last;
    first.say(PONG);
    expect(second.readyState).toBe(0);
    second.accept();
    expect([second.readyState, second.sent]).toEqual([3, []]);
  });

  it('is left alone when it answers, however often its window is changed', () => {
    for (let time = 0; time < 10; time++) {
      seen();
      vi.advanceTimersByTime(1_500);
      first.say(PONG);
    }
    vi.advanceTimersByTime(10_000);
    expect([countSockets(), countPings()]).toEqual([1, 10]);
  });

  it.each([
    ['a network with three seconds of delay', 3_000],
    ['a server that is busy for five seconds', 5_000],
  ])('keeps its game through %s, however often its window is changed', (_, delay) => {
    for (let time = 0; time < 10; time++) {
      seen();
      vi.advanceTimersByTime(delay);
      first.say(PONG);
      TestSocket.last.accept();
    }
    const others = TestSocket.all.slice(1);
    expect(others.every((socket) => socket.readyState === 3 && socket.sent.length === 0)).toBe(true);
    expect([store.status, others.length < 5]).toEqual(['live', true]);
  });

  it('gets a second one for an act without an answer, and pings no more than before', () => {
    void store.act([DRAW]);
    vi.advanceTimersByTime(2_000);
    expect([countSockets(), countPings()]).toEqual([2, 0]);
    TestSocket.last.accept();
    TestSocket.last.say(welcome(1));
    vi.advanceTimersByTime(3_900);
    TestSocket.last.say({ type: 'done', id: TestSocket.last.sentOf('act')[0]?.id ?? '', version: 2 });
    vi.advanceTimersByTime(24_000);
    expect([countSockets(), countPings()]).toEqual([2, 0]);
  });

  it('gets a second one at the next beat for one who only waits', () => {
    vi.advanceTimersByTime(27_000);
    expect([countSockets(), countPings()]).toEqual([2, 1]);
  });

  it('keeps its game where the second one is refused or fails', () => {
    const second = openSecond();
    second.say({ type: 'refused', code: 'limit.connections', id: null, facts: {}, version: null });
    second.fall(4429, 'limit.connections');
    first.say(PONG);
    vi.advanceTimersByTime(20_000);
    expect([store.status, store.refusal, countSockets()]).toEqual(['live', null, 2]);
  });

  it('tries a second one again when the network comes only then', () => {
    openSecond().fall();
    window.dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(2_000);
    TestSocket.last.accept();
    TestSocket.last.say(welcome(2));
    expect([countSockets(), store.version, first.readyState]).toEqual([3, 2, 3]);
  });

  it('ends where the second one takes its place, whatever the server says of it', () => {
    const second = openSecond();
    first.fall(4409, 'limit.windows');
    expect([store.status, countSockets()]).toEqual(['live', 2]);
    second.say(welcome(2));
    expect([store.status, store.version]).toEqual(['live', 2]);
    second.fall();
    expect(store.status).toBe('lost');
  });

  it('is given up where nothing answers, here or beside it', () => {
    seen();
    vi.advanceTimersByTime(10_000);
    expect(store.status).toBe('lost');
    vi.advanceTimersByTime(400);
    expect([countSockets(), first.readyState]).toEqual([3, 3]);
  });

  it('gets no second one while its page is hidden', () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    seen();
    vi.advanceTimersByTime(9_000);
    expect([countSockets(), first.sentOf('ping')]).toEqual([1, [{ type: 'ping', hidden: true }]]);
    hidden.mockRestore();
  });
});

describe('a connection that opens when its page wakes', () => {
  it('gets a second one beside it, and stays if it is welcomed first', () => {
    first.fall();
    vi.advanceTimersByTime(400);
    const next = TestSocket.last;
    seen();
    vi.advanceTimersByTime(2_000);
    const second = TestSocket.last;
    expect(countSockets()).toBe(3);
    second.accept();
    next.accept();
    expect(second.readyState).toBe(1);
    next.say(welcome(2));
    expect([store.status, second.readyState]).toEqual(['live', 3]);
  });
});
