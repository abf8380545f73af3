/** The knotwork of the backs: ten for each kingdom, so that a codex of many backs is a picture still. */

import type { Kingdom } from '../catalogue';
import { along, disc, line, shape } from './pen';

/** How many different backs each kingdom has. */
export const KNOTS = 10;

const TURN = 2 * Math.PI;

/** A point about (0, 0), as the pen reads it. */
const polar = (r: number, turn: number): string =>
  `${(r * Math.sin(turn)).toFixed(1)},${(-r * Math.cos(turn)).toFixed(1)}`;

/** A closed strand that swings between two radii `swings` times. */
const strand = (swings: number, middle: number, swing: number, shift = 0): string => {
  const steps = swings * 6;
  return shape(
    along(steps, (_, i) => {
      const turn = (TURN * i) / steps;
      return `${polar(middle + swing * Math.cos(swings * turn + shift), turn)} `;
    }),
  );
};

/** A ring of `count` things, each drawn by its own direction. */
const ring = (count: number, draw: (turn: number) => string, from = 0): string =>
  along(count, (_, i) => draw(TURN * (i / count + from)));

/** The gills of a cap seen from below: arches in a ring, and a row of spores. */
function gills(variant: number): string {
  const count = 6 + variant;
  const arch = (turn: number): string =>
    line(
      `${polar(27, turn - Math.PI / count)} ${polar(33 + (variant % 3) * 3, turn)} ${polar(27, turn + Math.PI / count)}`,
    );
  const spore = (turn: number): string => {
    const [x = 0, y = 0] = polar(38, turn).split(',').map(Number);
    return disc(x, y, 1.5);
  };
  const inner = variant % 2 ? ring(count, arch, 0.5 / count) : strand(count, 30, 2.4);
  return ring(count, arch) + inner + ring(count, spore, variant % 2 ? 0 : 0.5 / count);
}

/** A wreath: a stem that winds, and leaves on both its sides. */
function wreath(variant: number): string {
  const count = 7 + variant;
  const lean = 0.16 + 0.02 * (variant % 4);
  const leaf = (from: number, to: number, side: number) => (turn: number) =>
    shape(
      `${polar(from, turn)}! ${polar((from + to) / 2, turn + side * (lean + 0.1))} ${polar(to, turn + side * lean)}! ${polar((from + to) / 2, turn + side * (lean - 0.12))}`,
    );
  const outer = ring(count, leaf(33, 41, 1));
  const inner = ring(count, leaf(32, 26, variant % 2 ? -1 : 1), 0.5 / count);
  return strand(variant % 3 ? count : 3 + variant, 32.5, variant % 3 ? 0.9 : 1.6) + outer + inner;
}

/** A braid of two or three strands. */
function braid(variant: number): string {
  const swings = 5 + variant;
  const strands = variant % 3 === 2 ? 3 : 2;
  return along(strands, (_, i) => strand(swings, 33.5, 5.6 - (strands - 2), (TURN * i) / strands));
}

/** A star whose rays cross as the veins of a wing do, in a ring of cells. */
function comb(variant: number): string {
  const count = 6 + variant;
  const skip = 2 + (variant % 3);
  const star = ring(count, (turn) => line(`${polar(40, turn)} ${polar(28, turn + (TURN * skip) / (2 * count))}`));
  const back = ring(count, (turn) => line(`${polar(40, turn)} ${polar(28, turn - (TURN * skip) / (2 * count))}`));
  const cells = shape(along(count, (_, i) => `${polar(40, (TURN * i) / count)}! `));
  const heart = shape(along(count, (_, i) => `${polar(28, (TURN * (i + (skip % 2) / 2)) / count)}! `));
  return star + back + cells + heart;
}

const DRAWN: Readonly<Record<Kingdom, (variant: number) => string>> = {
  fungi: gills,
  plant: wreath,
  animal: braid,
  insect: comb,
};

/** What stands left and right between the corners, drawn for the right. */
function side(variant: number): string {
  const x = (at: number): number => 47 + at;
  switch (variant % 5) {
    case 0:
      return shape(`${x(0)},0! ${x(9)},-5 ${x(19)},0! ${x(9)},5`) + disc(x(9.5), 0, 1.6);
    case 1:
      return line(
        `${x(1)},-6 ${x(7)},0 ${x(1)},6`,
        `${x(8)},-6 ${x(14)},0 ${x(8)},6`,
        `${x(15)},-6 ${x(21)},0 ${x(15)},6`,
      );
    case 2:
      return line(
        `${x(0)},0 ${x(5)},-5 ${x(10)},0 ${x(15)},5 ${x(20)},0`,
        `${x(0)},0 ${x(5)},5 ${x(10)},0 ${x(15)},-5 ${x(20)},0`,
      );
    case 3:
      return disc(x(3), 0, 2) + disc(x(10), 0, 3.4) + disc(x(17), 0, 2);
    default:
      return (
        line(`${x(0)},0 ${x(20)},0`) +
        shape(`${x(6)},0! ${x(11)},-6 ${x(17)},-5! ${x(13)},-1`) +
        shape(`${x(6)},0! ${x(11)},6 ${x(17)},5! ${x(13)},1`)
      );
  }
}

const drawn = new Map<string, readonly [ring: string, side: string]>();

/** One of the ten backs of a kingdom about (0, 0): what surrounds its emblem, and what stands at the right of that. */
export function knotOf(kingdom: Kingdom, variant: number): readonly [ring: string, side: string] {
  const key = `${kingdom} ${variant}`;
  const found = drawn.get(key) ?? ([DRAWN[kingdom](variant % KNOTS), side(variant)] as const);
  drawn.set(key, found);
  return found;
}

/** The back of a card that is known only by where it lies. */
export const knotAt = ([x, y]: readonly [x: number, y: number]): number => (((x * 7 + y * 3) % KNOTS) + KNOTS) % KNOTS;
