import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TableStore } from '../../src/net/table.svelte';
import type { Action, StepMessage, View, Welcome } from '../../src/net/types';
import { open, TABLE, TestSocket } from './socket';

const VIEW = { round: 1, market: {} } as View;
const DRAW: Action = { type: 'draw', source: 'gold-deck' };
const step = (version: number): StepMessage => ({ version, seat: 0, events: [] });
const welcome = (version: number, missed: StepMessage[] = []): Welcome => ({
  type: 'welcome',
  table: { ...TABLE, version },
  viewer: 0,
  version,
  missed,
  view: VIEW,
});

let store: TableStore;

beforeEach(() => {
  vi.useFakeTimers();
  TestSocket.all = [];
  store = new TableStore({ url: 'ws://here', token: 'me', open });
});

afterEach(() => {
  store.close();
  vi.useRealTimers();
});

/** The store after its first welcome at `version`. */
function greeted(version: number, missed: StepMessage[] = []): void {
  TestSocket.last.accept();
  TestSocket.last.say(welcome(version, missed));
}

/** Break the connection and take up the next one. */
function interrupted(): void {
  TestSocket.last.fall();
  vi.advanceTimersByTime(15_000);
  TestSocket.last.accept();
}

describe('a table', () => {
  it('greets with its token and asks for everything so far', () => {
    TestSocket.last.accept();
    expect(TestSocket.last.sent).toEqual([{ type: 'hello', token: 'me', after: 0, changes: true, previews: true }]);
    expect(store.status).toBe('connecting');
  });

  it('shows what the welcome says, without telling old steps as news', () => {
    const heard = vi.fn();
    store.onSteps(heard);
    greeted(2, [step(1), step(2)]);
    expect([store.status, store.viewer, store.version, store.log.length]).toEqual(['live', 0, 2, 2]);
    expect(store.view).toEqual(VIEW);
    expect(heard).not.toHaveBeenCalled();
  });

  it('takes up what is told, once', () => {
    const heard = vi.fn();
    greeted(0);
    const stop = store.onSteps(heard);
    TestSocket.last.say({ type: 'told', steps: [step(1)], view: { ...VIEW, round: 2 } });
    TestSocket.last.say({ type: 'told', steps: [step(1)], view: { ...VIEW, round: 9 } });
    expect([store.version, store.view?.round]).toEqual([1, 2]);
    expect(heard).toHaveBeenCalledExactlyOnceWith([step(1)]);
    stop();
    TestSocket.last.say({ type: 'told', steps: [step(2)], view: VIEW });
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('takes up what changed in its view, and leaves the rest as it is', () => {
    const heard = vi.fn();
    greeted(0);
    store.onSteps(heard);
    const market = store.view?.market;
    TestSocket.last.say({ type: 'change', steps: [step(1)], change: { round: ['is', 2] } });
    TestSocket.last.say({ type: 'change', steps: [step(1)], change: { round: ['is', 9] } });
    expect([store.version, store.view?.round]).toEqual([1, 2]);
    expect(store.view?.market).toBe(market);
    expect(heard).toHaveBeenCalledExactlyOnceWith([step(1)]);
  });

  it('does not change a view that it does not hold', () => {
    greeted(1, [step(1)]);
    TestSocket.last.say({ type: 'change', steps: [step(3)], change: { round: ['is', 9] } });
    expect([store.version, store.view?.round, TestSocket.all.length]).toEqual([1, 1, 2]);
  });

  it('asks again from its last version when one is missing', () => {
    greeted(1, [step(1)]);
    TestSocket.last.say({ type: 'told', steps: [step(4)], view: VIEW });
    expect(store.version).toBe(1);
    TestSocket.last.accept();
    expect(TestSocket.last.sentOf('hello').map((hello) => hello.after)).toEqual([1]);
    TestSocket.last.say(welcome(4, [step(2), step(3), step(4)]));
    expect(store.log.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  });

  it('asks again when an announced version does not come', () => {
    greeted(1, [step(1)]);
    TestSocket.last.say({ type: 'table', table: { ...TABLE, version: 2 }, viewer: 0, view: null });
    vi.advanceTimersByTime(3_000);
    expect(TestSocket.all).toHaveLength(2);
  });

  it('comes back after the connection broke, and tells what was missed as news', () => {
    const heard = vi.fn();
    greeted(1, [step(1)]);
    store.onSteps(heard);
    TestSocket.last.fall();
    expect(store.status).toBe('lost');
    vi.advanceTimersByTime(400);
    TestSocket.last.accept();
    TestSocket.last.say(welcome(2, [step(2)]));
    expect([store.status, store.version]).toEqual(['live', 2]);
    expect(heard).toHaveBeenCalledExactlyOnceWith([step(2)]);
  });

  it('begins anew when the server was set back', () => {
    greeted(3, [step(1), step(2), step(3)]);
    interrupted();
    TestSocket.last.say({ type: 'refused', code: 'version.future', id: null, facts: {}, version: 1 });
    TestSocket.last.say(welcome(1));
    TestSocket.last.accept();
    expect(TestSocket.last.sentOf('hello').map((hello) => hello.after)).toEqual([0]);
    TestSocket.last.say(welcome(1, [step(1)]));
    expect([store.version, store.log.length, store.refusal]).toEqual([1, 1, null]);
  });

  it('follows people coming and going without losing its view', () => {
    greeted(1, [step(1)]);
    TestSocket.last.say({ type: 'table', table: { ...TABLE, rematch: 'next', version: 1 }, viewer: 0, view: null });
    expect(store.table?.rematch).toBe('next');
    expect(store.view).toEqual(VIEW);
  });

  it('gives up when the server says that there is no such table', () => {
    TestSocket.last.accept();
    TestSocket.last.say({ type: 'refused', code: 'table.unknown', id: null, facts: {}, version: null });
    TestSocket.last.fall(4404);
    vi.advanceTimersByTime(60_000);
    expect([store.status, store.refusal?.code, TestSocket.all.length]).toEqual(['closed', 'table.unknown', 1]);
  });
});

describe('a table that does not open', () => {
  it('says so once the server gives a reason, and opens when it is let in', () => {
    TestSocket.last.accept();
    expect(store.failing).toBe(false);
    TestSocket.last.fall(4429, 'limit.connections');
    expect([store.failing, store.closeReason, store.status]).toEqual([true, 'limit.connections', 'connecting']);
    vi.advanceTimersByTime(15_000);
    greeted(0);
    expect([store.failing, store.failures, store.status]).toEqual([false, 0, 'live']);
  });

  it('says so after two sockets that nobody explains, not after one', () => {
    TestSocket.last.fall();
    expect(store.failing).toBe(false);
    vi.advanceTimersByTime(15_000);
    TestSocket.last.accept();
    TestSocket.last.fall();
    expect([store.failing, store.closeReason, store.status]).toEqual([true, '', 'connecting']);
  });

  it('is tried again at once when its reader wants that', () => {
    TestSocket.last.fall();
    expect(TestSocket.all.length).toBe(1);
    store.retry();
    expect(TestSocket.all.length).toBe(2);
  });

  it('is another thing than a connection that breaks while one plays', () => {
    greeted(0);
    for (let time = 0; time < 3; time++) {
      TestSocket.last.fall(1012, 'server.restarting');
      vi.advanceTimersByTime(15_000);
    }
    expect([store.failing, store.status]).toEqual([false, 'lost']);
  });
});

describe('a window', () => {
  it('does not come back by itself when another one of its owner took its place', () => {
    greeted(0);
    TestSocket.last.say({ type: 'refused', code: 'limit.windows', id: null, facts: {}, version: null });
    TestSocket.last.fall(4409);
    vi.advanceTimersByTime(60_000);
    expect([store.status, store.refusal?.code, TestSocket.all.length]).toEqual(['closed', 'limit.windows', 1]);
  });
});

describe('an action', () => {
  it('is answered by its id', async () => {
    greeted(5);
    const answer = store.act([DRAW]);
    const [act] = TestSocket.last.sentOf('act');
    expect(act).toMatchObject({ seen: 5, actions: [DRAW] });
    TestSocket.last.say({ type: 'done', id: act?.id ?? '', version: 6 });
    expect(await answer).toMatchObject({ type: 'done', version: 6 });
  });

  it('is sent again with the same id until it is answered, and then no more', async () => {
    greeted(5);
    const answer = store.act([DRAW]);
    const [first] = TestSocket.last.sentOf('act');
    interrupted();
    expect(TestSocket.last.sentOf('act')).toEqual([]);
    TestSocket.last.say(welcome(5));
    expect(TestSocket.last.sentOf('act')).toEqual([first]);
    TestSocket.last.say({ type: 'done', id: first?.id ?? '', version: 6 });
    await answer;
    interrupted();
    TestSocket.last.say(welcome(6, [step(6)]));
    expect(TestSocket.last.sentOf('act')).toEqual([]);
  });

  it('that is refused says why until the next one', async () => {
    greeted(5);
    const answer = store.act([DRAW]);
    const id = TestSocket.last.sentOf('act')[0]?.id ?? '';
    TestSocket.last.say({ type: 'refused', code: 'illegal.not_your_turn', id, facts: {}, version: 5 });
    expect((await answer).type).toBe('refused');
    expect(store.refusal?.code).toBe('illegal.not_your_turn');
    void store.act([DRAW]);
    expect(store.refusal).toBeNull();
  });
});

describe('the connection', () => {
  it('is tried later each time, up to eight seconds', () => {
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      TestSocket.last.fall();
      const before = Date.now();
      while (TestSocket.last.readyState === 3) vi.advanceTimersByTime(50);
      waits.push(Date.now() - before);
    }
    expect(waits[0]).toBeLessThanOrEqual(400);
    expect(Math.max(...waits)).toBeLessThanOrEqual(8_050);
    expect(waits.at(-1)).toBeGreaterThan(3_900);
  });

  it('asks whether the server is there, and believes silence', () => {
    greeted(0);
    vi.advanceTimersByTime(25_000);
    expect(TestSocket.last.sentOf('ping')).toHaveLength(1);
    TestSocket.last.say({ type: 'pong' });
    vi.advanceTimersByTime(25_000);
    expect(TestSocket.last.sentOf('ping')).toHaveLength(2);
    vi.advanceTimersByTime(10_000);
    expect(store.status).toBe('lost');
  });

  it('asks at once when the network is said to be gone, which a server on the same machine may answer', () => {
    greeted(0);
    window.dispatchEvent(new window.Event('offline'));
    expect(TestSocket.last.sentOf('ping')).toHaveLength(1);
    TestSocket.last.say({ type: 'pong' });
    vi.advanceTimersByTime(3_000);
    expect(store.status).toBe('live');
    window.dispatchEvent(new window.Event('offline'));
    vi.advanceTimersByTime(3_000);
    expect(store.status).toBe('lost');
  });

  it('is tried at once when the network returns', () => {
    greeted(0);
    TestSocket.last.fall();
    window.dispatchEvent(new window.Event('online'));
    expect(TestSocket.all).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(TestSocket.all).toHaveLength(2);
  });

  it('ends for good when nobody looks any more', () => {
    greeted(0);
    store.close();
    vi.advanceTimersByTime(60_000);
    expect([store.status, TestSocket.all.length]).toEqual(['closed', 1]);
  });
});
