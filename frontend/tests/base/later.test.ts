import { afterEach, describe, expect, it, vi } from 'vitest';
import { hold, inTurn, onceDrawn, whenDrawn } from '../../src/base/deferred';
import { PATIENCE } from '../patience';

let drawn: string[] = [];
afterEach(async () => {
  await new Promise<void>((resolve) => whenDrawn(resolve));
  await new Promise((resolve) => setTimeout(resolve)); // the next test begins a task with a share of its own
  drawn = [];
});

/** A part that takes longer than a task may. */
function slow(name: string): () => void {
  return () => {
    const until = performance.now() + 8;
    while (performance.now() < until);
    drawn.push(name);
  };
}
const quick = (name: string) => () => void drawn.push(name);
const all = (count: number): Promise<unknown> => vi.waitUntil(() => drawn.length === count, PATIENCE);

describe('the parts of a page', () => {
  it('are drawn at once while there is time', () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    inTurn(quick('a'));
    inTurn(quick('b'), true);
    clock.mockRestore();
    expect(drawn).toEqual(['a', 'b']);
  });

  it('wait for their turn when a task has taken its share, those that matter least at the end', async () => {
    inTurn(slow('first'));
    inTurn(quick('chat'), true);
    inTurn(slow('codex'));
    inTurn(quick('hand'));
    expect(drawn).toEqual(['first']);
    await all(4);
    expect(drawn).toEqual(['first', 'codex', 'hand', 'chat']);
  });

  it('are not drawn any more once nobody wants them', async () => {
    inTurn(slow('first'));
    const forget = inTurn(quick('gone'));
    inTurn(quick('last'));
    forget();
    await all(2);
    expect(drawn).toEqual(['first', 'last']);
  });

  it('are known to be there when all that matter are', async () => {
    inTurn(slow('first'));
    inTurn(slow('codex'));
    inTurn(quick('chat'), true);
    const seen = await new Promise<string[]>((resolve) => whenDrawn(() => resolve([...drawn])));
    expect(seen).toContain('codex');
    await all(3);
  });

  it('are not all there before what is on its way has come', () => {
    const came = hold();
    let there = false;
    whenDrawn(() => (there = true));
    expect(there).toBe(false);
    came();
    expect(there).toBe(true);
  });

  it('are there without what never comes', async () => {
    const late = hold();
    await new Promise<void>((resolve) => whenDrawn(resolve));
    expect(document.documentElement).toHaveProperty('dataset.drawing'); // for tests, which wait for it
    late();
    late();
    expect(document.documentElement).not.toHaveProperty('dataset.drawing');
    expect(drawn).toEqual([]);
  });

  it('are waited for by what is to be done with them, unless it is forgotten', async () => {
    inTurn(slow('first'));
    onceDrawn(() => void drawn.push('focus'));
    const forget = onceDrawn(() => void drawn.push('forgotten'));
    const late = onceDrawn(() => void drawn.push('forgotten late'));
    inTurn(quick('codex'));
    late();
    await Promise.resolve();
    forget();
    await all(3);
    expect(drawn).toEqual(['first', 'codex', 'focus']);
  });
});
