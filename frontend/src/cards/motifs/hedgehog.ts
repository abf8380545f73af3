import { along, disc, hatch, line, put, shape } from '../drawing/pen';
import type { Motif } from './motif';

/** Where the spines stand: on arcs about the hedgehog's middle. */
const spines = (radius: number, count: number, from: number, to: number, length: number): string =>
  along(count, (part) => {
    const turn = from + (to - from) * part;
    const [x, y] = [
      -5 + radius * 1.1 * Math.sin((turn * Math.PI) / 180),
      16 - radius * Math.cos((turn * Math.PI) / 180),
    ];
    return shape(put(`-3.4,3! 0,${-length}! 3.4,3!`, x, y, turn - 10));
  });

export const hedgehog = (): Motif => [
  ['tint', shape('-22,28! -14,28! -12,36! -24,37!') + shape('6,28! 14,28! 18,36! 5,37!')],
  ['body', shape('4,2! 14,0 22,6 28,14 37,20! 36,25 26,29 12,33 -10,34 -26,32 -32,24! -10,20')],
  ['dark', spines(30, 13, -92, 52, 11)],
  ['dark', shape('10,28! 14,14 12,2 6,-8 -4,-14 -18,-12 -30,-2 -36,14 -34,26! -20,31')],
  ['tint', spines(24, 11, -88, 58, 9)],
  ['body', spines(15, 8, -92, 64, 9)],
  ['tint', spines(6, 4, -90, 62, 8)],
  ['accent', disc(15, 9, 4.2, 4.6)],
  ['dark', disc(24, 15, 2) + disc(37, 21, 2.6)],
  ['cut', line('35,25 28,24 24,22')],
  ['fine', hatch('16,20 13,28', '22,23 20,29', 3)],
];
