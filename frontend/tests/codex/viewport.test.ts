import { describe, expect, it } from 'vitest';
import { Viewport } from '../../src/codex/viewport.svelte';
import { centreOf } from '../../src/codex/geometry';
import { CARD, STEP } from '../../src/cards/geometry';
import type { Cell } from '../../src/net/types';
import { chance } from '../text/chance';

const SIZE = { width: 400, height: 600 };

function shown(): Viewport {
  const viewport = new Viewport(() => true);
  viewport.hold([
    [0, 0],
    [1, 1],
  ]);
  viewport.resize(SIZE, 100);
  return viewport;
}

/** A codex of `count` cards, each laid at a corner of another, and the open cells around it. */
function grow(random: () => number, count: number): { cards: Cell[]; open: Cell[] } {
  const corners: Cell[] = [[1, 1], [1, -1], [-1, 1], [-1, -1]]; // prettier-ignore
  const cards: Cell[] = [[0, 0]];
  const around = (): Cell[] => cards.flatMap(([x, y]) => corners.map(([dx, dy]): Cell => [x + dx, y + dy]));
  const open = (): Cell[] => around().filter(([x, y]) => !cards.some((card) => card[0] === x && card[1] === y));
  while (cards.length < count) cards.push(open()[Math.floor(random() * open().length)] as Cell);
  return { cards, open: open() };
}

/** The open cells whose middle no finger reaches. */
const unreachable = (viewport: Viewport, open: readonly Cell[], { width, height }: typeof SIZE): Cell[] =>
  open.filter((cell) => {
    const { x, y } = viewport.on(centreOf(cell));
    return x < 1 || y < 1 || x > width - 1 || y > height - 1;
  });

/** How far below the top of the window the first card is. */
const height = (viewport: Viewport, top: number): number => top + viewport.on({ x: 0, y: 0 }).y;

describe('what is seen of a codex', () => {
  it('is all of it, in the middle, whenever there is other room for it', () => {
    const viewport = shown();
    const { y, height } = viewport.wanted;
    viewport.resize({ width: 400, height: 500 }, 200);
    expect(viewport.wanted.y + viewport.wanted.height / 2).toBeCloseTo(y + height / 2);
  });

  it('leaves each card where it is, if that is asked for, until the codex grows', () => {
    const viewport = shown();
    const before = height(viewport, 100);
    viewport.stay();
    viewport.resize({ width: 400, height: 500 }, 200);
    expect(height(viewport, 200)).toBeCloseTo(before);
    viewport.stay();
    viewport.resize(SIZE, 100);
    expect(height(viewport, 100)).toBeCloseTo(before);
    viewport.stay();
    viewport.resize({ width: 400, height: 500 }, 200);
    viewport.hold([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
    expect(height(viewport, 200)).not.toBeCloseTo(before);
  });

  it('stays there when the same cells are told again, as with every news of the table', () => {
    const viewport = shown();
    const before = height(viewport, 100);
    viewport.stay();
    viewport.resize({ width: 400, height: 500 }, 200);
    viewport.hold([
      [1, 1],
      [0, 0],
    ]);
    expect(height(viewport, 200)).toBeCloseTo(before);
  });

  it('moves rather than hide a card', () => {
    const viewport = shown();
    viewport.stay();
    viewport.resize({ width: 400, height: 150 }, 550);
    expect(viewport.on({ x: 0, y: 0 }).y).toBeGreaterThan(0);
  });

  it('lets more of the outermost cards be cut off while a card is taken up', () => {
    const CUT = 45;
    const moved = (steady: boolean): number => {
      const viewport = shown();
      const [before, lowest] = [height(viewport, 100), viewport.on({ x: 0, y: CARD.height }).y];
      viewport.steady = steady;
      viewport.stay();
      viewport.resize({ ...SIZE, height: lowest - CUT * viewport.scale }, 100);
      return Math.abs(height(viewport, 100) - before);
    };
    expect(moved(true)).toBeCloseTo(0);
    expect(moved(false)).toBeGreaterThan(1);
  });

  it('moves with another width, as when a phone is turned', () => {
    const viewport = shown();
    viewport.stay();
    viewport.resize({ width: 600, height: 400 }, 100);
    expect(viewport.on({ x: (STEP.x + CARD.width) / 2, y: 0 }).x).toBeCloseTo(300);
  });

  it('shows the cells around a large codex by half, so that its cards stay large', () => {
    const viewport = new Viewport(() => true);
    const cards = [...Array(7).keys()].map((x) => [x, x % 2] as const);
    viewport.resize({ width: 382, height: 380 }, 100);
    viewport.hold(cards, [
      [-1, 1],
      [7, 1],
    ]);
    expect(viewport.scale * CARD.width).toBeGreaterThan(56);
    const [left, right] = [
      viewport.on({ x: -STEP.x + CARD.width / 2, y: 0 }),
      viewport.on({ x: 7 * STEP.x + CARD.width / 2, y: 0 }),
    ];
    expect(left.x).toBeGreaterThan(5);
    expect(right.x).toBeLessThan(377);
    const before = viewport.wanted;
    viewport.stay();
    viewport.resize({ width: 382, height: 330 }, 100);
    expect(viewport.wanted.width).toBeCloseTo(before.width);
  });

  it('has the middle of every open cell, whatever takes room or leaves it while a card is taken up', () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const random = chance(seed);
      const { cards, open } = grow(random, 1 + Math.floor(random() * 30));
      const size = { width: 360 + Math.round(random() * 400), height: 220 + Math.round(random() * 200) };
      const viewport = new Viewport(() => true);
      viewport.resize(size, 160);
      viewport.hold(cards, open);
      viewport.steady = seed % 2 === 0;
      for (let change = 0; change < 6; change += 1) {
        const now = { ...size, height: size.height - Math.round(random() * 90) };
        viewport.stay();
        viewport.resize(now, 160 + Math.round(random() * 60));
        expect(unreachable(viewport, open, now), `seed ${seed}`).toEqual([]);
      }
    }
  });
});
