import { both, line, shape, sym } from '../drawing/pen';
import type { Motif } from './motif';

export const iris = (): Motif => [
  ['body', both(shape, '3,38! 9,20 20,2 30,-8! 26,10 20,26 15,38!')],
  ['fine', both(line, '8,36 14,20 25,0')],
  ['rod', line('0,14 0,38')],
  ['tint', both(shape, '4,-10! 14,-16 27,-12 34,0 32,12 24,15 19,8 15,2 4,0!')],
  ['accent', both(shape, '6,-8! 15,-10 24,-5 28,3! 20,0 6,-3!')],
  ['cut', both(line, '18,-9 27,-1 29,10', '14,-3 21,2 25,11')],
  ['body', sym('0,-38 8,-35 15,-25 12,-13 4,-7! 0,-6')],
  ['cut', both(line, '3,-33 5,-20 2,-9')],
  ['tint', sym('0,-9 6,-7! 11,6 9,17 0,23!')],
  ['accent', sym('0,-8 3,-6! 4,5 0,12!')],
  ['fine', both(line, '6,0 6,10 2,18')],
];
