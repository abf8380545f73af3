import { both, hatches, line, shape, sym } from '../drawing/pen';
import type { Motif } from './motif';

/** The open codex of the starters. */
export const BOOK = (): Motif => [
  ['tint', both(shape, '0,26! 16,23 37,25! 37,-19! 0,-18!')],
  ['body', both(shape, '0,-16! 8,-23 20,-24 34,-21! 34,20! 20,17 8,18 0,24!')],
  ['cut', line('0,-15 0,23')],
  ['fine', hatches('29,-13 5,-11', '29,8 5,11', 5)],
  ['accent', sym('0,-35 3,-33! 3,-27! 0,-25!')],
];
