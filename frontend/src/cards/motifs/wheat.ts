import { along, line, put, shape } from '../drawing/pen';
import type { Motif } from './motif';

const GRAIN = '0,0! 5,-4 5,-10 0,-15! -4,-10 -3,-4';

/** An ear of `rows` rows, its foot at (x, y), leaning by `lean` degrees. */
function ear(draw: 'grain' | 'awn', x: number, y: number, lean: number, rows: number, size: number): string {
  const at = (row: number): [number, number] => {
    const up = row * 7 * size;
    return [x + up * Math.sin((lean * Math.PI) / 180), y - up * Math.cos((lean * Math.PI) / 180)];
  };
  const one = (row: number, turn: number): string => {
    const [gx, gy] = at(row);
    return draw === 'grain'
      ? shape(put(GRAIN, gx, gy, lean + turn, size))
      : line(put('0,-14 0,-20', gx, gy, lean + turn * 0.7, size));
  };
  return along(rows, (_, row) => one(row, 34) + one(row, -34)) + one(rows, 0);
}

export const wheat = (): Motif => [
  ['light', ear('awn', 0, 12, 0, 5, 0.95) + ear('awn', -15, 14, -24, 3, 0.9) + ear('awn', 15, 14, 24, 3, 0.9)],
  ['rod', line('0,38 0,6', '-3,38 -8,24 -16,10', '3,38 8,24 16,10')],
  ['tint', ear('grain', -15, 14, -24, 3, 0.9) + ear('grain', 15, 14, 24, 3, 0.9)],
  ['accent', ear('grain', 0, 12, 0, 5, 0.95)],
  ['body', shape('-8,26! 0,23 8,26! 8,31! 0,33 -8,31!')],
  ['body', shape('4,34! 16,28 27,33 36,29! 28,38 14,38') + shape('-4,34! -16,28 -27,33 -36,29! -28,38 -14,38')],
];
