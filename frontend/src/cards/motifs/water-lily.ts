import { both, hatch, line, shape, sym } from '../drawing/pen';
import type { Motif } from './motif';

export const waterLily = (): Motif => [
  ['tint', sym('0,12 20,13 36,20 36,28 20,35 0,36')],
  ['cut', both(line, '2,24 30,20', '2,25 32,28', '2,26 20,33')],
  ['body', both(shape, '4,22! 16,20 28,12 38,-2! 24,-2 10,6')],
  ['body', both(shape, '3,20! 16,12 26,-2 29,-18! 16,-10 6,2')],
  ['body', both(shape, '0,18! 10,8 15,-8 13,-28! 4,-16 -2,0')],
  ['body', sym('0,-36 7,-22 9,-6 5,10 0,18')],
  ['fine', both(line, '10,18 22,12 31,2', '9,12 18,2 25,-12', '5,8 10,-6 12,-20') + line('0,-28 0,0')],
  ['accent', sym('0,4 5,6 8,14 5,20 0,21')],
  ['fine', hatch('-4,10 -3,19', '4,10 3,19', 4)],
  ['light', line('-38,32 -30,36 -18,37', '38,32 30,36 18,37')],
];
