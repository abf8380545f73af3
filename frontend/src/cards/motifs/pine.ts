import { along, line, put, shape, sym } from '../pen';
import type { Motif } from './motif';

const ROWS = [
  { y: 26, xs: [-6, 6] },
  { y: 20, xs: [-13, 0, 13] },
  { y: 13, xs: [-17, -6, 6, 17] },
  { y: 5, xs: [-18, -9, 0, 9, 18] },
  { y: -4, xs: [-14, -5, 5, 14] },
] as const;

export const pine: Motif = [
  ['bough', line('-38,-22 -20,-20 0,-15 20,-20 38,-27')],
  [
    'body',
    along(11, (part, i) =>
      shape(
        put(
          '-1.6,0! 0,-34! 1.6,0!',
          -30 + 60 * part,
          -20 + 5 * Math.sin(part * 3.1),
          -74 + part * 148 + (i % 2) * 7,
          0.8,
        ),
      ),
    ),
  ],
  ['tint', sym('0,-14 10,-14 19,-6 22,6 17,20 8,31 0,35')],
  [
    'body',
    along(5, (_, row) => {
      const { y, xs } = ROWS[4 - row] ?? ROWS[0];
      return xs.map((x) => shape(put('-6,-7! 6,-7! 7,1 0,7! -7,1', x, y))).join('');
    }),
  ],
  [
    'fine',
    along(5, (_, row) => line(...(ROWS[row] ?? ROWS[0]).xs.map((x) => put('0,-5 0,3', x, (ROWS[row] ?? ROWS[0]).y)))),
  ],
  ['accent', sym('0,-20 8,-19 12,-13! 0,-10')],
];
