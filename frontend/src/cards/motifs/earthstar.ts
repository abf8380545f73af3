import { along, disc, hatch, line, put, shape, sym } from '../pen';
import type { Motif } from './motif';

export const earthstar: Motif = [
  [
    'tint',
    along(7, (_, i) => shape(put('-9,-4! -10,14 -6,25 0,37! 6,25 10,14 9,-4!', 0, 8, i * (360 / 7) + 180, 0.98))),
  ],
  [
    'fine',
    along(7, (_, i) =>
      line(
        put('0,18 0,30', 0, 8, i * (360 / 7) + 180),
        put('-4,16 -3,24', 0, 8, i * (360 / 7) + 180),
        put('4,16 3,24', 0, 8, i * (360 / 7) + 180),
      ),
    ),
  ],
  ['body', sym('0,-16 5,-13! 15,-8 19,6 14,19 0,24')],
  ['accent', disc(0, 6, 10, 9)],
  ['dark', sym('0,-17 3,-3! 6,2 4,7 0,8')],
  ['fine', hatch('-16,2 -11,17', '-12,-4 -9,2', 3) + hatch('16,2 11,17', '12,-4 9,2', 3)],
];
