import { both, disc, hatch, hatches, line, shape, sym } from '../drawing/pen';
import type { Motif } from './motif';

export const stagBeetle = (): Motif => [
  ['rod', both(line, '10,-4 22,-8 27,-15', '13,6 26,6 33,12', '11,18 22,24 25,35')],
  ['accent', both(shape, '2,-17! 9,-19 13,-25 8,-29! 13,-29 12,-34 5,-38! 16,-37 22,-28 18,-18 9,-11!')],
  ['tint', sym('0,-19 9,-19! 12,-13 9,-9! 0,-8')],
  ['body', sym('0,-10 12,-11! 15,-4 12,2! 0,3')],
  ['body', sym('0,2 13,2! 17,12 14,26 6,36 0,38')],
  ['cut', line('0,3 0,37') + both(line, '5,5 8,18 4,34')],
  [
    'fine',
    hatches('11,7 15,7', '11,28 14,27', 8) + hatch('-11,-5 -7,-5', '-9,0 -5,0', 3) + hatch('11,-5 7,-5', '9,0 5,0', 3),
  ],
  ['dark', disc(-10, -14, 1.8) + disc(10, -14, 1.8)],
];
