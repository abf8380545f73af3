import { line, put, shape } from '../drawing/pen';
import type { Motif } from './motif';

const LEAF =
  '0,22! 6,14 16,16! 20,6 26,-2! 16,-6 13,-12! 8,-18 0,-28! -8,-18 -13,-12! -16,-6 -26,-2! -20,6 -16,16! -6,14';
const VEINS = ['0,22 0,-20', '0,16 18,0', '0,16 -18,0', '0,12 10,-10', '0,12 -10,-10'];
const leaf = (x: number, y: number, degrees: number, size: number): string => shape(put(LEAF, x, y, degrees, size));
const veins = (x: number, y: number, degrees: number, size: number): string =>
  line(...VEINS.map((vein) => put(vein, x, y, degrees, size)));

export const ivy = (): Motif => [
  ['rod', line('-34,36 -20,30 -14,18 0,14 10,20 22,16 30,2 26,-12', '-14,18 -24,4 -25,-10', '10,20 18,28')],
  ['body', leaf(-23, -19, -14, 0.55) + leaf(25, -18, 16, 0.66) + leaf(25, 27, 118, 0.48)],
  ['fine', veins(-23, -19, -14, 0.55) + veins(25, -18, 16, 0.66) + veins(25, 27, 118, 0.48)],
  ['tint', leaf(0, -8, 4, 1)],
  ['cut', veins(0, -8, 4, 1)],
];
