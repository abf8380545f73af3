/** The signs that need no language, cut in wood like the rest of the book: black blocks, white cuts, 24 by 24. */
import { along, both, disc, dots, line, put, shape, sym } from '../cards/drawing/pen';
import type { Emote } from '../net/types';

export interface Drawing {
  /** Printed parts. */
  readonly block: string;
  /** Parts cut away from it, filled. */
  readonly cut: string;
  /** Fine cuts, as lines. */
  readonly lines: string;
  /** Lines printed beside the blocks. */
  readonly strokes?: string;
}

/** A long ray with its broad end inwards, `degrees` from the top. */
const ray = (degrees: number, from: number, to: number, width: number): string =>
  shape(put(`${-width},${-from}! 0,${-to}! ${width},${-from}!`, 0, 0, degrees));

/** A flat hand that points up, thumb to the right. */
const HAND =
  '-3.4,9.6! -3.8,4 -4.6,-2.6 -4.4,-5.4 -3.2,-5.6 -2.6,-3! -2.5,-8.4 -1.6,-9.6 -0.7,-8.4! -0.5,-4! 0,-9.2 0.9,-10.2 1.7,-9 1.6,-4! 2.4,-7.8 3.3,-8.4 3.9,-7.4 3.7,-1! 5.4,-2.4 6.8,-2.6 7,-1.6 4.6,2.6 3.6,5 3.4,9.6!';
const STAR = '0.0,-5.6! 1.4,-1.9! 5.3,-1.7! 2.3,0.7! 3.3,4.5! 0.0,2.4! -3.3,4.5! -2.3,0.7! -5.3,-1.7! -1.4,-1.9!';
/** An inkwell. */
const WELL =
  '-3.2,-8! 3.2,-8! 3.2,-5.2! 2.2,-4.4! 6.4,-1.6 7.2,3 5.4,7! -5.4,7! -7.2,3 -6.4,-1.6 -2.2,-4.4! -3.2,-5.2!';
const CUFF = '-4.6,8.4! 4.6,8.4! 5,11.6! -5,11.6!';

export const DRAWINGS: Readonly<Record<Emote, Drawing>> = {
  hello: {
    block: shape(put(HAND, -1.4, 1, 8)) + shape(put(CUFF, -1.4, 0.6, 8)),
    cut: '',
    lines: line(
      put('-2,5 1.5,4.4 2.6,1', -1.4, 1, 8),
      put('-2.6,1 0.6,1.2', -1.4, 1, 8),
      put('-4,9.9 4,9.9', -1.4, 0.6, 8),
    ),
    strokes: line('7,-10 9.6,-7.4 10.4,-4', '5.8,-6.6 7.2,-5.2 7.6,-3.4'),
  },
  smile: {
    block: disc(0, 0, 7.2) + along(12, (part) => ray(part * 330, 8, 11.8, 1.5)),
    cut: both(shape, '1.4,-1.6 2.8,-2.6 4.2,-1.6 2.8,-1') + shape('-3.8,1.6! 0,3 3.8,1.6! 2.4,4.4 0,5.2 -2.4,4.4'),
    lines: both(line, '1.2,-3.6 2.8,-4.4 4.4,-3.6') + line('0.3,-2.4 0.8,0.6 -0.4,1'),
  },
  applause: {
    block: both(shape, put(HAND, 5, 3.6, -14, 0.8)) + both(shape, put(CUFF, 5, 3.4, -14, 0.8)),
    cut: '',
    lines: both(line, put('-4,9.9 4,9.9', 5, 3.4, -14, 0.8), put('-2.4,4.6 1.5,4 2.6,0.6', 5, 3.6, -14, 0.8)),
    strokes: line('0,-11.6 0,-7.6', '-3.6,-11 -2.6,-8', '3.6,-11 2.6,-8'),
  },
  well_done: {
    block:
      along(6, (part) =>
        both(
          shape,
          put(
            '0,1! 2.2,-0.8 2.6,-3.4 0.8,-5.4! -0.8,-3.6 -1,-1.2',
            Math.cos(1.35 - part * 2.5) * 8.4,
            1 + Math.sin(1.35 - part * 2.5) * 8.4,
            68 - part * 92,
            0.95,
          ),
        ),
      ) + shape(STAR),
    cut: '',
    lines: '',
    strokes: line('-2.4,10 0,11.2 2.4,10'),
  },
  thanks: {
    block:
      along(6, (part) => shape(put('0,-1! 2.2,-2.6 2.2,-5 0,-6.4 -2.2,-5 -2.2,-2.6', 0, -4.6, part * 300))) +
      shape('-0.7,0! 0.7,0! 0.6,11.6! -0.6,11.6!') +
      both((text) => shape(text), '0.4,9.6! 2.4,5.4 6.6,4.4! 5.6,8 2.6,9.8'),
    cut: disc(0, -4.6, 2),
    lines: both(line, '1.2,9 4.6,6.2'),
  },
  thinking: {
    block:
      shape(
        '-8,-1 -10.4,-4 -8.2,-7.2 -4.6,-7.4 -2,-10.4 2.2,-10.2 4.4,-8 8.2,-8 10.6,-4.6 9.2,-1 6,0.8 3.4,0.6 0,2.6 -3.4,1 -6,1',
      ) +
      disc(-4, 5.4, 2.2) +
      disc(-7, 9.6, 1.4),
    cut: dots(1.35, '-4.6,-3.8 0,-3.8 4.6,-3.8'),
    lines: '',
  },
  hourglass: {
    block: sym('0,-11.6! 7.4,-11.6! 7.4,-8.8! 6,-8.8! 5.8,-5 1.6,-1 1.6,1 5.8,5 6,8.8! 7.4,8.8! 7.4,11.6! 0,11.6!'),
    cut: sym('0,-7.6! 4.4,-7.6! 4.2,-5.6 0,-1.6! ') + sym('0,1.4! 4,5.4 4.5,8! 3.4,8! 0,4.6!'),
    lines: line('0,-1.6 0,4.4', '-6,-10.2 6,-10.2', '-6,10.2 6,10.2'),
  },
  oops: {
    block:
      shape(put(WELL, 3.4, -3.4, -118, 0.84)) +
      shape('-4.4,0.6! -7,2.4 -7.8,5 -11,6.6 -10.8,9.2 -5.6,10.2 -1,9.4 3.4,11 8.4,9.6 7.4,7 2,7 -2,5.6 -3,2!') +
      dots(1, '11,10.4 -11,3'),
    cut: '',
    lines: line(put('-5,3.4 -4.6,0 -2.2,-1.8', 3.4, -3.4, -118, 0.84), put('-2.6,-6 2.6,-6', 3.4, -3.4, -118, 0.84)),
  },
};

export const EMOTES = Object.keys(DRAWINGS) as readonly Emote[];
