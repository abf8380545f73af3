import { along, line, put, shape } from '../drawing/pen';
import type { Motif } from './motif';

const POD = '0,-18 10,-17 16,-9 16,3 9,12 4,16! -4,16! -9,12 -16,3 -16,-9 -10,-17';
const CROWN =
  '-18,-25! -13,-29 -8,-28! -4,-31 0,-30! 4,-31 8,-28! 13,-29 18,-25! 13,-20 8,-21! 4,-18 0,-20! -4,-18 -8,-21! -13,-20';
const RIBS = ['0,-15 0,14', '-5,-15 -8,-4 -3,13', '5,-15 8,-4 3,13', '-10,-14 -13,-4 -8,10', '10,-14 13,-4 8,10'];
const STAR = [
  '0,-25 -15,-25',
  '0,-25 -9,-27',
  '0,-25 0,-29',
  '0,-25 9,-27',
  '0,-25 15,-25',
  '0,-25 -8,-22',
  '0,-25 8,-22',
];
const PODS: readonly (readonly [x: number, y: number, degrees: number, size: number])[] = [
  [23, 4, 22, 0.62],
  [-5, -5, -5, 1.02],
];
const each = (draw: (x: number, y: number, degrees: number, size: number) => string): string =>
  PODS.map((pod) => draw(...pod)).join('');

export const poppy = (): Motif => [
  ['rod', line('-4,10 -4,24 0,38', '0,36 10,28 19,14')],
  [
    'body',
    shape('-2,37! -8,28 -16,24! -18,17! -24,18! -25,10! -33,8! -31,18! -36,22! -29,26! -28,34! -20,32! -14,38!'),
  ],
  ['cut', line('-4,37 -16,29 -29,14', '-16,29 -20,22', '-20,27 -28,28')],
  ['tint', each((...at) => shape(put(POD, ...at)))],
  ['fine', each((...at) => line(...RIBS.map((rib) => put(rib, ...at))))],
  ['accent', each((...at) => shape(put(CROWN, ...at)))],
  ['cut', each((...at) => line(...STAR.map((ray) => put(ray, ...at))))],
  ['body', along(2, (_, i) => shape(put('-4,0! 4,0! 5,4! -5,4!', -4 + i * 22, 10 + i * 4, -5 + i * 26, 1 - i * 0.35)))],
];
