import { along, line, put, shape } from '../drawing/pen';
import type { Motif } from './motif';

/** Where the stalk is at `part` of its length, and how far it leans. */
const stalk = (part: number): [x: number, y: number, lean: number] => [9 * part * part - 2, 33 - 62 * part, 18 * part];

/** How long a leaflet is: longest low down, shorter and shorter towards the tip. */
const lengthAt = (part: number): number => 7 + 23 * (1 - part);

/** A leaflet of that length, standing on its stalk. */
const leaflet = (length: number): string =>
  `0,0! 2.6,${-length * 0.22} 2.9,${-length * 0.55} 0,${-length}! -2.9,${-length * 0.55} -2.6,${-length * 0.22}`;

/** Draws for each pair of leaflets, from the tip down: the lower ones lie above. */
const pairs = (draw: (length: number, x: number, y: number, degrees: number) => string): string =>
  along(7, (step) => {
    const part = 0.9 - step * 0.74;
    const [x, y, lean] = stalk(part);
    const spread = 72 - 30 * part;
    return draw(lengthAt(part), x, y, lean + spread) + draw(lengthAt(part), x, y, lean - spread);
  });

export const fern = (): Motif => [
  ['feeler', line('-3,38 -11,34 -21,33 -30,29 -34,32 -30,36 -27,33', '4,38 12,35 22,33 29,30 33,33 29,36 27,34')],
  ['body', pairs((length, ...at) => shape(put(leaflet(length), ...at)))],
  ['fine', pairs((length, ...at) => line(put(`0,-3 0,${-length * 0.62}`, ...at)))],
  ['rod', line('0,38 -1,24 -1,8 1,-8 5,-22 8,-30')],
  ['tint', shape(put('0,2! 3.4,-3 2.4,-9 0,-14! -2.4,-9 -3.4,-3', 7, -24, 18))],
];
