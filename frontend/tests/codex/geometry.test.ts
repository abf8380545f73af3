import { describe, expect, it } from 'vitest';
import {
  boundsOfCells,
  byHandfuls,
  cellTowards,
  centreOf,
  contains,
  fitBox,
  clampBox,
  nearestCell,
  scaleBox,
  fitShape,
} from '../../src/codex/geometry';
import { CARD, STEP } from '../../src/cards/geometry';
import type { Cell } from '../../src/net/types';

const cells = (...all: [number, number][]): Cell[] => all;

describe('boxes', () => {
  it('hold every card and the margin', () => {
    const box = boundsOfCells(cells([0, 0], [1, 1], [-1, -1]), 10);
    expect(box.width).toBe(2 * STEP.x + CARD.width + 20);
    expect(box.height).toBe(2 * STEP.y + CARD.height + 20);
    expect(box.y).toBe(-STEP.y - 10);
  });

  it('grow about their middle into the shape of the screen', () => {
    const box = fitShape({ x: 0, y: 0, width: 100, height: 100 }, { width: 400, height: 200 });
    expect(box).toEqual({ x: -50, y: 0, width: 200, height: 100 });
  });

  it('never draw a lonely card larger than wanted', () => {
    const box = fitBox(boundsOfCells(cells([0, 0]), 0), { width: 1000, height: 1000 }, 2);
    expect(1000 / box.width).toBe(2);
    expect(box.x + box.width / 2).toBe(CARD.width / 2);
  });

  it('keep the point under the fingers where it is', () => {
    const box = { x: 10, y: 20, width: 300, height: 200 };
    const point = { x: 110, y: 70 };
    const closer = scaleBox(box, 0.5, point);
    expect((point.x - closer.x) / closer.width).toBeCloseTo((point.x - box.x) / box.width);
    expect((point.y - closer.y) / closer.height).toBeCloseTo((point.y - box.y) / box.height);
  });

  it('cannot lose the codex out of sight', () => {
    const bounds = boundsOfCells(cells([0, 0], [2, 2]), 0);
    const far = clampBox({ x: 9999, y: -9999, width: 400, height: 300 }, bounds);
    expect(far.x + 200).toBe(bounds.x + bounds.width);
    expect(far.y + 150).toBe(bounds.y);
    expect(contains(bounds, clampBox(bounds, bounds))).toBe(true);
  });
});

describe('a tap', () => {
  const open = cells([1, 1], [1, -1]);
  it('means the cell it hits', () => {
    expect(nearestCell(open, centreOf([1, -1]), 0)).toEqual([1, -1]);
  });
  it('means the nearest cell a little beside it', () => {
    const { x, y } = centreOf([1, 1]);
    const beside = { x: x + CARD.width / 2 + 15, y };
    expect(nearestCell(open, beside, 20)).toEqual([1, 1]);
    expect(nearestCell(open, beside, 10)).toBeNull();
  });
});

describe('arrow keys', () => {
  const open = cells([0, 2], [-1, 1], [1, 1], [2, 0], [1, -1], [-1, -1]);
  it('go to the near cell in their direction', () => {
    expect(cellTowards(open, [-1, 1], 'right')).toEqual([1, 1]);
    expect(cellTowards(open, [1, 1], 'down')).toEqual([1, -1]);
    expect(cellTowards(open, [1, -1], 'left')).toEqual([-1, -1]);
    expect(cellTowards(open, [-1, -1], 'up')).toEqual([-1, 1]);
  });
  it('stay where nothing lies ahead', () => {
    expect(cellTowards(open, [2, 0], 'right')).toBeNull();
  });
  it('reach every cell from every other', () => {
    const seen = new Set(['0,2']);
    const queue: Cell[] = [[0, 2]];
    for (let at = queue.pop(); at; at = queue.pop()) {
      for (const direction of ['up', 'down', 'left', 'right'] as const) {
        const next = cellTowards(open, at, direction);
        if (next && !seen.has(next.join())) {
          seen.add(next.join());
          queue.push(next);
        }
      }
    }
    expect(seen.size).toBe(open.length);
  });
});

describe('handfuls of cards', () => {
  it('keep their order, and stay the same where nothing changed', () => {
    const some = byHandfuls<number>();
    const first = some([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(first).toEqual([
      [1, 2, 3, 4, 5, 6],
      [7, 8],
    ]);
    const next = some([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(next.flat()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(next[0]).toBe(first[0]);
    expect(some([1, 2, 3]).flat()).toEqual([1, 2, 3]);
  });
});
