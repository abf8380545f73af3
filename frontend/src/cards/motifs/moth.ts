import { both, disc, hatches, line, shape, sym } from '../drawing/pen';
import type { Motif } from './motif';

export const moth = (): Motif => [
  ['tint', both(shape, '4,2! 16,2 28,10 30,22 22,34 12,30 6,20!')],
  ['body', both(shape, '3,-12! 14,-24 28,-32 38,-30! 38,-16 32,-2 22,8 10,8 4,4!')],
  ['cut', both(line, '4,-6 18,-16 34,-27', '5,-2 20,-6 35,-15', '6,2 18,2 29,2', '7,10 16,18 20,30')],
  ['fine', hatches('37,-27 32,-26', '32,-2 28,-5', 9)],
  [
    'accent',
    both(
      (t) => {
        const [x = 0, y = 0] = t.split(',').map(Number);
        return disc(x, y, 5.5);
      },
      '21,-11',
      '19,17',
    ),
  ],
  ['dark', disc(21, -11, 2.4) + disc(-21, -11, 2.4) + disc(19, 17, 2.2) + disc(-19, 17, 2.2)],
  ['accent', sym('0,-20 5,-18 6,-8 6,6 4,20 0,30')],
  ['cut', line('-5,0 0,2 5,0', '-5,6 0,8 5,6', '-5,12 0,14 5,12', '-4,18 0,20 4,18', '-5,-9 0,-7 5,-9')],
  ['body', both(shape, '2,-19! 3,-28 12,-38! 15,-33 9,-25')],
  ['cut', both(line, '3,-20 7,-28 12,-36')],
];
