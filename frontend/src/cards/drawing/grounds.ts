/** Ground of a card: one texture for each kingdom, the frames, and the ornaments of gold. */

import type { Kingdom } from '../catalogue';
import { along, both, disc, line, shape } from './pen';

type Cell = readonly [x: number, y: number];

/** The places of a staggered grid within a card's frame. */
function cells(dx: number, dy: number): Cell[] {
  const found: Cell[] = [];
  for (let row = 0; 8 + row * dy < 95; row++) {
    for (let x = row % 2 ? 8 + dx / 2 : 8; x < 145; x += dx) found.push([x, 8 + row * dy]);
  }
  return found;
}

const grid = (dx: number, dy: number, draw: (cell: Cell) => string): string => cells(dx, dy).map(draw).join('');

/** Dots, veins, chevrons and cells, which distinguish kingdoms without colour. */
export const TEXTURES: Readonly<Record<Kingdom, string>> = {
  fungi: grid(10, 6, ([x, y]) => `M${x} ${y}h.01`),
  plant: grid(13, 12, ([x, y]) => `M${x} ${y + 5}q1-6 5-9M${x + 1} ${y + 1}l-3-3M${x + 2.4} ${y - 1.4}l4.4-.4`),
  animal: grid(14, 7, ([x, y]) => `M${x - 3} ${y}l3 3 3-3`),
  insect: grid(16, 7, ([x, y]) => `M${x - 2.7} ${y - 4.7}h5.4l2.6 4.7-2.6 4.7h-5.4l-2.6-4.7z`),
};

/** The card's own outline, and its inner rule. */
export const SHEET = { width: 150, height: 100, rx: 5 } as const;
export const RULE = { x: 3.6, y: 3.6, width: 142.8, height: 92.8, rx: 3.4 } as const;

/** A visible corner, as it stands at the top left; its inner corner is round like a card's, so that covering is exact. */
export const TAB = 'M5 0H33V35a5 5 0 0 1-5 5H0V5A5 5 0 0 1 5 0Z';
export const TAB_RULE = 'M30.6 0V34.2a3.4 3.4 0 0 1-3.4 3.4H0';

/** Where the frame closes about a hidden corner, as at the top left: three leaves. */
export const KNOT =
  shape('8,8! 14,9 20,15 21,21! 15,20 9,14') +
  shape('17,6.6! 22,4.8 27,6.6! 22,8.8') +
  shape('6.6,17! 4.8,22 6.6,27! 8.8,22');

/** A tendril of the gold border, as it grows from the top left. */
export const TENDRIL =
  line('8,47 9,34 18,24 30,20 36,27 30,33 25,29 27,26', '12,30 7,22 9,12 17,10 20,16 15,18', '22,22 28,12 36,9') +
  shape('36,9! 41,5 46,8! 41,11') +
  shape('9,38! 15,36 18,40! 13,42');

/** The rays of gold leaf about (0, 0), around a halo. */
export const RAYS = along(36, (_, i) => {
  const turn = (i * Math.PI) / 18;
  const at = (r: number): string => `${(r * Math.cos(turn)).toFixed(1)} ${(r * Math.sin(turn)).toFixed(1)}`;
  return `M${at(33)}L${at(i % 2 ? 36 : 39)}`;
});

/** A wreath of leaves about (0, 0), open at the top and the bottom. */
export const WREATH = both(
  shape,
  ...[-50, -28, -6, 16, 38].flatMap((degrees) => {
    const turn = (degrees * Math.PI) / 180;
    const [x, y] = [34 * Math.cos(turn), 32 * Math.sin(turn)];
    const [dx, dy] = [Math.cos(turn + 1.2), Math.sin(turn + 1.2)];
    const p = (a: number, b: number): string =>
      `${(x - a * dx - b * dy).toFixed(1)},${(y - a * dy + b * dx).toFixed(1)}`;
    return [`${p(-5, 0)}! ${p(0, 3)} ${p(6, 0)}! ${p(0, -3)}`];
  }),
);

/** Where the ink missed the paper. */
export const GRAIN = along(
  46,
  (_, i) => `M${(i * 61) % 149} ${(i * 37 + ((i * i) % 11)) % 98}h${((i * 7) % 5) * 0.5 + 0.4}`,
);

/** The medallion of the backs, small enough for the knotwork around it. */
export const MEDALLION = disc(0, 0, 22.5);

/** The compass of the starters' ground, which points to no kingdom. */
export const STAR = along(24, (_, i) => {
  const turn = (i * Math.PI) / 12;
  const at = (r: number): string =>
    `${(75 + 1.5 * r * Math.cos(turn)).toFixed(1)} ${(50 + r * Math.sin(turn)).toFixed(1)}`;
  return `M${at(36)}L${at(i % 2 ? 41 : 45)}`;
});

/** The page that an objective is written on, its corners cut out round, and the line within. */
const plaque = (edge: number, r: number): string => {
  const [right, low] = [150 - edge, 100 - edge];
  const turn = (x: number, y: number): string => `A${r} ${r} 0 0 0 ${x} ${y}`;
  return [
    `M${edge + r} ${edge}H${right - r}${turn(right, edge + r)}V${low - r}${turn(right - r, low)}`,
    `H${edge + r}${turn(edge, low - r)}V${edge + r}${turn(edge + r, edge)}Z`,
  ].join('');
};
export const PLAQUE = plaque(4.6, 11);
export const PLAQUE_RULE = plaque(8, 10.5);

/** A rose in each of those corners, as at the top left. */
export const ROSE = disc(8.2, 8.2, 3.6) + disc(8.2, 8.2, 1.2);

/** The seal that carries an objective's points. */
export const SEAL = shape(
  along(16, (_, i) => {
    const turn = (i * Math.PI) / 8;
    const r = i % 2 ? 19 : 21.5;
    return `${(r * Math.cos(turn)).toFixed(1)},${(r * Math.sin(turn)).toFixed(1)} `;
  }),
);
