import { along, disc, hatch, line, put, shape, sym } from '../pen';
import type { Motif } from './motif';

const RAYS = 6;
const turn = (i: number): number => (i * 360) / RAYS + 30;

export const earthstar = (): Motif => [
  ['tint', along(RAYS, (_, i) => shape(put('-4,0! -7,12 -10,22 -6,30 1,39! 5,30 10,22 7,12 4,0!', 0, 0, turn(i))))],
  [
    'fine',
    along(RAYS, (_, i) => line(...['0,20 1,31', '-5,20 -3,27', '5,20 4,27'].map((cut) => put(cut, 0, 0, turn(i))))),
  ],
  ['body', disc(0, 0, 18)],
  ['fine', hatch('-15,7 -8,4', '-2,16 -1,9', 6) + hatch('2,16 1,9', '15,7 8,4', 6)],
  ['accent', shape(along(16, (_, i) => put(`0,${i % 2 ? 5 : 8}! `, 0, -3, i * 22.5) + ' '))],
  ['dark', sym('0,-6 2.4,-3 0,0')],
];
