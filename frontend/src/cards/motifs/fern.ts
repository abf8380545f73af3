import { along, line, put, shape } from '../pen';
import type { Motif } from './motif';

/** A leaflet, standing on its stalk. */
const LEAFLET = '0,0! 5,-5 6.5,-14 0,-27! -6.5,-14 -5,-5';

/** Where the stalk is at `part` of its length, and where it heads. */
function stalk(part: number): [x: number, y: number, heading: number] {
  const heading = (Math.atan2(-2 - 32 * part, 66) * 180) / Math.PI;
  return [12 - 2 * part - 16 * part * part, 37 - 66 * part, heading];
}

/** Draws for each leaflet, left and right. */
const leaflets = (draw: (x: number, y: number, degrees: number, size: number) => string): string =>
  along(8, (part) => {
    const [x, y, heading] = stalk(0.1 + part * 0.82);
    const size = 1.12 - 0.72 * part;
    return draw(x, y, heading + 62, size) + draw(x, y, heading - 62, size);
  });

export const fern = (): Motif => [
  ['rod', line('30,37 31,24 36,14 36,5 30,1 25,6 28,11 31,8')],
  ['body', leaflets((...at) => shape(put(LEAFLET, ...at)))],
  ['fine', leaflets((...at) => line(put('0,-4 0,-20', ...at)))],
  ['rod', line('12,38 11,22 7,4 1,-12 -5,-25')],
  ['tint', shape(put(LEAFLET, -5, -24, -26, 0.55))],
];
