import { along, hatch, line, put, shape, sym } from '../drawing/pen';
import type { Motif } from './motif';

const SCALE = '-8.5,-9! 8.5,-9! 9.5,1 3,8 0,10! -3,8 -9.5,1';
/** From the tip up, so that upper scales lie over lower ones. */
const ROWS: readonly (readonly [y: number, xs: readonly number[]])[] = [
  [29, [0]],
  [23, [-6, 6]],
  [16, [-11, 0, 11]],
  [8, [-15, -5, 5, 15]],
  [0, [-16, -5.5, 5.5, 16]],
  [-7, [-11, 0, 11]],
];
const scales = (rows: typeof ROWS, draw: (x: number, y: number) => string): string =>
  rows.map(([y, xs]) => xs.map((x) => draw(x, y)).join('')).join('');

/** Needles stand in pairs along the twig. */
const needles = (length: number): string =>
  along(9, (part) => {
    const x = -33 + 66 * part;
    const y = -27 + 6 * Math.sin(part * Math.PI);
    const lean = (part - 0.5) * 70;
    return [-62, -30, 0, 30, 62].map((turn) => line(put(`0,0 0,${-length}`, x, y, lean + turn * 1.25))).join('');
  });

export const pine = (): Motif => [
  ['light', needles(15)],
  ['bough', line('-35,-27 -16,-22 0,-20 16,-22 35,-28')],
  ...ROWS.map((row): readonly ['body' | 'accent', string] => [
    row[1].length % 2 ? 'accent' : 'body',
    scales([row], (x, y) => shape(put(SCALE, x, y))),
  ]),
  [
    'fine',
    scales(
      ROWS,
      (x, y) =>
        hatch(`${x},${y + 8} ${x},${y - 2}`, `${x},${y + 8} ${x},${y - 2}`, 1) +
        hatch(`${x - 4},${y + 5} ${x - 5},${y - 2}`, `${x + 4},${y + 5} ${x + 5},${y - 2}`, 2),
    ),
  ],
  ['tint', sym('0,-22 7,-22 15,-15! 8,-11 0,-12')],
];
