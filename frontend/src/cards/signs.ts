/** The seven signs and the mark of a covered corner, one family on a grid of 24 by 24 about their middle. */

import type { SymbolName } from './catalogue';
import { both, disc, dots, line, shape, sym } from './drawing/pen';

export interface Sign {
  /** The outline, which is enough to recognise the sign. */
  readonly plate: string;
  /** Drawn in paper on a kingdom's plate, in ink on an object's. */
  readonly glyph: string;
  /** Fine lines over the glyph. */
  readonly lines: string;
}

export const SIGNS: Readonly<Record<SymbolName, Sign>> = {
  fungi: {
    plate: disc(0, 0, 11),
    glyph: sym('0,-7.5 4.5,-6.5 7.5,-2.5 8,1! 4,2 0,2') + sym('0,2 2.4,2! 2.2,5 3.6,7.6! 0,8'),
    lines: dots(0.5, '-3,-3 1,-4.6 3.6,-1.6 -1,-0.8'),
  },
  plant: {
    plate: sym('0,-12! 6.5,-6.5 9,0 6.5,6.5 0,12!'),
    glyph: sym('0,-8.5! 4.6,-3.5 5.4,1.5 3,5 0,6.5') + sym('0,5 0.8,6! 0.8,9.6! 0,9.6!'),
    lines: line('0,-6 0,6.5') + both(line, '0,-1.5 3.2,-3.6', '0,2 4,-0.4', '0,5 3.4,3'),
  },
  animal: {
    plate: sym('0,-11! 10,-11! 10.4,0 7,7 0,12!'),
    glyph:
      sym('0,-1 3.2,0 5,3.6 3.6,6.4 0,6') +
      both((text) => shape(text), '2.6,-8.4 4.4,-6 3,-2.6 1,-5') +
      both((text) => shape(text), '6.6,-4.6 8,-1.6 6,1 4.4,-1.6'),
    lines: '',
  },
  insect: {
    plate: sym('0,-11! 10,-5.8! 10,5.8! 0,11!'),
    glyph: both(shape, '0.6,-2! 4,-6 8,-6! 7.4,-1 4,0.8 7,3 5,7! 1.8,5.4 0.6,2!') + sym('0,-5 1.3,-4 1.3,5 0,8'),
    lines: both(line, '0.6,-5 2.4,-8') + disc(4.6, -3.2, 0.8) + disc(-4.6, -3.2, 0.8),
  },
  quill: {
    plate: shape(
      '9,-12.4! 11,-7 9,-2 6.2,-1.8! 7.2,0.4 4,3.8 1.6,3! 2,5.6 -2,7 -5,6.2! -6,2 -4.4,-3 -1.8,-2.6! -2.6,-5.4 0.6,-9 3.2,-8.2! 4,-10.8',
    ),
    glyph: shape('8.4,-11.4! -5.2,5.4! -9.2,13! -11,12.4! -6.8,4.6!'),
    lines: '',
  },
  inkwell: {
    plate: sym('0,-11.5 5,-11! 5,-7.5! 3.4,-6! 9,-2 10.6,5 8,11! 0,11.4'),
    glyph: sym('0,-0.5 7.4,-0.4! 8.2,5 6.4,8.6! 0,9'),
    lines: line('-4.6,-8 0,-7.6 4.6,-8'),
  },
  manuscript: {
    plate: shape(
      '-9,-11! 6,-11! 10,-11 10.6,-6! 7,-6! 7,5! 11,5! 11,11 6,11! -7,11! -11,11 -11,5! -7,5! -7,-6! -11,-6! -12,-11',
    ),
    glyph: '',
    lines: line(
      '-4,-6.6 4.4,-6.6',
      '-4,-3 4.4,-3',
      '-4,0.6 4.4,0.6',
      '-4,4.2 1.6,4.2',
      '-7,-6 -7.6,-9 -10,-8.4',
      '7,5 4.6,5 4.6,9 7,10.6',
    ),
  },
};

/** A card corner with another card's corner upon it. */
export const COVERED_CORNER = {
  under: 'M-11-9H5V7H-11Z',
  over: 'M-3-1H11V11H-3Z',
} as const;
