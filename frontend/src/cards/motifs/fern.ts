import { along, line, put, shape } from '../pen';
import type { Motif } from './motif';

/** A leaflet, standing on its stalk. */
const LEAFLET = '0,0! 4,-4 5,-11 0,-20! -4,-11 -3,-4';

const STEM = (part: number): [x: number, y: number] => [6 - 14 * part * part + 4 * part, 36 - 66 * part];

export const fern: Motif = [
  [
    'body',
    along(9, (part) => {
      const [x, y] = STEM(part * 0.92);
      const size = 1.25 - 0.85 * part;
      return shape(put(LEAFLET, x, y, 62 - 18 * part, size)) + shape(put(LEAFLET, x, y, -70 - 6 * part, size));
    }),
  ],
  [
    'fine',
    along(9, (part) => {
      const [x, y] = STEM(part * 0.92);
      const size = 1.25 - 0.85 * part;
      return line(put('0,0 0,-15', x, y, 62 - 18 * part, size), put('0,0 0,-15', x, y, -70 - 6 * part, size));
    }),
  ],
  ['rod', line('6,38 5,20 2,4 0,-10 -4,-26')],
  ['body', shape(put(LEAFLET, -4, -25, -12, 0.62))],
  ['rod', line('24,38 27,24 34,16 36,6 29,1 24,7 28,12 31,8')],
];
