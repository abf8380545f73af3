import { both, hatch, line, shape, sym } from '../drawing/pen';
import type { Motif } from './motif';

export const stag = (): Motif => [
  [
    'bough',
    both(line, '5,-4 9,-14 22,-18 29,-27 27,-37', '8,-12 9,-24', '17,-17 17,-30', '27,-23 36,-27', '6,-7 16,-8'),
  ],
  ['tint', sym('0,6 11,6! 15,20 22,38! 12,36! 6,38! 0,36!')],
  ['fine', both(line, '9,20 15,36', '6,26 9,36') + line('0,34 0,37')],
  ['body', both(shape, '8,-3! 16,-6 28,-4! 24,4 13,6 9,4!')],
  ['accent', both(shape, '12,-1! 18,-3 24,-2! 20,2 13,3!')],
  ['body', sym('0,-8 7,-7 10,0 9,9 6,18 7,25 5,31 0,33')],
  ['cut', both(line, '3,-6 4,4 2,18', '6,18 5,22')],
  ['fine', hatch('-3,-4 -2,3', '3,-4 2,3', 4)],
  ['dark', both(shape, '5,3! 8,2 9,5! 6,6') + sym('0,24 4,24! 3,29 0,30')],
  ['accent', sym('0,-9 4,-8! 2,-1 0,2')],
];
