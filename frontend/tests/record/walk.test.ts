import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReplayGame } from '../../src/record/game';
import { walkKey } from '../../src/replay/keys';
import { Surprise } from '../../src/replay/surprise.svelte';
import { Walk } from '../../src/record/walk.svelte';
import { LITTLE } from '../replay/little';

const game = new ReplayGame(LITTLE);
const press = (walk: Walk, key: string, more: KeyboardEventInit = {}, target: Element = document.body): boolean => {
  let did = false;
  target.addEventListener('keydown', (event) => (did = walkKey(event as KeyboardEvent, walk)), { once: true });
  target.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, ...more }));
  return did;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('walking through a game', () => {
  it('steps, and stays within the game', () => {
    const versions: number[] = [];
    const walk = new Walk(game, 1, (version) => versions.push(version));
    walk.step(-1);
    walk.step(-1);
    walk.go(99);
    walk.step(1);
    expect(versions).toEqual([0, 9]);
    expect(walk.atEnd).toBe(true);
  });

  it('plays by itself to the end, and from the deal if it was over', () => {
    const walk = new Walk(game, 9);
    walk.play();
    expect(walk.version).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(walk.version).toBe(9);
    expect(walk.playing).toBe(false);
  });

  it('pauses when the reader steps', () => {
    const walk = new Walk(game, 0);
    walk.play();
    walk.step(1);
    expect(walk.playing).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect(walk.version).toBe(1);
  });

  it('shows whoever acts until a codex is kept in front', () => {
    const walk = new Walk(game, 7);
    expect(walk.front).toBe(1);
    walk.pin(0);
    expect(walk.front).toBe(0);
    walk.pin(0);
    expect(walk.front).toBe(1);
  });

  it('shows at the deal the codex of the seat it is seen from', () => {
    expect(new Walk(game, 0).front).toBe(0);
    const seen = new ReplayGame({ ...LITTLE, first: { ...LITTLE.first, viewer: 1 } });
    expect(new Walk(seen, 0).front).toBe(1);
    expect(new Walk(seen, 3).front).toBe(game.stopAt(3).seat);
  });
});

describe('what is to come', () => {
  it('begins behind the furthest moment that was seen', () => {
    const walk = new Walk(game, 3);
    walk.go(6);
    walk.go(1);
    expect(walk.furthest).toBe(6);
  });

  it('is told to whoever played, and to nobody else, until they choose', () => {
    localStorage.clear();
    expect([true, false].map((played) => new Surprise(played).kept)).toEqual([false, true]);
    new Surprise(true).kept = true;
    expect(new Surprise(true).kept).toBe(true);
    new Surprise(false).kept = false;
    expect(new Surprise(false).kept).toBe(false);
  });
});

describe('the keys', () => {
  it('lead everywhere', () => {
    const walk = new Walk(game, 5);
    const at = (key: string, more?: KeyboardEventInit): number => (press(walk, key, more), walk.version);
    expect(at('ArrowRight')).toBe(6);
    expect(at('ArrowLeft')).toBe(5);
    expect(at('ArrowRight', { shiftKey: true })).toBe(6);
    expect(at('PageDown')).toBe(8);
    expect(at('PageUp')).toBe(6);
    expect(at('ArrowLeft', { shiftKey: true })).toBe(4);
    expect(at('End')).toBe(9);
    expect(at('Home')).toBe(0);
    press(walk, ' ');
    expect(walk.playing).toBe(true);
    press(walk, ' ');
    expect(walk.playing).toBe(false);
  });

  it('leave alone what is not theirs', () => {
    const walk = new Walk(game, 5);
    const input = document.body.appendChild(document.createElement('input'));
    const button = document.body.appendChild(document.createElement('button'));
    expect(press(walk, 'ArrowRight', {}, input)).toBe(false);
    expect(press(walk, ' ', {}, button)).toBe(false);
    expect(press(walk, 'ArrowRight', { ctrlKey: true })).toBe(false);
    expect(press(walk, 'x')).toBe(false);
    expect(walk.version).toBe(5);
  });
});
