import { both, disc, dots, line, shape, sym } from '../drawing/pen';
import type { Motif } from './motif';

export const ladybird = (): Motif => [
  ['rod', both(line, '18,-8 28,-14 33,-22', '22,8 33,8 38,14', '18,22 28,28 30,37')],
  ['body', both(shape, '6,28! 14,32 16,38! 6,38 1,34!')],
  ['tint', sym('0,-34 7,-33 12,-26! 0,-22')],
  ['dark', sym('0,-27 14,-26! 19,-18 16,-12! 0,-11')],
  ['body', both(shape, '8,-24! 14,-24 16,-18 11,-16')],
  ['accent', sym('0,-14 16,-13! 25,0 25,16 16,30 0,36')],
  ['cut', line('0,-14 0,36')],
  ['dark', dots(4.6, '-9,-4 9,-4 -17,6 17,6 -8,12 8,12 -12,24 12,24') + disc(0, -11, 5, 4)],
  ['light', both(line, '17,-8 21,0 22,10')],
  ['feeler', both(line, '4,-33 8,-37 14,-38')],
];
