/** Pure geometry of a codex drawing: cells, boxes, and directions between cells. */

import { CARD, boundsOf, cardOrigin, type Box, type Size } from '../cards/geometry';
import type { Cell } from '../net/types';

export type CellKey = string;
export type Direction = 'up' | 'down' | 'left' | 'right';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const keyOf = ([x, y]: Cell): CellKey => `${x},${y}`;
export const sameCell = (a: Cell, b: Cell): boolean => a[0] === b[0] && a[1] === b[1];

/** The top left point of the card on `cell`. */
export const originOf = ([x, y]: Cell): readonly [x: number, y: number] => cardOrigin({ x, y });

export function centreOf(cell: Cell): Point {
  const [x, y] = originOf(cell);
  return { x: x + CARD.width / 2, y: y + CARD.height / 2 };
}

const HANDFUL = 6;

/** Returns a function that splits cards into chunks, in the order of placing; an unchanged chunk is the same array. */
export function byHandfuls<T>(): (cards: readonly T[]) => readonly (readonly T[])[] {
  let before: readonly (readonly T[])[] = [];
  return (cards) => {
    const some = (i: number): readonly T[] => {
      const now = cards.slice(i * HANDFUL, (i + 1) * HANDFUL);
      const old = before[i] ?? [];
      return old.length === now.length && now.every((card, at) => card === old[at]) ? old : now;
    };
    before = Array.from({ length: Math.ceil(cards.length / HANDFUL) }, (_, i) => some(i));
    return before;
  };
}

/** The smallest box around the cards on `cells`, with `margin`. */
export function boundsOfCells(cells: readonly Cell[], margin: number): Box {
  return boundsOf(
    cells.map(([x, y]) => ({ x, y })),
    margin,
  );
}

/** The smallest box around the middles of `cells`, with `margin`. */
export function boundsOfMiddles(cells: readonly Cell[], margin: number): Box {
  const { x, y, width, height } = boundsOfCells(cells, margin);
  return { x: x + CARD.width / 2, y: y + CARD.height / 2, width: width - CARD.width, height: height - CARD.height };
}

export const sameBox = (a: Box, b: Box): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

/** `box` enlarged about its middle to the shape of `size`. */
export function fitShape(box: Box, size: Size): Box {
  const scale = Math.max(box.width / size.width, box.height / size.height);
  const [width, height] = [size.width * scale, size.height * scale];
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}

/** `box` shaped like `size`, never so small that a unit takes more than `most` pixels. */
export function fitBox(box: Box, size: Size, most: number): Box {
  const fit = fitShape(box, size);
  const grow = Math.max(1, size.width / most / fit.width);
  return scaleBox(fit, grow, { x: fit.x + fit.width / 2, y: fit.y + fit.height / 2 });
}

/** `box` made `factor` times as large while `point` stays where it is on the screen. */
export function scaleBox(box: Box, factor: number, point: Point): Box {
  return {
    x: point.x - (point.x - box.x) * factor,
    y: point.y - (point.y - box.y) * factor,
    width: box.width * factor,
    height: box.height * factor,
  };
}

export const moveBox = (box: Box, dx: number, dy: number): Box => ({ ...box, x: box.x + dx, y: box.y + dy });

/** The box `part` of the way from one to another. */
export function between(from: Box, to: Box, part: number): Box {
  const mix = (a: number, b: number): number => a + (b - a) * part;
  return {
    x: mix(from.x, to.x),
    y: mix(from.y, to.y),
    width: mix(from.width, to.width),
    height: mix(from.height, to.height),
  };
}

export const contains = (outer: Box, inner: Box): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height;

/** Push `box` back so that its middle stays within `bounds`: a codex cannot be lost out of sight. */
export function clampBox(box: Box, bounds: Box): Box {
  const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
  const x = clamp(box.x + box.width / 2, bounds.x, bounds.x + bounds.width);
  const y = clamp(box.y + box.height / 2, bounds.y, bounds.y + bounds.height);
  return { ...box, x: x - box.width / 2, y: y - box.height / 2 };
}

/** The cell among `cells` whose card lies nearest to `point`, no farther than `reach` outside the card. */
export function nearestCell<C extends Cell>(cells: readonly C[], point: Point, reach: number): C | null {
  const away = (cell: Cell): number => {
    const { x, y } = centreOf(cell);
    const outside = Math.hypot(
      Math.max(0, Math.abs(point.x - x) - CARD.width / 2),
      Math.max(0, Math.abs(point.y - y) - CARD.height / 2),
    );
    return outside > reach ? Infinity : Math.hypot(point.x - x, point.y - y);
  };
  const best = cells.reduce<C | null>((found, cell) => (found && away(found) <= away(cell) ? found : cell), null);
  return best && away(best) < Infinity ? best : null;
}

const ALONG: Readonly<Record<Direction, Point>> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

/** The cell a reader means by an arrow key: near, and more ahead than aside. */
export function cellTowards<C extends Cell>(cells: readonly C[], from: Cell, direction: Direction): C | null {
  const start = centreOf(from);
  const { x, y } = ALONG[direction];
  const cost = (cell: Cell): number => {
    const to = centreOf(cell);
    const ahead = (to.x - start.x) * x + (to.y - start.y) * y;
    const aside = Math.abs((to.x - start.x) * y) + Math.abs((to.y - start.y) * x);
    return ahead <= 0 ? Infinity : ahead + aside * 2;
  };
  const best = cells.reduce<C | null>((found, cell) => (found && cost(found) <= cost(cell) ? found : cell), null);
  return best && cost(best) < Infinity ? best : null;
}
