import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { opponents } from '../../src/game/opponents.svelte';

const UNREADY = { levels: [], ready: false, part: 0.25 };
let answers: (() => Promise<Response>)[];
const asked = vi.fn((path: string) => path);
const LOOK = '/api/v1/opponents';

beforeEach(() => {
  vi.useFakeTimers();
  asked.mockReset();
  vi.stubGlobal('fetch', (path: string) => {
    if (path !== LOOK) return Promise.resolve(Response.json({})); // what asks whether the server is there at all
    asked(path);
    return answers.shift()?.() ?? Promise.resolve(Response.json({ ...UNREADY, ready: true }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const answer = () => Promise.resolve(Response.json(UNREADY));
const lost = () => Promise.reject(new TypeError('failed'));

it('the opponents are looked at until they are ready, though the network slips meanwhile', async () => {
  answers = [answer, lost, answer, answer];
  const stop = opponents.watch();
  await vi.advanceTimersByTimeAsync(60_000);
  stop();
  expect(asked).toHaveBeenCalledTimes(5);
});

it('nobody looks at the opponents any more when nobody wants to know', async () => {
  answers = [lost, answer];
  const stop = opponents.watch();
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledOnce();
});

it('an opponent that searches cannot play on a device, nor on a server that cannot compile', async () => {
  const levels = [
    { bot: 'level:3', prepares: false },
    { bot: 'level:5', prepares: true },
  ];
  for (const available of [true, false]) {
    answers = [() => Promise.resolve(Response.json({ levels, ready: true, part: null, available }))];
    const stop = opponents.watch();
    await vi.advanceTimersByTimeAsync(1);
    stop();
    expect([opponents.canPlay('level:3'), opponents.canPlay('level:5')]).toEqual([true, available]);
  }
  expect([opponents.canPlay('level:3', true), opponents.canPlay('level:5', true)]).toEqual([true, false]);
});
