import { hatch, line, shape } from '../drawing/pen';
import type { Motif } from './motif';

/** A shelf that grows to the right out of the trunk: its underside, its top, the bands on it. */
const under = (y: number, w: number): string =>
  shape(
    `-16,${y}! ${w * 0.6 - 14},${y + 2} ${w - 14},${y - 4}! ${w - 18},${y + 6} ${w * 0.4 - 14},${y + 12} -16,${y + 13}!`,
  );
const top = (y: number, w: number, h: number): string =>
  shape(
    `-16,${y - h}! ${w * 0.5 - 14},${y - h} ${w * 0.88 - 14},${y - h * 0.6} ${w - 14},${y} ${w * 0.86 - 14},${y + h * 0.5} ${w * 0.5 - 14},${y + h * 0.8} -16,${y + h * 0.8}!`,
  );
const SHELVES = [
  [-20, 36],
  [4, 51],
  [26, 33],
] as const;
const each = (draw: (y: number, w: number) => string): string => SHELVES.map(([y, w]) => draw(y, w)).join('');

export const bracket = (): Motif => [
  ['body', shape('-34,-38! -15,-38! -18,-20 -14,0 -18,20 -13,38! -37,38! -33,20 -37,0 -32,-20')],
  ['cut', line('-28,-37 -30,-18 -26,4 -30,37', '-21,-37 -24,-10 -21,14 -23,37')],
  ['fine', hatch('-35,-30 -30,-28', '-35,32 -29,34', 12)],
  ['body', each(under)],
  [
    'fine',
    each((y, w) => hatch(`-12,${y + 5} -12,${y + 11}`, `${w - 19},${y + 1} ${w - 21},${y + 4}`, Math.round(w / 4))),
  ],
  ['tint', each((y, w) => top(y, w, 9))],
  ['accent', each((y, w) => top(y, w * 0.72, 6.6))],
  ['tint', each((y, w) => top(y, w * 0.42, 4))],
];
